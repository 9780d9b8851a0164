#pragma once
// What is seen of a closed surface of faces: its silhouette, and the creases on its near side.
//
// The silhouette needs no search for hidden faces. Take the edges around all faces that look towards the
// viewer, each with its direction. An edge between two such faces occurs in both directions and cancels. What
// is left are closed loops, which wind around every place as often as such faces lie over it: filled by the
// nonzero rule they are the silhouette, even of a body that is not convex. html/scene.js does the same.

#include <vector>

#include "graph/body_surfaces.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

// The loops of the silhouette, closed without repeating their first point, and the creases as lines of two
// points.
struct SeenSurface {
    std::vector<std::vector<SvgPoint>> loops, creases;
};

// `corners` are the corners of the surface after projection, in pixels. Faces are oriented outwards
// (graph/body_surfaces.hpp).
SeenSurface seen_surface(const BodySurface& surface, const std::vector<SvgPoint>& corners);

}  // namespace cchnn
