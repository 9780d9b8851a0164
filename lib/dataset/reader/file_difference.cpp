#include "dataset/reader/file_difference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/npz_submission.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/blocks.hpp"
#include "files/hdf5_safety.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t compared_bytes = 4 << 20;

// One of the two files, opened twice: as trajectories, which checks it, and as plain arrays.
struct Side {
    explicit Side(const std::filesystem::path& path)
        : trajectories(path),
          file(path.extension() == ".npz" ? open_npz_submission(path) : Hdf5File::open(path)),
          name(path.string()) {}
    TrajectoryFile trajectories;  // has checked the file
    Hdf5File file;
    std::string name;
};

// All arrays by their paths; the file has passed its checks and has few objects.
std::map<std::string, ArrayInfo> arrays_of(const Hdf5File& file) {
    std::map<std::string, ArrayInfo> arrays;
    for (const Entry& entry : file.entries())
        if (entry.kind == Entry::Kind::array) arrays.emplace(entry.path, file.array(entry.path));
    return arrays;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

// How bad a pair of elements is, so that comparing two Badness values applies (2) to (4).
struct Badness {
    double times_allowed = 0;  // 0 when equal
    double apart = 0;          // infinite for (2) alone: 1e308 and -1e308 are apart by the largest number there is

    auto operator<=>(const Badness&) const = default;
};

// Two NaN are equal, and so are two infinities of one sign; any other number that is not finite differs beyond
// all tolerance.
Badness badness(double a, double b, Tolerance tolerance) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return {};
    if (!std::isfinite(a) || !std::isfinite(b)) return {infinity, infinity};
    const double apart = std::min(std::abs(a - b), std::numeric_limits<double>::max());
    const double allowed = tolerance.atol + tolerance.rtol * std::max(std::abs(a), std::abs(b));
    return {allowed > 0 ? apart / allowed : infinity, apart};
}

// The index in the whole array of the element at position `flat` of a block.
Shape index_of(const Shape& start, const Shape& count, std::size_t flat) {
    Shape index = start;
    for (std::size_t axis = count.size(); axis-- > 0; flat /= count[axis]) index[axis] += flat % count[axis];
    return index;
}

// An attribute in three forms: bytes to compare exactly, a number to compare within the tolerance, and text for
// messages.
struct Attribute {
    std::vector<char> bytes;       // with its type and shape
    std::optional<double> number;  // of one float64
    std::string text;              // for people
};

Attribute read_attribute(const Hdf5File& file, const std::string& path, const AttributeInfo& info) {
    Attribute made;
    made.bytes = file.attribute_bytes(path, info);
    const bool is_single = byte_count(info.shape, 1) == 1;
    std::uint64_t bits = 0;
    for (std::size_t i = std::min<std::size_t>(made.bytes.size(), 8); i-- > 0;)
        bits = bits << 8 | static_cast<unsigned char>(made.bytes[i]);
    if (is_single && info.element == float64) made.number = std::bit_cast<double>(bits);
    if (is_single && is_text(info.element)) made.text = "'" + split_texts(made.bytes).front().substr(0, 80) + "'";
    else if (made.number) made.text = number_text(*made.number);
    else if (is_single && made.bytes.size() == 8) made.text = std::to_string(bits);
    else made.text = to_text(info.element) + " of shape " + to_text(info.shape);
    const std::string type = is_text(info.element) ? "text" : to_text(info.element) + to_text(info.shape);
    made.bytes.insert(made.bytes.end(), type.begin(), type.end());
    return made;
}

// Whether an attribute is compared. Digests follow from the rest, and author and speed are no part of an
// answer.
bool is_compared(const std::string& path, const std::string& name, bool same_kind) {
    static const std::set<std::string> left_out{"truth_digest", "model", "notes", "rollout_seconds",
                                                "rollout_hardware"};
    if (!same_kind) return path == "/" && (name == "system" || name == "dt");
    return is_content(path, name) && !(path == "/" && left_out.contains(name));
}

std::map<std::string, Attribute> attributes_of(const Hdf5File& file, const std::string& path, bool same_kind) {
    std::map<std::string, Attribute> all;
    for (const AttributeInfo& info : file.attributes(path))
        if (is_compared(path, info.name, same_kind)) all.emplace(info.name, read_attribute(file, path, info));
    return all;
}

// One comparison: attributes of the root, then arrays by their paths with their attributes.
class Pair {
  public:
    Pair(const std::filesystem::path& a, const std::filesystem::path& b, Tolerance tolerance)
        : a_(a), b_(b), tolerance_(tolerance) {}

    // Of a dataset and a submission, only system and time step are compared besides the arrays.
    FileDifference run() {
        result_.same_kind = a_.trajectories.info().description.kind == b_.trajectories.info().description.kind;
        compare_attributes("/");
        const auto in_a = arrays_of(a_.file), in_b = arrays_of(b_.file);
        for (const auto& [path, info] : in_a) {
            const auto other = in_b.find(path);
            if (other == in_b.end()) result_.only_a.push_back(path);
            else result_.arrays.push_back(compare_array(path, info, other->second));
            if (other != in_b.end() && result_.same_kind) compare_attributes(path);
        }
        for (const auto& [path, info] : in_b)
            if (!in_a.contains(path)) result_.only_b.push_back(path);
        return result_;
    }

  private:
    // Compares the attributes of the root, or of an array that both files have.
    void compare_attributes(const std::string& path) {
        const auto in_a = attributes_of(a_.file, path, result_.same_kind),
                   in_b = attributes_of(b_.file, path, result_.same_kind);
        for (const auto& [name, value] : in_a) {
            const auto other = in_b.find(name);
            if (other == in_b.end()) only_in(a_, path, name);
            else compare_attribute(path + "@" + name, value, other->second);
        }
        for (const auto& [name, value] : in_b)
            if (!in_a.contains(name)) only_in(b_, path, name);
    }

    // An attribute that one file lacks counts between two datasets only: submissions may omit attributes.
    void only_in(const Side& side, const std::string& path, const std::string& name) {
        if (a_.trajectories.info().description.kind == "dataset" && result_.same_kind)
            result_.attributes.push_back(path + "@" + name + " is only in " + side.name);
    }

    void compare_attribute(const std::string& name, const Attribute& a, const Attribute& b) {
        ++result_.compared_attributes;
        const bool numbers = a.number && b.number;
        if (numbers ? badness(*a.number, *b.number, tolerance_).times_allowed <= 1 : a.bytes == b.bytes) return;
        result_.attributes.push_back(name + " is " + a.text + " in " + a_.name + ", " + b.text + " in " + b_.name);
    }

    // Types of numbers may differ; a text is never compared with numbers.
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

    // Goes through both arrays block by block, counts elements beyond the tolerance and keeps the worst one.
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

    // The place of an element in words, for arrays of the layout that have a row for each sample; "" for others.
    std::string place_of(const std::string& path, const Shape& index) const {
        const ArrayLayout* const layout = known_array(path);
        if (!layout || layout->axes.size() < 2 || layout->axes[1] != "t") return "";
        std::ostringstream text;
        text << "trajectory " << index[0];
        const bool ensemble = index.size() > layout->axes.size();  // its members stand before the samples
        if (ensemble) text << ", member " << index[1];
        const auto* const from_sample = &index[ensemble ? 2 : 1];
        text << ", t[" << from_sample[0] << "]";
        const std::vector<double>& times = a_.trajectories.info().times;
        if (from_sample[0] < times.size()) text << " = " << times[from_sample[0]] << " s";
        if (layout->axes.back() == "axis")
            text << ", " << node_name(from_sample[1]) << ", "
                 << "xyz"[from_sample[2]];
        else if (layout->axes.size() > 2) text << ", " << layout->axes.back() << " " << from_sample[1];
        return text.str();
    }

    // The body and the number of its axis, from whichever file describes its nodes.
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

// Arrays that one file lacks count only between files of one kind: a submission has fewer than its test set.
bool FileDifference::differs() const {
    if (!attributes.empty() || (same_kind && (!only_a.empty() || !only_b.empty()))) return true;
    return std::ranges::any_of(arrays, &ArrayDifference::differs);
}

FileDifference compare_files(const std::filesystem::path& a, const std::filesystem::path& b, Tolerance tolerance) {
    return Pair(a, b, tolerance).run();
}

}  // namespace cchnn
