// Initial states of a user's own (trajectory_file.hpp).

#include <cmath>

#include "core/errors.hpp"
#include "dataset/hdf5_safety.hpp"
#include "dataset/layout_check.hpp"
#include "dataset/npz_file.hpp"
#include "dataset/trajectory_file.hpp"

namespace cchnn {
namespace {

NpyArray read_array(const Hdf5File& file, const std::string& path) {
    if (!file.has(path)) throw DataError(file.where(path), "is missing");
    const ArrayInfo info = file.array(path);
    std::vector<Problem> problems;
    if (!check_is_floating(file, path, info.element, problems)) throw DataError(problems);
    NpyArray array{info.shape, std::vector<double>(byte_count(info.shape, 1))};
    if (!array.values.empty()) file.read_doubles(path, Shape(info.shape.size(), 0), info.shape, array.values.data());
    return array;
}

// Calls `read` and keeps what it throws as problems, so that x and v are both looked at.
template <class Read>
NpyArray attempt(std::vector<Problem>& problems, const Read& read) {
    try {
        return read();
    } catch (const DataError& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        return {};
    }
}

std::string place(const Shape& shape, std::size_t flat) {
    std::string text;
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
        text = std::to_string(flat % shape[axis]) + (text.empty() ? "" : ", ") + text;
    return "[" + text + "]";
}

void check_array(const NpyArray& array, const std::string& where, int nodes, int dimension, std::vector<Problem>& problems) {
    const Shape& shape = array.shape;
    const auto n = static_cast<std::uint64_t>(nodes), d = static_cast<std::uint64_t>(dimension);
    if (shape.size() != 3 || shape[0] == 0 || shape[1] != n || shape[2] != d) {
        problems.push_back({where, "shape is " + to_text(shape) + ", expected (N, " + std::to_string(nodes) + ", " +
                                       std::to_string(dimension) + ") with N >= 1: trajectory, node, axis"});
        return;
    }
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        if (std::isfinite(array.values[i])) continue;
        problems.push_back({where, "must be finite, got " + std::to_string(array.values[i]) + " at " + place(shape, i)});
        return;
    }
}

std::vector<InitialState> states_of(const NpyArray& x, const NpyArray& v) {
    const std::size_t size = x.shape[1] * x.shape[2];
    std::vector<InitialState> states(x.shape[0]);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto first = static_cast<std::ptrdiff_t>(i * size), last = static_cast<std::ptrdiff_t>((i + 1) * size);
        states[i].x.assign(x.values.begin() + first, x.values.begin() + last);
        states[i].v.assign(v.values.begin() + first, v.values.begin() + last);
    }
    return states;
}

}  // namespace

std::vector<InitialState> read_states(const std::filesystem::path& path, int nodes, int dimension) {
    std::vector<Problem> problems;
    NpyArray x, v;
    std::string prefix = path.string() + ":";
    if (path.extension() == ".npz") {
        const NpzFile file(path);
        x = attempt(problems, [&] { return file.read("x"); });
        v = attempt(problems, [&] { return file.read("v"); });
    } else {
        const Hdf5File file = Hdf5File::open(path);
        if (auto unsafe = find_unsafe_content(file); !unsafe.empty()) throw DataError(std::move(unsafe));
        x = attempt(problems, [&] { return read_array(file, "/x"); });
        v = attempt(problems, [&] { return read_array(file, "/v"); });
        prefix += "/";
    }
    if (problems.empty()) {
        check_array(x, prefix + "x", nodes, dimension, problems);
        check_array(v, prefix + "v", nodes, dimension, problems);
    }
    if (problems.empty() && x.shape != v.shape)
        problems.push_back({prefix + "v", "shape is " + to_text(v.shape) + ", expected " + to_text(x.shape) + " as x"});
    if (!problems.empty()) throw DataError(std::move(problems));
    return states_of(x, v);
}

}  // namespace cchnn
