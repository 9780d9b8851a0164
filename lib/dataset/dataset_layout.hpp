#pragma once
// Every array of a dataset or submission file, said once: what the writer writes, the reader expects, and
// schemas/dataset.md documents (a test compares the two).

#include <string>
#include <vector>

#include "files/hdf5_file.hpp"
#include "integrate/trajectory.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Which files hold an array.
enum class Presence {
    always,
    dataset,
    dissipative,
    driven,
    bounded,
    varied,
    coordinates,
    chunks,
    chunk_coordinates,
    system,
    coordinate_table,
    lyapunov,
    rolling,
    dynamics,
    tracks,
    angles,
    with_acceleration,
    with_coordinate_acceleration,
    with_momentum,
    with_coordinate_momentum,
    with_multipliers
};

struct ArrayLayout {
    std::string path;
    Element element;
    std::vector<std::string> axes;  // names of axis_layouts()
    std::string unit;               // SI, "1" for a pure number, "" for text
    std::string long_name;
    Presence presence;
};

// The axes where x, v or q, qdot are those of an ensemble: its members come after the trajectories.
inline std::vector<std::string> axes_of(const ArrayLayout& layout, bool ensemble) {
    std::vector<std::string> axes = layout.axes;
    const std::string& path = layout.path;
    if (ensemble && (path == "/x" || path == "/v" || path == "/q" || path == "/qdot"))
        axes.insert(axes.begin() + 1, "member");
    return axes;
}

// An axis is named and numbered by a one-dimensional array of the same name (HDF5 dimension scale).
struct AxisLayout {
    std::string name;
    std::string scale;  // path of that array
};

const std::vector<ArrayLayout>& array_layouts();
// The unit of an array in a file whose system declares other units than SI: "m/s" -> "au/day".
std::string unit_in(const std::string& si_unit, const Units& units);
const ArrayLayout& array_layout(const std::string& path);
// Of the graph: files of before 0.2.0 have none of them.
bool of_graph(const std::string& path);
const std::vector<AxisLayout>& axis_layouts();
const std::string& scale_of(const std::string& axis);

// "completed", "step_size_underflow", ...: what a code in /outcome means. Unknown codes have no name ("").
std::string outcome_name(EndReason reason);
// All of them as one text: "0 completed, 1 step_size_underflow, ...".
std::string outcome_codes();
inline constexpr int outcome_count = 5;  // codes 0 .. outcome_count-1

}  // namespace cchnn
