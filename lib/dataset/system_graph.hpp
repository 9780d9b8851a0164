#pragma once
// The graph of a system as a dataset says it, /system/bodies and /system/edges (schemas/dataset.md): every body, and
// every constraint, potential and damping with what it joins, its numbers, and its rows of Phi. Derived from the
// answers of the kinds (elements/element.hpp).

#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

struct EdgeRow {
    std::string kind,
        pointer;  // the file's word for it ("Rigid": a body keeps its shape); where it stands in /system/json
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
