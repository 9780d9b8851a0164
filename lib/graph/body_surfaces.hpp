#pragma once
// Bodies that are drawn by their meshes, in place of the uniform bodies that have their moments.

#include <map>
#include <string>
#include <vector>

#include "graph/body_graph.hpp"
#include "graph/drawing.hpp"
#include "mesh/drawn_surface.hpp"

namespace cchnn {

struct BodySurface {
    std::string label;  // body
    std::vector<Point> corners;
    std::vector<std::vector<int>> faces;  // as in DrawnSurface
    std::vector<DrawnSurface::Crease> creases;
};

// meshes: by the body's id, in coordinates along its principal axes from its centre of mass. In the drawing outlines of
// these bodies go, their trails begin where the mesh ends, and an arm along the first axis shows the turning of a round one.
std::vector<BodySurface> draw_surfaces(const BodyGraph& graph, const std::map<std::string, DrawnSurface>& meshes,
                                       Drawing& drawing);

}  // namespace cchnn
