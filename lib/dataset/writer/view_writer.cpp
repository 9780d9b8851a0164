#include "dataset/writer/view_writer.hpp"

#include <stdexcept>

#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/view_description.hpp"
#include "files/array_appender.hpp"
#include "files/atomic_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {
namespace {

constexpr Element float32{Element::Kind::floating, 4};

}  // namespace

// The unfinished file and its arrays. All arrays get their whole shapes at the beginning; rows are filled in
// from the first to the last. Until commit() the file has a hidden name.
struct ViewWriter::State {
    // An array with rows that are held back until there are enough for one write.
    struct ViewArray {
        std::string path;
        Shape shape;
        Element element;
        std::uint64_t written = 0;
        std::vector<char> rows = {};

        template <class T>
        void add(const T* values, std::size_t count) {
            const char* bytes = reinterpret_cast<const char*>(values);
            rows.insert(rows.end(), bytes, bytes + count * sizeof(T));
        }
        // Writes the rows that are held back, behind those written before.
        void flush(Hdf5File& to) {
            Shape start(shape.size(), 0), count = shape;
            const std::uint64_t row = bytes_of_row(shape, element.bytes);
            start[0] = written;
            count[0] = row > 0 ? rows.size() / row : 0;
            if (count[0] > 0) to.write(path, start, count, rows.data());
            written += count[0];
            rows.clear();
        }
    };

    // The arrays are those of schemas/view.md; velocities only where the recipe shows them.
    State(const std::filesystem::path& path, const ViewDescription& description, bool overwrite)
        : view(description), pending(path, overwrite), file(Hdf5File::create(pending.temporary_path(), path)) {
        const Shape per_sample{view.count, to_size(view.samples)};
        Shape states = per_sample, nodes = per_sample;
        states.push_back(view.nodes);
        states.push_back(view.axes);
        nodes.push_back(view.nodes);
        const Element element = view.recipe.float32 ? float32 : float64;
        const std::string length = view.length_unit, speed = view.length_unit + "/" + view.time_unit;
        add("/sample", per_sample, int64, "1", "number of the sample in the truth");
        add("/t", per_sample, float64, view.time_unit, "time");
        add("/x", states, element, length, "position as it is seen; NaN where it is not");
        if (view.recipe.velocities) add("/v", states, element, speed, "velocity as it is seen; NaN where it is not");
        add("/observed", nodes, uint8, "1", "1 where the node is seen, else 0");
        if (view.inputs > 0)
            add("/u", {view.count, to_size(view.truth_samples), to_size(view.inputs)}, float64, "",
                "inputs at all samples of the truth, in its order and units");
        write_tables();
        write_attributes();
    }

    void add(const std::string& path, const Shape& shape, Element element, const std::string& unit,
             const std::string& long_name) {
        file.make_array(path, element, shape, chunk_shape(shape, element.bytes));
        file.set_attribute(path, "units", unit);
        file.set_attribute(path, "long_name", long_name);
        arrays.push_back({path, shape, element});
    }

    // What does not depend on the trajectory: the seen nodes, their bodies and the camera's axes.
    void write_tables() {
        const std::vector<std::int64_t> seen(view.seen.begin(), view.seen.end());
        file.make_array("/node", int64, {seen.size()}, {});
        file.write("/node", {0}, {seen.size()}, seen.data());
        file.set_attribute("/node", "long_name", std::string("number of the node in the truth"));
        file.write_texts("/body", view.bodies);
        file.set_attribute("/body", "long_name", std::string("id of the body that owns the node"));
        const std::vector<std::vector<double>> axes =
            view.recipe.camera.empty() ? std::vector<std::vector<double>>{}
                                       : camera_axes(view.recipe.camera, count_of(view.recipe.camera));
        if (axes.empty()) return;
        std::vector<double> rows;
        for (const std::vector<double>& axis : axes) rows.insert(rows.end(), axis.begin(), axis.end());
        const Shape shape{axes.size(), axes.front().size()};
        file.make_array("/projection", float64, shape, {});
        file.write("/projection", {0, 0}, shape, rows.data());
        file.set_attribute("/projection", "long_name",
                           std::string("rows that positions and velocities were multiplied by"));
    }

    void write_attributes() {
        file.set_attribute("/", "kind", std::string("view"));
        file.set_attribute("/", "format_version", std::int64_t{view_format_version});
        file.set_attribute("/", "tool_version", std::string(tool_version));
        file.write_text("/view", view_header_json(view));
    }

    void flush() {
        for (ViewArray& array : arrays) array.flush(file);
    }

    // Rounds to float32 where the recipe says so, as an instrument with few digits would.
    template <class T>
    void append_states(ViewArray& array, const std::vector<T>& values) {
        if (!view.recipe.float32) return array.add(values.data(), values.size());
        std::vector<float> rounded(values.begin(), values.end());
        array.add(rounded.data(), rounded.size());
    }

    ViewDescription view;
    PendingFile pending;
    Hdf5File file;
    std::vector<ViewArray> arrays;
    std::uint64_t appended = 0;
};

ViewWriter::ViewWriter(const std::filesystem::path& path, const ViewDescription& description, bool overwrite)
    : state_(std::make_unique<State>(path, description, overwrite)) {}
ViewWriter::~ViewWriter() = default;

void ViewWriter::append(const ObservedTrajectory& seen, const std::vector<double>& times,
                        std::span<const double> inputs) {
    constexpr std::size_t worth_a_call = 4 << 20;  // bytes
    std::vector<double> t;
    for (const std::int64_t k : seen.samples) t.push_back(times[k]);
    for (State::ViewArray& array : state_->arrays) {
        if (array.path == "/sample") array.add(seen.samples.data(), seen.samples.size());
        if (array.path == "/t") array.add(t.data(), t.size());
        if (array.path == "/x") state_->append_states(array, seen.x);
        if (array.path == "/v") state_->append_states(array, seen.v);
        if (array.path == "/observed") array.add(seen.observed.data(), seen.observed.size());
        if (array.path == "/u") array.add(inputs.data(), inputs.size());
    }
    ++state_->appended;
    for (const State::ViewArray& array : state_->arrays)
        if (array.rows.size() > worth_a_call) return state_->flush();
}

// The digest is of the content as written, so it is computed last and becomes an attribute. Throws if
// trajectories are missing, which is an error of the caller.
std::string ViewWriter::finish() {
    if (state_->appended != state_->view.count)
        throw std::invalid_argument("a view of " + std::to_string(state_->view.count) + " trajectories got " +
                                    std::to_string(state_->appended));
    state_->flush();
    const std::string digest = digest_content(state_->file).content;
    state_->file.set_attribute("/", "content_digest", digest);
    state_->file.close();
    state_->pending.commit();
    return digest;
}

}  // namespace cchnn
