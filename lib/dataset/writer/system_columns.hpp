#pragma once
// What a file says about its system, the arrays of /system (schemas/dataset.md): the graph, masses, scalar
// constraints, generalised coordinates, inputs, and properties that differ between trajectories.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dataset/dataset_description.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// One array of a file, a list of integers, flags, numbers or texts; or a single number or text.
using Column = std::variant<std::vector<std::int64_t>, std::vector<std::uint8_t>, std::vector<double>,
                            std::vector<std::string>, double, std::string>;

// 0, 1, ..., n-1.
inline std::vector<std::int64_t> count_up(std::uint64_t n) {
    std::vector<std::int64_t> numbers(n);
    for (std::uint64_t i = 0; i < n; ++i) numbers[i] = i;
    return numbers;
}

// Pairs of path and column in the order in which a file gets them. A file has those that PlannedArrays::present()
// names: others are empty, or of no meaning for this system.
std::vector<std::pair<std::string, Column>> system_columns(const DatasetDescription& description,
                                                           const ConstrainedSystem& system);

// The total number of numbers of all edges.
std::size_t number_count(const SystemGraph& graph);

// The units that occur among the coordinates, out of the layout's "rad, m" or "rad/s, m/s": "rad" if all are
// angles.
std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates);

}  // namespace cchnn
