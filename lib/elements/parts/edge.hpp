#pragma once
// What an item of a file joins, and with which numbers: a row of /system/edges (schemas/dataset.md), from which a
// reader builds the graph, Phi and V without the JSON.

#include <string>
#include <vector>

#include "elements/parts/bodies.hpp"

namespace cchnn {

struct EdgeNumber {
    std::string name;  // its key in the file, entries of a vector as "up_x"
    double value;
    std::string unit;  // SI
};
struct Edge {
    int body_a = -1, body_b = -1;  // places in the file's list; -1: the world, or nothing
    std::vector<double> point_a,
        point_b;  // along the body's principal axes from its centre; of an Origin in space; or empty
    std::vector<EdgeNumber> numbers{};
};

Edge edge_between(const PointSpec& a, const PointSpec& b, const Bodies& bodies);
Edge edge_of(const PointSpec& a, const Bodies& bodies);
// "up_x", "up_y", ... or "axis_a_1", "axis_a_2", ...
void add_entries(Edge& edge, const std::string& name, const std::vector<double>& entries, const std::string& unit,
                 bool along_axes_of_space);

}  // namespace cchnn
