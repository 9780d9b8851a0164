#include "dataset/reader/file_header.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_name = 1000, most_notes = 100'000;  // bytes; every row of a table holds a name

// SHA-256 in lower-case hexadecimal.
bool is_digest(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Each member function reads one kind of attribute and reports its problem, so that read() collects all of
// them.
class Header {
  public:
    Header(const Hdf5File& file, std::vector<Problem>& problems)
        : file_(file), problems_(problems), attributes_(file.attributes("/")) {}

    // A dataset must have the attributes that describe it, a submission almost none. Values with a problem are
    // replaced by harmless ones, so that reading continues.
    TrajectoryFileInfo read() {
        TrajectoryFileInfo info;
        DatasetDescription& d = info.description;
        d.kind = text("kind", false).value_or("submission");
        if (d.kind != "dataset" && d.kind != "submission")
            add("kind",
                "must be dataset or submission, got '" + d.kind + "'" + suggestion(d.kind, {"dataset", "submission"}));
        required_ = d.kind == "dataset";
        info.format_version = read_format_version();
        check_scored_part();
        info.system_name = text("system", required_).value_or("");
        d.split = text("split", required_).value_or("");
        d.seed = bits("seed", required_).value_or(0);
        d.times.dt = read_dt();
        info.content_digest = digest("content_digest", required_);
        d.model = text("model", false).value_or("");
        d.notes = text("notes", false).value_or("");
        d.perturbation_normal = positive("perturbation_normal");
        d.perturbation_length = positive("perturbation_length");
        d.start_spread = positive("start_spread");
        d.dropped_constraints = text("dropped_constraints", false).value_or("");
        d.naive = text("naive", false).value_or("");
        d.context = read_context();
        d.rollout_time = read_rollout_time();
        info.truth_digest = digest("truth_digest", false);
        d.answers_truth = digest("answers_truth", false);
        d.answers_content = digest("answers_digest", false);
        return info;
    }

  private:
    void add(const std::string& name, const std::string& what) {
        problems_.push_back({file_.where("/@" + name), what});
    }

    // A file of a newer version is rejected with the advice to use a newer program.
    int read_format_version() {
        const std::int64_t version = integer("format_version", required_).value_or(dataset_format_version);
        if (version > dataset_format_version)
            add("format_version", "is " + std::to_string(version) + ", this program (" + tool_version +
                                      ") reads up to " + std::to_string(dataset_format_version) + "; use a newer one");
        else if (version < 1) add("format_version", "must be >= 1, got " + std::to_string(version));
        return static_cast<int>(std::clamp<std::int64_t>(version, 0, dataset_format_version + 1));
    }

    // Scores begin at sample 1 in all versions so far; a file that says otherwise was made for another program.
    void check_scored_part() {
        const std::int64_t first = integer("score_from_index", required_).value_or(1);
        if (first != 1) add("score_from_index", "must be 1 (the initial state is given), got " + std::to_string(first));
    }

    // How many samples are given to a model before it predicts; 1 for the initial state alone.
    int read_context() {
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        const std::int64_t samples = integer("context", false).value_or(1);
        if (samples < 1 || samples > most)
            add("context", "must be 1 given sample or more, got " + std::to_string(samples));
        return static_cast<int>(std::clamp<std::int64_t>(samples, 1, most));
    }

    double read_dt() {
        const std::optional<double> dt = real("dt", required_);
        if (dt && !(std::isfinite(*dt) && *dt > 0)) add("dt", "must be a finite time > 0 s, got " + number_text(*dt));
        return dt.value_or(0);
    }

    std::optional<double> positive(const std::string& name) {
        const std::optional<double> number = real(name, false);
        if (number && !(std::isfinite(*number) && *number > 0))
            add(name, "must be a finite number > 0, got " + number_text(*number));
        return number;
    }

    // How long a submission says that its rollouts took. Hardware without a time is a problem.
    std::optional<RolloutTime> read_rollout_time() {
        const std::optional<double> seconds = positive("rollout_seconds");
        const std::string hardware = text("rollout_hardware", false).value_or("");
        if (seconds) return RolloutTime{*seconds, hardware};
        if (!hardware.empty() && !has("rollout_seconds"))
            add("rollout_hardware",
                "says on what the rollouts ran, and rollout_seconds, how long they took, is missing");
        return std::nullopt;
    }

    bool has(const std::string& name) const {
        return std::ranges::any_of(attributes_, [&](const AttributeInfo& a) { return a.name == name; });
    }

    std::string digest(const std::string& name, bool required) {
        const std::string value = text(name, required).value_or("");
        if (!value.empty() && !is_digest(value))
            add(name, "must be 64 lower-case hex digits, got '" + value.substr(0, 80) + "'");
        return value;
    }

    // The bytes of an attribute, if it exists, is a single value, and has one of the given kinds.
    std::optional<std::vector<char>> value(const std::string& name, bool required, const std::string& expected,
                                           std::initializer_list<Element::Kind> kinds) {
        const auto found = std::ranges::find(attributes_, name, &AttributeInfo::name);
        if (found == attributes_.end()) {
            if (required) add(name, "is missing, expected " + expected);
            return std::nullopt;
        }
        if (std::ranges::find(kinds, found->element.kind) != kinds.end() && byte_count(found->shape, 1) == 1) {
            element_ = found->element;
            return file_.attribute_bytes("/", *found);
        }
        add(name,
            "has type " + to_text(found->element) + " and shape " + to_text(found->shape) + ", expected " + expected);
        return std::nullopt;
    }

    std::optional<std::string> text(const std::string& name, bool required) {
        const auto bytes = value(name, required, "one text", {Element::Kind::text, Element::Kind::variable_text});
        if (!bytes) return std::nullopt;
        const std::string found = split_texts(*bytes).at(0);
        const std::size_t most = name == "notes" ? most_notes : most_name;
        if (found.size() <= most) return found;
        add(name,
            "is a text of " + std::to_string(found.size()) + " bytes, at most " + std::to_string(most) + " are read");
        return std::nullopt;
    }
    // A whole number, sign-extended to 64 bits.
    std::optional<std::uint64_t> bits(const std::string& name, bool required) {
        const auto bytes =
            value(name, required, "one whole number", {Element::Kind::integer, Element::Kind::unsigned_integer});
        if (!bytes) return std::nullopt;
        const bool negative = element_.kind == Element::Kind::integer && (bytes->back() & 0x80);
        std::uint64_t number = negative ? ~std::uint64_t{0} : 0;
        for (std::size_t i = bytes->size(); i-- > 0;) number = number << 8 | static_cast<unsigned char>((*bytes)[i]);
        return number;
    }
    std::optional<std::int64_t> integer(const std::string& name, bool required) {
        const auto number = bits(name, required);
        if (!number) return std::nullopt;
        if (element_.kind == Element::Kind::integer || *number <= std::numeric_limits<std::int64_t>::max())
            return static_cast<std::int64_t>(*number);
        add(name, "is " + std::to_string(*number) + ", which is too large");
        return std::nullopt;
    }
    // A float32 attribute is widened; a file from another program may have one.
    std::optional<double> real(const std::string& name, bool required) {
        const auto bytes = value(name, required, "one float64", {Element::Kind::floating});
        if (!bytes) return std::nullopt;
        std::uint64_t number = 0;
        for (std::size_t i = bytes->size(); i-- > 0;) number = number << 8 | static_cast<unsigned char>((*bytes)[i]);
        if (bytes->size() == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(number));
        return std::bit_cast<double>(number);
    }

    const Hdf5File& file_;
    std::vector<Problem>& problems_;
    std::vector<AttributeInfo> attributes_;
    Element element_;
    bool required_ = false;
};

}  // namespace

TrajectoryFileInfo read_header(const Hdf5File& file, std::vector<Problem>& problems) {
    return Header(file, problems).read();
}

}  // namespace cchnn
