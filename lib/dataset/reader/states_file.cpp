#include "dataset/reader/states_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/layout_check.hpp"
#include "files/hdf5_safety.hpp"
#include "files/numpy/npz_file.hpp"

namespace cchnn {
namespace {

// The number of axes of an array of states. If it has one more, the second is time.
std::size_t axes_of(const std::string& name) { return name == "x" || name == "v" ? 3 : 2; }

// Keeps the first sample of each trajectory of an array that was read as a whole.
NpyArray first_samples(NpyArray array, std::size_t axes) {
    if (array.shape.size() != axes + 1 || array.shape[0] == 0 || array.shape[1] == 0) return array;
    const std::size_t row = array.values.size() / array.shape[0], sample = row / array.shape[1];
    for (std::size_t i = 0; i < array.shape[0]; ++i)
        std::copy_n(array.values.begin() + i * row, sample, array.values.begin() + i * sample);
    array.values.resize(array.shape[0] * sample);
    array.shape.erase(array.shape.begin() + 1);
    return array;
}

// Reads the first sample of each trajectory, and no more, if the array has an axis of time.
NpyArray read_array(const Hdf5File& file, const std::string& path, std::size_t axes) {
    if (!file.has(path)) throw DataError(file.where(path), "is missing");
    const ArrayInfo info = file.array(path);
    std::vector<Problem> problems;
    if (!check_is_floating(file, path, info.element, problems)) throw DataError(problems);
    Shape shape = info.shape;
    if (shape.size() == axes + 1 && shape[1] > 0) shape[1] = 1;
    NpyArray array{shape, {}};
    file.read_doubles(path, Shape(shape.size(), 0), shape, array.values);
    return first_samples(std::move(array), axes);
}

// Calls `read` and collects its problems, so that both x and v are checked.
template <class Read>
NpyArray attempt(std::vector<Problem>& problems, const Read& read) {
    try {
        return read();
    } catch (const DataError& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        return {};
    }
}

// The index of an element by its position in memory: "[3, 0, 1]".
std::string place(const Shape& shape, std::size_t flat) {
    std::string text;
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
        text = std::to_string(flat % shape[axis]) + (text.empty() ? "" : ", ") + text;
    return "[" + text + "]";
}

// Adds a problem if the shape is not the expected one, such as (N, 3, 2), or if a number is not finite.
void check_array(const NpyArray& array, const std::string& where, Shape expected, const std::string& axes,
                 std::vector<Problem>& problems) {
    const Shape& shape = array.shape;
    if (!shape.empty()) expected[0] = shape[0];
    if (shape != expected || shape[0] == 0) {
        expected[0] = 1;
        std::string text = to_text(expected);
        text[1] = 'N';
        problems.push_back({where, "shape is " + to_text(shape) + ", expected " + text + " with N >= 1: " + axes});
        return;
    }
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        if (std::isfinite(array.values[i])) continue;
        problems.push_back(
            {where, "must be finite, got " + std::to_string(array.values[i]) + " at " + place(shape, i)});
        return;
    }
}

// Cuts arrays with one row for each trajectory into states.
std::vector<InitialState> states_of(const NpyArray& x, const NpyArray& v) {
    const std::size_t size = x.values.size() / x.shape[0];
    std::vector<InitialState> states(x.shape[0]);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const double *own_x = x.values.data() + i * size, *own_v = v.values.data() + i * size;
        states[i].x.assign(own_x, own_x + size);
        states[i].v.assign(own_v, own_v + size);
    }
    return states;
}

// An array that states may have beside positions and velocities.
struct Parameters {
    const char *name, *axes;
    int count;
};
// Positions on tracks and counted angles, for systems that have them; without them the program finds its own.
std::vector<Parameters> wanted_parameters(int tracks, int angles) {
    std::vector<Parameters> wanted;
    if (tracks > 0) wanted.push_back({"track_parameter", "trajectory, track", tracks});
    if (angles > 0) wanted.push_back({"counted_angle", "trajectory, angle", angles});
    return wanted;
}

// The arrays of a file: x and v, or q and qdot if neither of the first exists.
struct Found {
    std::array<std::string, 2> names{"x", "v"};
    std::array<NpyArray, 2> arrays;
    std::vector<NpyArray> parameters;  // of those that are wanted
    bool in_coordinates() const { return names[0] == "q"; }

    template <class Has>
    void choose(const Has& has) {
        if (!has("x") && !has("v") && (has("q") || has("qdot"))) names = {"q", "qdot"};
    }
    template <class Read>
    void read(std::vector<Problem>& problems, const Read& read_one) {
        for (std::size_t i = 0; i < 2; ++i) arrays[i] = attempt(problems, [&] { return read_one(names[i]); });
    }
    // Reads all wanted arrays if at least one of them exists, so that a missing second one is reported.
    template <class Has, class Read>
    void read_parameters(const std::vector<Parameters>& wanted, std::vector<Problem>& problems, const Has& has,
                         const Read& read_one) {
        if (std::ranges::none_of(wanted, [&](const Parameters& p) { return has(p.name); })) return;
        for (const Parameters& p : wanted) parameters.push_back(attempt(problems, [&] { return read_one(p.name); }));
    }
};

// Reads from .npz or HDF5. Both are read in the jail, as they may come from others.
Found find_arrays(const std::filesystem::path& path, bool may_be_coordinates, const std::vector<Parameters>& wanted,
                  StartsAt starts, std::vector<Problem>& problems) {
    const std::string group = starts == StartsAt::chunk ? "chunks/" : "";
    Found found;
    const auto find = [&](const auto& has, const auto& read) {
        if (may_be_coordinates) found.choose(has);
        found.read(problems, read);
        found.read_parameters(wanted, problems, has, read);
    };
    if (path.extension() == ".npz") {
        const NpzFile file(path);
        find([&](const char* name) { return file.has(group + name); },
             [&](const std::string& name) { return first_samples(file.read(group + name), axes_of(name)); });
        return found;
    }
    const Hdf5File file = Hdf5File::open(path);
    if (auto unsafe = find_unsafe_content(file); !unsafe.empty()) throw DataError(std::move(unsafe));
    find([&](const char* name) { return file.has("/" + group + name); },
         [&](const std::string& name) { return read_array(file, "/" + group + name, axes_of(name)); });
    return found;
}

// Replaces q and qdot by x and v.
void convert(std::vector<InitialState>& states, const GeneralisedCoordinates& coordinates) {
    for (InitialState& state : states) {
        const InitialState given = state;
        const std::size_t size = coordinates.node_count() * coordinates.dimension();
        state.x.resize(size);
        state.v.resize(size);
        coordinates.to_cartesian(given.x.data(), given.v.data(), state.x.data(), state.v.data());
    }
}

}  // namespace

// Problems of all arrays are collected. States in coordinates are converted to positions and velocities at the
// end.
std::vector<InitialState> read_states(const std::filesystem::path& path, int nodes, int dimension,
                                      const GeneralisedCoordinates* coordinates, int tracks, int angles,
                                      StartsAt starts) {
    const std::vector<Parameters> wanted = wanted_parameters(tracks, angles);
    std::vector<Problem> problems;
    const Found found = find_arrays(path, coordinates, wanted, starts, problems);
    const auto& [x, v] = found.arrays;
    const std::string prefix =
        path.string() + (path.extension() == ".npz" ? ":" : ":/") + (starts == StartsAt::chunk ? "chunks/" : "");
    if (found.in_coordinates() && !coordinates->exist())
        throw DataError(prefix + "q",
                        "the system has no generalised coordinates: " + coordinates->why_none() + "; give x and v");
    const Shape shape =
        found.in_coordinates() ? Shape{1, to_size(coordinates->count())} : Shape{1, to_size(nodes), to_size(dimension)};
    const bool complete = problems.empty();
    for (std::size_t i = 0; i < 2 && complete; ++i)
        check_array(found.arrays[i], prefix + found.names[i], shape,
                    found.in_coordinates() ? "trajectory, coordinate" : "trajectory, node, axis", problems);
    if (problems.empty() && x.shape != v.shape)
        problems.push_back({prefix + found.names[1], "shape is " + to_text(v.shape) + ", expected " + to_text(x.shape) +
                                                         " as " + found.names[0]});
    for (std::size_t k = 0; k < found.parameters.size() && complete; ++k) {
        const std::string where = prefix + wanted[k].name;
        check_array(found.parameters[k], where, {1, to_size(wanted[k].count)}, wanted[k].axes, problems);
        if (problems.empty() && found.parameters[k].shape[0] != x.shape[0])
            problems.push_back({where, "holds " + counted(found.parameters[k].shape[0], "state") + ", expected " +
                                           std::to_string(x.shape[0])});
    }
    if (!problems.empty()) throw DataError(std::move(problems));
    std::vector<InitialState> states = states_of(x, v);
    if (found.in_coordinates()) convert(states, *coordinates);
    for (std::size_t i = 0; i < states.size(); ++i)
        for (const NpyArray& array : found.parameters) {
            const std::size_t p = array.shape[1];
            const auto own = array.values.begin() + i * p;
            states[i].s.insert(states[i].s.end(), own, own + p);
        }
    return states;
}

}  // namespace cchnn
