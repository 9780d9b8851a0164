#pragma once
// Pictures of systems, and of bodies by the meshes that their files give, in place of the uniform bodies that have the
// same moments (drawing_of()). The mechanics uses only the moments of a mesh.

#include <map>
#include <string>
#include <vector>

#include "elements/parts/drawing.hpp"
#include "graph/body_graph.hpp"
#include "mesh/drawn_surface.hpp"

namespace cchnn {

// What a picture of a system shows (elements/parts/drawing.hpp): its bodies, then what each kind adds. All points of a
// drawing move with the nodes, so one drawing serves every state of a trajectory.
Drawing drawing_of(const BodyGraph& graph);

// The surface of one body. Its corners are points that move with the nodes, so that it can be drawn at any state.
struct BodySurface {
    std::string label;  // body
    std::vector<Point> corners;
    std::vector<std::vector<int>> faces;  // as in DrawnSurface
    std::vector<DrawnSurface::Crease> creases;
};

// `meshes` are keyed by the body's id, in coordinates along its principal axes from its centre of mass, m. Changes the
// drawing of each of these bodies: removes its outline, adds an arm along its first axis, which shows how a round body
// turns, and lets its trail begin where the mesh ends along the third axis.
std::vector<BodySurface> draw_surfaces(const BodyGraph& graph, const std::map<std::string, DrawnSurface>& meshes,
                                       Drawing& drawing);

}  // namespace cchnn
