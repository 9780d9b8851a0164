#pragma once
// Which arrays of the layout a file will have, and how long their axes are.

#include <cstdint>
#include <map>
#include <string>

#include "dataset/dataset_description.hpp"
#include "dataset/dataset_layout.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

class PlannedArrays {
  public:
    // The description outlives it.
    PlannedArrays(const DatasetDescription& description, const ConstrainedSystem& system);

    std::uint64_t length(const std::string& axis) const { return lengths_.at(axis); }
    bool present(const ArrayLayout& layout) const;
    std::vector<std::string> axes_of(const ArrayLayout& layout) const {
        return cchnn::axes_of(layout, description_.members > 0);
    }
    Shape shape_of(const ArrayLayout& layout) const;
    // One row a trajectory.
    static bool grows(const ArrayLayout& layout) { return !layout.axes.empty() && layout.axes[0] == "trajectory"; }
    // A submission in q, qdot instead of x, v.
    bool in_coordinates() const { return !is_dataset() && !description_.coordinates.empty(); }
    // Properties are drawn for each trajectory.
    bool varies() const { return is_dataset() && !description_.varied.empty(); }

  private:
    bool is_dataset() const { return description_.kind == "dataset"; }
    bool has_system() const { return !description_.system_json.empty(); }

    const DatasetDescription& description_;
    std::map<std::string, std::uint64_t> lengths_;
    bool holonomic_, gyroscopic_;
};

// The text of /system/dynamics, which only systems have whose flow is not that of a Hamiltonian of (x, p = M v).
std::string dynamics_of(const ConstrainedSystem& system);

}  // namespace cchnn
