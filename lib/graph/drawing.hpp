#pragma once
// What a picture of a system shows (elements/parts/drawing.hpp): its bodies, then what each kind adds. All points of a
// drawing move with the nodes, so one drawing serves every state of a trajectory.

#include "elements/parts/drawing.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

Drawing drawing_of(const BodyGraph& graph);

}  // namespace cchnn
