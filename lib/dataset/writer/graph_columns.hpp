#pragma once
// What a file says about the graph of its system: the columns of /system/bodies and /system/edges, and
// /system/constraints/edge.

#include <string>
#include <utility>
#include <vector>

#include "dataset/dataset_description.hpp"
#include "dataset/writer/column.hpp"

namespace cchnn {

// "/system/bodies/id" and its texts, and so on; `rows` of Phi, rows on velocities too.
std::vector<std::pair<std::string, Column>> graph_columns(const DatasetDescription& description, int dimension,
                                                          std::size_t rows);
// All numbers of all edges.
std::size_t number_count(const SystemGraph& graph);

}  // namespace cchnn
