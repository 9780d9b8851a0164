#pragma once
// What a file says about the graph of its system: the columns of /system/bodies and /system/edges, and
// /system/constraints/edge.

#include <string>
#include <utility>
#include <vector>

#include "dataset/dataset_description.hpp"
#include "dataset/writer/column.hpp"

namespace cchnn {

// Pairs of path and column, "/system/bodies/id" and its texts and so on. `rows` is the number of scalar
// constraints, those on velocities included.
std::vector<std::pair<std::string, Column>> graph_columns(const DatasetDescription& description, int dimension,
                                                          std::size_t rows);
// The total number of numbers of all edges.
std::size_t number_count(const SystemGraph& graph);

}  // namespace cchnn
