#include "dataset/reader/view_file.hpp"

#include <limits>
#include <stdexcept>
#include <type_traits>

#include "core/to_size.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/view_description.hpp"
#include "files/hdf5_safety.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t longest_axis_of_view = std::numeric_limits<int>::max();

// Empty if the file has no such text.
std::string text_attribute(const Hdf5File& file, const std::string& name) {
    for (const AttributeInfo& attribute : file.attributes("/"))
        if (attribute.name == name && is_text(attribute.element) && byte_count(attribute.shape, 1) == 1)
            return split_texts(file.attribute_bytes("/", attribute)).front();
    return "";
}

// Checks types and shapes of the arrays against those of /x, and fills in the lengths.
class ViewCheck {
  public:
    ViewCheck(const Hdf5File& file, ViewDescription& view) : file_(file), view_(view) {}

    std::vector<Problem> run() {
        const Shape x = shape_of("/x", Element::Kind::floating);
        if (x.size() != 4) {
            if (problems_.empty()) add("/x", "has shape " + to_text(x) + ", expected 4 axes");
            return problems_;
        }
        for (const std::uint64_t length : x)
            if (length > longest_axis_of_view) add("/x", "has an axis of " + std::to_string(length) + " entries");
        if (!problems_.empty()) return problems_;
        view_.count = x[0];
        view_.samples = static_cast<int>(x[1]);
        view_.nodes = static_cast<int>(x[2]);
        view_.axes = static_cast<int>(x[3]);
        expect("/sample", Element::Kind::integer, {x[0], x[1]});
        expect("/t", Element::Kind::floating, {x[0], x[1]});
        expect("/observed", Element::Kind::unsigned_integer, {x[0], x[1], x[2]});
        expect("/node", Element::Kind::integer, {x[2]});
        if (view_.recipe.velocities) expect("/v", Element::Kind::floating, x);
        if (file_.has("/u")) check_inputs();
        return problems_;
    }

  private:
    void add(const std::string& path, const std::string& what) { problems_.push_back({file_.where(path), what}); }

    // Inputs of a driven system have all samples of the dataset, seen or not.
    void check_inputs() {
        const Shape found = shape_of("/u", Element::Kind::floating);
        const std::uint64_t count = found.size() == 3 ? found[2] : 0, samples = view_.truth_samples;
        if (count == 0 || count > longest_axis_of_view || found != Shape{view_.count, samples, count})
            return add("/u", "has shape " + to_text(found) + ", expected " + std::to_string(view_.count) +
                                 " trajectories, " + std::to_string(samples) + " samples and the inputs");
        view_.inputs = static_cast<int>(count);
    }

    // The shape of an array, empty with a problem if it is missing; its type is checked on the way.
    Shape shape_of(const std::string& path, Element::Kind kind) {
        if (!file_.has(path)) {
            add(path, "is missing");
            return Shape{};
        }
        const ArrayInfo info = file_.array(path);
        if (info.element.kind != kind) add(path, "has type " + to_text(info.element));
        return info.shape;
    }

    void expect(const std::string& path, Element::Kind kind, const Shape& shape) {
        const std::size_t before = problems_.size();
        const Shape found = shape_of(path, kind);
        if (problems_.size() == before && found != shape)
            add(path, "has shape " + to_text(found) + ", expected " + to_text(shape));
    }

    const Hdf5File& file_;
    ViewDescription& view_;
    std::vector<Problem> problems_;
};

ViewDescription header_of(const Hdf5File& file) {
    if (!file.has("/view") || !file.array("/view").shape.empty() || !is_text(file.array("/view").element))
        throw DataError(file.where("/view"), "is missing, expected the JSON text of a view");
    return read_view_header(file.read_texts("/view").front(), file.where("/view"));
}

}  // namespace

// The open file. The constructor checks everything except values, so that later reading can rely on types and
// shapes.
struct ViewFile::State {
    explicit State(const std::filesystem::path& path) : file(Hdf5File::open(path)) {
        if (auto problems = find_unsafe_content(file); !problems.empty()) throw DataError(std::move(problems));
        view = header_of(file);
        if (auto problems = ViewCheck(file, view).run(); !problems.empty()) throw DataError(std::move(problems));
        view.content_digest = text_attribute(file, "content_digest");
        std::vector<double> numbers;
        file.read_doubles("/node", {0}, {to_size(view.nodes)}, numbers);
        for (const double number : numbers) {
            if (!(number >= 0 && number < static_cast<double>(longest_axis_of_view)))
                throw DataError(file.where("/node"), "must be numbers of nodes, got " + std::to_string(number));
            view.seen.push_back(static_cast<int>(number));
        }
    }

    // Rows `first` to `first + count` of an array, as doubles whatever its type.
    std::vector<double> rows(const std::string& path, std::uint64_t first, std::uint64_t count) const {
        Shape shape = file.array(path).shape, start(shape.size(), 0);
        start[0] = first;
        shape[0] = count;
        std::vector<double> values;
        file.read_doubles(path, start, shape, values);
        return values;
    }

    // The numbers of the seen samples must increase and exist; checked where they are read, since there may be
    // many.
    void check_samples(const std::vector<std::int64_t>& samples, std::uint64_t trajectory) const {
        std::int64_t before = -1;
        for (const std::int64_t k : samples) {
            if (k <= before || k >= view.truth_samples)
                throw DataError(file.where("/sample"), "of trajectory " + std::to_string(trajectory) +
                                                           " must increase and be below " +
                                                           std::to_string(view.truth_samples) + ", got " +
                                                           std::to_string(k) + " after " + std::to_string(before));
            before = k;
        }
    }

    Hdf5File file;
    ViewDescription view;
};

bool is_view(const std::filesystem::path& path) { return text_attribute(Hdf5File::open(path), "kind") == "view"; }

ViewFile::ViewFile(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}
ViewFile::~ViewFile() = default;
ViewFile::ViewFile(ViewFile&&) noexcept = default;
ViewFile& ViewFile::operator=(ViewFile&&) noexcept = default;

const ViewDescription& ViewFile::info() const { return state_->view; }
std::string ViewFile::content_digest() const { return digest_content(state_->file).content; }
// Reads the whole file. Throws DataError if it does not have the digest that it states.
void ViewFile::require_unchanged() const {
    if (const std::string& stored = info().content_digest; content_digest() != stored)
        throw DataError(state_->file.path().string(), "content differs from its digest " + stored.substr(0, 12) +
                                                          "; the view was changed or damaged, make or fetch it again");
}

// Reads the rows of all arrays at once and cuts them by trajectory.
std::vector<ObservedTrajectory> ViewFile::read(std::uint64_t first, std::uint64_t count) const {
    const State& s = *state_;
    if (first > s.view.count || count > s.view.count - first)
        throw std::invalid_argument("trajectories " + std::to_string(first) + " and " + std::to_string(count) +
                                    " more of " + std::to_string(s.view.count));
    const std::vector<double> sample = s.rows("/sample", first, count), observed = s.rows("/observed", first, count);
    const std::vector<double> x = s.rows("/x", first, count);
    const std::vector<double> v = s.view.recipe.velocities ? s.rows("/v", first, count) : std::vector<double>{};
    std::vector<ObservedTrajectory> all(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto part = [&](const std::vector<double>& values, auto& out) {
            const std::size_t size = values.size() / count;
            for (std::size_t k = i * size; k < (i + 1) * size; ++k)
                out.push_back(static_cast<typename std::decay_t<decltype(out)>::value_type>(values[k]));
        };
        part(sample, all[i].samples);
        part(x, all[i].x);
        part(v, all[i].v);
        part(observed, all[i].observed);
        s.check_samples(all[i].samples, first + i);
    }
    return all;
}

}  // namespace cchnn
