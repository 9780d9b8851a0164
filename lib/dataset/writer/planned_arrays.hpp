#pragma once
// Decides which arrays of the layout a new file has, and how long their axes are.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dataset/dataset_description.hpp"
#include "dataset/dataset_layout.hpp"
#include "integrate/derived_arrays.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// DatasetWriter owns one. Keeps a reference to the description.
class PlannedArrays {
  public:
    // The description outlives it.
    PlannedArrays(const DatasetDescription& description, const ConstrainedSystem& system);

    std::uint64_t length(const std::string& axis) const { return lengths_.at(axis); }
    bool present(const ArrayLayout& layout) const;
    std::vector<std::string> axes_of(const ArrayLayout& layout) const {
        if (sparse() && layout.path == "/system/json") return {"part"};  // HDF5 deflates no scalar
        return cchnn::axes_of(layout, description_.members > 0);
    }
    Shape shape_of(const ArrayLayout& layout) const;
    // Whether an array has one row for each trajectory.
    static bool grows(const ArrayLayout& layout) { return !layout.axes.empty() && layout.axes[0] == "trajectory"; }
    // Whether the file is a submission in q, qdot in place of x, v.
    bool in_coordinates() const { return !is_dataset() && !description_.coordinates.empty(); }
    // Whether the matrices of the system are stored by their entries.
    bool sparse() const { return length("node") > std::uint64_t{most_dense_nodes}; }
    // Whether properties are drawn for each trajectory.
    bool varies() const { return is_dataset() && !description_.varied.empty(); }

  private:
    bool is_dataset() const { return description_.kind == "dataset"; }
    bool has_system() const { return !description_.system_json.empty(); }

    const DatasetDescription& description_;
    std::map<std::string, std::uint64_t> lengths_;
    bool holonomic_, gyroscopic_;
};

// The arrays of integrate/derived_arrays.hpp with their paths in a file.

std::vector<std::pair<std::string, const std::vector<double>*>> derived_rows(const DerivedArrays& derived);

// Whether exactly the planned arrays are present, each with the rows of `count` trajectories.
bool fits(const DerivedArrays& derived, const PlannedArrays& planned, std::uint64_t count);

}  // namespace cchnn
