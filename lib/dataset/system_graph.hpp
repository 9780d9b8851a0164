#pragma once
// The graph of a system in the form of a dataset, /system/bodies and /system/edges (schemas/dataset.md): every
// body, and every constraint, potential and damping with the bodies that it joins, its numbers, and its scalar
// constraints. It is derived from the answers of the kinds (elements/element.hpp), so a new kind needs no code
// here.

#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

// One edge of the graph. `kind` is the type in the system file, or "Rigid" for a body that keeps its shape;
// `pointer` is the place of the item in /system/json.
struct EdgeRow {
    std::string kind, pointer;
    Edge edge;
    int first_row = -1, row_count = 0;                    // of /system/constraints
    int first_velocity_row = -1, velocity_row_count = 0;  // rows on velocities alone
    int track = -1;                                       // point on a curve
};
struct SystemGraph {
    std::vector<Body> bodies;  // in the order of the file; empty: not known
    std::vector<EdgeRow> edges;
};

SystemGraph system_graph(const SystemSpec& spec, const BodyGraph& graph);

}  // namespace cchnn
