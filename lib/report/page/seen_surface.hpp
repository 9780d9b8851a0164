#pragma once
// What is seen of a closed surface: its silhouette, and creases on its near side.
//
// The edges around all faces that look this way, each counted with its direction, cancel between two of them. What is
// left are closed loops that surround every place as often as such faces lie over it: filled by the nonzero rule they
// are the silhouette, of a body that is not convex too. html/scene.js draws the same.

#include <vector>

#include "graph/body_surfaces.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

struct SeenSurface {
    std::vector<std::vector<SvgPoint>> loops, creases;
};

// corners: of the surface, as they are projected.
SeenSurface seen_surface(const BodySurface& surface, const std::vector<SvgPoint>& corners);

}  // namespace cchnn
