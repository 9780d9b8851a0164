#pragma once
// The list of all arrays that a dataset or submission file can have. The writer creates arrays from it, the
// reader checks files against it, and a test compares it with schemas/dataset.md, so that the three cannot
// disagree.

#include <string>
#include <vector>

#include "files/hdf5_file.hpp"
#include "integrate/trajectory.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The condition under which a file has an array. PlannedArrays::present() decides it for a new file,
// LayoutCheck::required() for an existing one.
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
    dense,
    sparse,
    coordinate_table,
    lyapunov,
    rolling,
    dynamics,
    tracks,
    angles,
    contacts,
    with_acceleration,
    with_coordinate_acceleration,
    with_momentum,
    with_coordinate_momentum,
    with_multipliers,
    with_sensitivities,
    with_coordinate_sensitivities,
    with_parameter_sensitivities
};

struct ArrayLayout {
    std::string path;
    Element element;
    std::vector<std::string> axes;  // names of axis_layouts()
    std::string unit;               // SI, "1" for a pure number, "" for text
    std::string long_name;
    Presence presence;
};

// The axes of an array. In an ensemble x, v, q and qdot have an axis of members after that of trajectories.
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
// Up to so many nodes the matrices of /system are stored densely, as n^2 numbers. Those of larger systems would be larger
// than the trajectories, so a file has their entries that are not 0, and its tables are deflated.
inline constexpr int most_dense_nodes = 256;
// The unit of an array in a file whose system declares other units than SI: "m/s" -> "au/day".
std::string unit_in(const std::string& si_unit, const Units& units);
const ArrayLayout& array_layout(const std::string& path);
// The same; nullptr for an array that is none of ours, as files of others may have.
const ArrayLayout* known_array(const std::string& path);
// Whether an array belongs to the graph of the system, which files of versions before 0.2.0 do not have.
bool of_graph(const std::string& path);
const std::vector<AxisLayout>& axis_layouts();
const std::string& scale_of(const std::string& axis);

// The meaning of a code in /outcome: "completed", "step_size_underflow", ...; "" for an unknown code.
std::string outcome_name(EndReason reason);
// All codes as one text, "0 completed, 1 step_size_underflow, ...", which the array carries as an attribute.
std::string outcome_codes(bool with_singular, bool with_contacts);
inline constexpr int outcome_count = 9;  // codes 0 .. outcome_count-1

}  // namespace cchnn
