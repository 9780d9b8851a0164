#include "dataset/reader/file_difference.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <sstream>

#include "core/errors.hpp"
#include "dataset/reader/npz_submission.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/blocks.hpp"
#include "files/hdf5_safety.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t compared_bytes = 4 << 20;
constexpr std::size_t most_objects = 1000;

struct Side {
    explicit Side(const std::filesystem::path& path)
        : trajectories(path),
          file(path.extension() == ".npz" ? open_npz_submission(path) : Hdf5File::open(path)),
          name(path.string()) {}
    TrajectoryFile trajectories;  // has checked the file
    Hdf5File file;
    std::string name;
};

std::map<std::string, ArrayInfo> arrays_of(const Hdf5File& file) {
    std::map<std::string, ArrayInfo> arrays;
    for (const Entry& entry : file.entries(most_objects))
        if (entry.kind == Entry::Kind::array) arrays.emplace(entry.path, file.array(entry.path));
    return arrays;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// How bad a pair of elements is, in the order (2) to (4).
struct Badness {
    double times_allowed = 0;  // 0 when equal
    double apart = 0;          // infinite for (2) alone: 1e308 and -1e308 are apart by the largest number there is

    auto operator<=>(const Badness&) const = default;
};

Badness badness(double a, double b, Tolerance tolerance) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return {};
    if (!std::isfinite(a) || !std::isfinite(b)) return {infinity, infinity};
    const double apart = std::min(std::abs(a - b), std::numeric_limits<double>::max());
    const double allowed = tolerance.atol + tolerance.rtol * std::max(std::abs(a), std::abs(b));
    return {allowed > 0 ? apart / allowed : infinity, apart};
}

Shape index_of(const Shape& start, const Shape& count, std::size_t flat) {
    Shape index = start;
    for (std::size_t axis = count.size(); axis-- > 0; flat /= count[axis]) index[axis] += flat % count[axis];
    return index;
}

class Pair {
  public:
    Pair(const std::filesystem::path& a, const std::filesystem::path& b, Tolerance tolerance)
        : a_(a), b_(b), tolerance_(tolerance) {}

    FileDifference run() {
        result_.same_kind = a_.trajectories.info().description.kind == b_.trajectories.info().description.kind;
        compare_descriptions();
        const auto in_a = arrays_of(a_.file), in_b = arrays_of(b_.file);
        for (const auto& [path, info] : in_a) {
            const auto other = in_b.find(path);
            if (other == in_b.end()) result_.only_a.push_back(path);
            else result_.arrays.push_back(compare_array(path, info, other->second));
        }
        for (const auto& [path, info] : in_b)
            if (!in_a.contains(path)) result_.only_b.push_back(path);
        return result_;
    }

  private:
    void compare_descriptions() {
        const TrajectoryFileInfo &a = a_.trajectories.info(), &b = b_.trajectories.info();
        if (!a.system_name.empty() && !b.system_name.empty() && a.system_name != b.system_name)
            result_.attributes.push_back("system is '" + a.system_name + "' in " + a_.name + ", '" + b.system_name +
                                         "' in " + b_.name);
    }

    ArrayDifference compare_array(const std::string& path, const ArrayInfo& a, const ArrayInfo& b) const {
        ArrayDifference difference;
        difference.path = path;
        if (is_text(a.element) != is_text(b.element))
            difference.what =
                "is " + to_text(a.element) + " in " + a_.name + ", " + to_text(b.element) + " in " + b_.name;
        else if (a.shape != b.shape)
            difference.what =
                "shape is " + to_text(a.shape) + " in " + a_.name + ", " + to_text(b.shape) + " in " + b_.name;
        else if (is_text(a.element))
            difference.what = a_.file.read_texts(path) == b_.file.read_texts(path) ? "" : "texts differ";
        else compare_numbers(a.shape, difference);
        return difference;
    }

    void compare_numbers(const Shape& shape, ArrayDifference& difference) const {
        std::vector<double> a, b;
        Badness worst;
        for_each_block(shape, sizeof(double), compared_bytes, [&](const Shape& start, const Shape& count) {
            a.resize(byte_count(count, 1));
            b.resize(a.size());
            a_.file.read_doubles(difference.path, start, count, a.data());
            b_.file.read_doubles(difference.path, start, count, b.data());
            difference.elements += a.size();
            for (std::size_t i = 0; i < a.size(); ++i) {
                const Badness found = badness(a[i], b[i], tolerance_);
                if (found.times_allowed <= 1) continue;
                ++difference.beyond;
                if (found <= worst) continue;
                worst = found;
                difference.times_allowed = found.times_allowed;
                difference.index = index_of(start, count, i);
                difference.a = a[i];
                difference.b = b[i];
            }
        });
        if (difference.beyond > 0) difference.place = place_of(difference.path, difference.index);
    }

    // In words where the layout is known: (trajectory, t, node, axis), (trajectory, t), (trajectory).
    std::string place_of(const std::string& path, const Shape& index) const {
        const bool state = path == "/x" || path == "/v";
        if (!state && path != "/energy" && path != "/dissipated") return "";
        std::ostringstream text;
        text << "trajectory " << index[0] << ", t[" << index[1] << "]";
        const std::vector<double>& times = a_.trajectories.info().times;
        if (index[1] < times.size()) text << " = " << times[index[1]] << " s";
        if (!state) return text.str();
        text << ", " << node_name(index[2]) << ", "
             << "xyz"[index[3]];
        return text.str();
    }

    std::string node_name(std::size_t node) const {
        const std::vector<NodeLabel>& labels = a_.trajectories.info().description.nodes.empty()
                                                   ? b_.trajectories.info().description.nodes
                                                   : a_.trajectories.info().description.nodes;
        if (node >= labels.size()) return "node " + std::to_string(node);
        const int in_body = labels[node].index_in_body;
        return labels[node].body + (in_body > 0 ? " axis " + std::to_string(in_body) : "");
    }

    Side a_, b_;
    Tolerance tolerance_;
    FileDifference result_;
};

}  // namespace

bool FileDifference::differs() const {
    if (!attributes.empty() || (same_kind && (!only_a.empty() || !only_b.empty()))) return true;
    return std::any_of(arrays.begin(), arrays.end(), [](const ArrayDifference& a) { return a.differs(); });
}

FileDifference compare_files(const std::filesystem::path& a, const std::filesystem::path& b, Tolerance tolerance) {
    return Pair(a, b, tolerance).run();
}

}  // namespace cchnn
