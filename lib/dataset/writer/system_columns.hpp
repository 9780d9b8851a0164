#pragma once
// What a file says about its system, the arrays of /system (schemas/dataset.md): the graph, masses, scalar
// constraints, generalised coordinates, inputs, and properties that differ between trajectories.

#include <cstdint>
#include <functional>
#include <string>
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

// Calls use(path, column) in the order in which a file gets them, one after the other, because those of a large system take
// memory. A file has those that PlannedArrays::present() names: others are empty, or of no meaning for this system.
using ColumnUse = std::function<void(const std::string& path, const Column& column)>;
void each_system_column(const DatasetDescription& description, const ConstrainedSystem& system, const ColumnUse& use);

// A matrix by its entries, row after row. `inverse` has those of the inverse, which are at the same places.
struct MatrixEntries {
    std::vector<std::int64_t> row, column;
    std::vector<double> value, inverse;
};
// The mass matrix M and its inverse: a block for each body.  [kg], [1/kg]
MatrixEntries mass_entries(const ConstrainedSystem& system);
// The weights of the constraints in r = weights x + offset, a row for each of them, without an inverse.
MatrixEntries weight_entries(const ConstrainedSystem& system);

// The JSON of a large system, cut into texts that are deflated one by one, between characters of UTF-8.
std::vector<std::string> json_parts(const std::string& json);

// The total number of numbers of all edges.
std::size_t number_count(const SystemGraph& graph);

// The units that occur among the coordinates, out of the layout's "rad, m" or "rad/s, m/s": "rad" if all are
// angles.
std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates);

}  // namespace cchnn
