#include "dataset/reader/layout_check.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "core/nearest_name.hpp"
#include "dataset/dataset_description.hpp"
#include "dataset/dataset_layout.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t longest_axis = std::numeric_limits<int>::max();

// Learns the length of each axis from the first array that has it, beginning with /x or /q, and expects it in
// all others.
class LayoutCheck {
  public:
    LayoutCheck(const Hdf5File& file, bool is_dataset, bool momenta, std::vector<Problem>& problems)
        : file_(file), is_dataset_(is_dataset), momenta_(momenta), problems_(problems) {
        for (const Entry& entry : file.entries()) kinds_[entry.path] = entry.kind;
        in_coordinates_ = !is_dataset && !has("/x") && !has("/v") && (has("/q") || has("/qdot"));
    }

    // A submission whose /x, or /q, has one more axis than the layout is an ensemble, with its members on the
    // second axis.
    void run() {
        const std::string first = in_coordinates_ ? "/q" : "/x";  // its lengths are what the others are measured by
        const auto found = kinds_.find(first);
        ensemble_ = !is_dataset_ && found != kinds_.end() && found->second == Entry::Kind::array &&
                    file_.array(first).shape.size() == array_layout(first).axes.size() + 1;
        check(array_layout(first));
        for (const ArrayLayout& layout : array_layouts())
            if (layout.path != first) check(layout.path == velocities() && momenta_ ? as_momenta(layout) : layout);
    }

  private:
    void add(const std::string& path, const std::string& what) { problems_.push_back({file_.where(path), what}); }

    bool has(const std::string& path) const { return kinds_.count(path) > 0; }
    std::string velocities() const { return in_coordinates_ ? "/qdot" : "/v"; }
    // Whether the file has its matrices by their entries; one of both groups may be lost.
    bool is_sparse() const { return has("/system/masses") || has("/system/weights"); }
    // Whether the JSON of the system is in parts.
    bool in_parts() const {
        const auto json = kinds_.find("/system/json");
        return is_sparse() && json != kinds_.end() && json->second == Entry::Kind::array &&
               file_.array("/system/json").shape.size() == 1;
    }
    static ArrayLayout as_momenta(ArrayLayout velocities) {
        velocities.path = "/p";
        return velocities;
    }

    // Whether the file must have an array. Arrays that depend on the system or on options are never required here:
    // only the system's JSON could say whether they should exist.
    bool required(const ArrayLayout& layout) const {
        if (layout.path == "/x" || layout.path == "/v") return !in_coordinates_;
        if (layout.path == "/q" || layout.path == "/qdot")
            return in_coordinates_ || (is_dataset_ && has("/coordinate"));
        if (of_graph(layout.path) && !has("/system/edges")) return false;
        if (layout.presence == Presence::coordinate_table && is_later_column(layout.path))
            return is_dataset_ && has("/q") && has("/system/edges");
        if (layout.path == "/system/part") return is_dataset_ && in_parts();
        switch (layout.presence) {
            case Presence::always:
            case Presence::dataset: return is_dataset_;
            case Presence::chunks: return is_dataset_ && has("/chunks");
            case Presence::chunk_coordinates: return is_dataset_ && has("/chunks") && has("/q");
            case Presence::coordinates:
            case Presence::coordinate_table: return is_dataset_ && has("/q");
            case Presence::dense: return is_dataset_ && !is_sparse();
            case Presence::sparse: return is_dataset_ && is_sparse();
            case Presence::dissipative:
            case Presence::driven:
            case Presence::rolling:
            case Presence::dynamics:
            case Presence::tracks:
            case Presence::angles:
            case Presence::contacts:
            case Presence::varied: return false;   // whether the system is, its JSON says
            case Presence::bounded: return false;  // generated with --bound off
            case Presence::lyapunov:
            case Presence::with_acceleration:
            case Presence::with_coordinate_acceleration:
            case Presence::with_momentum:
            case Presence::with_coordinate_momentum:
            case Presence::with_multipliers:
            case Presence::with_sensitivities:
            case Presence::with_coordinate_sensitivities:
            case Presence::with_parameter_sensitivities: return false;  // on request
            case Presence::system: break;
        }
        return is_dataset_ && layout.path != "/system/protocol";
    }

    // Columns of the table of coordinates that files of versions before 0.2.0 lack.
    static bool is_later_column(const std::string& path) {
        for (const char* name : {"name", "angle", "low", "high"})
            if (path == std::string("/system/coordinates/") + name) return true;
        return false;
    }

    // Presence, type and shape of one array. In a submission /parameters is a group of estimates.
    void check(const ArrayLayout& layout) {
        const auto found = kinds_.find(layout.path);
        if (found == kinds_.end()) {
            if (required(layout)) add(layout.path, "is missing" + advice_for(layout.path));
        } else if (layout.path == "/parameters" && !is_dataset_ && found->second == Entry::Kind::group) {
            return;  // estimates, parameter_estimate.hpp
        } else if (found->second != Entry::Kind::array) {
            add(layout.path, "is a group, expected an array");
        } else {
            const ArrayInfo info = file_.array(layout.path);
            check_type(layout, info.element);
            check_shape(layout, info.shape);
        }
    }

    std::string advice_for(const std::string& path) const {
        if (path == "/v" && has("/p") && !is_dataset_)
            return "; momenta in /p are not scored, give velocities instead: v = M^-1 p with the test set's "
                   "/system/inverse_mass_matrix";
        return suggestion_for(path);
    }

    // Suggests the nearest name among unknown arrays: a known array is not a misspelling of another one, /v is
    // not /x.
    std::string suggestion_for(const std::string& path) const {
        std::vector<std::string> names, others;
        for (const auto& [name, kind] : kinds_)
            if (kind == Entry::Kind::array) (known_array(name) ? names : others).push_back(name);
        if (!nearest_name(path, others).empty()) return suggestion(path, others);
        names.insert(names.end(), others.begin(), others.end());
        if (names.empty()) return "; the file has no arrays";
        constexpr std::size_t most = 12;
        std::string text = "; available: " + names.front();
        for (std::size_t i = 1; i < std::min(most, names.size()); ++i) text += ", " + names[i];
        return names.size() > most ? text + ", ..." : text;
    }

    // Floating-point numbers of 4 or 8 bytes, whole numbers of any length, texts of either kind.
    void check_type(const ArrayLayout& layout, Element element) {
        if (layout.element.kind == Element::Kind::floating) {
            check_is_floating(file_, layout.path, element, problems_);
            return;
        }
        const bool expects_text = is_text(layout.element);
        const bool is_integer =
            element.kind == Element::Kind::integer || element.kind == Element::Kind::unsigned_integer;
        if (expects_text ? !is_text(element) : !is_integer)
            add(layout.path, "has type " + to_text(element) + ", expected " + to_text(layout.element));
    }

    // An axis must have the same length in every array; the first array that has it sets the length.
    void check_shape(const ArrayLayout& layout, const Shape& shape) {
        const bool parts = layout.path == "/system/json" && in_parts();
        const std::vector<std::string> axes = parts ? std::vector<std::string>{"part"} : axes_of(layout, ensemble_);
        if (shape.size() != axes.size())
            return add(layout.path, "shape is " + to_text(shape) + ", expected " + axes_text(axes));
        Shape expected = shape;
        for (std::size_t i = 0; i < shape.size(); ++i)
            if (const auto known = lengths_.find(axes[i]); known != lengths_.end()) expected[i] = known->second;
        if (shape != expected)
            return add(layout.path,
                       "shape is " + to_text(shape) + ", expected " + to_text(expected) + ", " + axes_text(axes));
        for (std::size_t i = 0; i < shape.size(); ++i) lengths_[axes[i]] = shape[i];
        if (layout.path != "/x" && !(layout.path == "/q" && in_coordinates_)) return;
        if (ensemble_) check_members(layout.path, shape);
        Shape of_one = shape;
        if (ensemble_) of_one.erase(of_one.begin() + 1);
        if (layout.path == "/x") check_lengths(of_one);
        else check_coordinates(of_one);
    }

    // An ensemble has at least one member, and at most as many as scores are defined for.
    void check_members(const std::string& path, const Shape& shape) {
        if (shape[1] >= 1 && shape[1] <= most_members) return;
        add(path, "shape is " + to_text(shape) + ", expected 1 .. " + std::to_string(most_members) +
                      " members of the ensemble on its second axis");
    }

    void check_coordinates(const Shape& shape) {
        if (shape[1] == 0 || shape[2] == 0)
            add("/q", "shape is " + to_text(shape) + ", without a sample or a coordinate");
        if (shape[1] > longest_axis || shape[2] > longest_axis)
            add("/q", "shape is " + to_text(shape) + ", too long an axis");
    }

    // Lengths are kept in int by the rest of the program, so they are bounded here.
    void check_lengths(const Shape& shape) {
        if (shape[1] == 0 || shape[2] == 0) add("/x", "shape is " + to_text(shape) + ", without a sample or a node");
        if (shape[1] > longest_axis || shape[2] > longest_axis)
            add("/x", "shape is " + to_text(shape) + ", too long an axis");
        if (shape[3] < 1 || shape[3] > 3)
            add("/x", "shape is " + to_text(shape) + ", expected 1, 2 or 3 axes of space");
    }

    static std::string axes_text(const std::vector<std::string>& axes) {
        std::string text = "(";
        for (const std::string& axis : axes) text += (text.size() > 1 ? ", " : "") + axis;
        return text + ")";
    }

    const Hdf5File& file_;
    bool is_dataset_, momenta_, in_coordinates_ = false;
    bool ensemble_ = false;  // a submission with an axis of members
    std::vector<Problem>& problems_;
    std::map<std::string, Entry::Kind> kinds_;
    std::map<std::string, std::uint64_t> lengths_;
};

}  // namespace

void check_layout(const Hdf5File& file, bool is_dataset, ReadFor purpose, std::vector<Problem>& problems) {
    LayoutCheck(file, is_dataset, purpose == ReadFor::importing && has_momenta_alone(file), problems).run();
}

bool has_momenta_alone(const Hdf5File& file) { return file.has("/p") && !file.has("/v") && !file.has("/qdot"); }

bool check_is_floating(const Hdf5File& file, const std::string& path, Element element, std::vector<Problem>& problems) {
    if (element.kind == Element::Kind::floating) return true;
    const bool is_half = element == Element{Element::Kind::other_float, 2};
    problems.push_back(
        {file.where(path), "has type " + to_text(element) + ", expected float64 or float32" +
                               (is_half ? "; float16 has three digits, let the model predict in float32" : "")});
    return false;
}

}  // namespace cchnn
