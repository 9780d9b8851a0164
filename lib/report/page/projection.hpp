#pragma once
// The view of a system: lines and planes are drawn as they are, space from a little above and to the side. The
// animation of a page begins with the same angles (html_player.hpp).

#include <vector>

#include "elements/parts/drawing.hpp"
#include "graph/body_surfaces.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

// A parallel projection. Points are weighted sums of nodes (elements/parts), so that a state gives all places.
class Projection {
  public:
    static constexpr double first_yaw = -0.6, first_pitch = 0.35;  // rad

    // `up` is the axis that points up, in space.
    Projection(int dimension, int up) : dimension_(dimension), up_(up) {}

    // The point in a state (n, d), in m, projected: across and up.
    SvgPoint flat(const Point& point, const double* state) const;
    SvgPoint flat(const std::vector<double>& place) const;
    // How far a point lies behind the origin as seen by the viewer, in m; 0 on a line and in the plane.
    double away(const Point& point, const double* state) const;

  private:
    std::vector<double> place_of(const Point& point, const double* state) const;

    int dimension_, up_;
};

// The corners of the convex hull, in order, by Andrew's monotone chain.
std::vector<SvgPoint> convex_hull(std::vector<SvgPoint> points);

// What is seen of a closed surface of faces: its silhouette, and the creases on its near side.
//
// The silhouette needs no search for hidden faces. Take the edges around all faces that look towards the
// viewer, each with its direction. An edge between two such faces occurs in both directions and cancels. What
// is left are closed loops, which wind around every place as often as such faces lie over it: filled by the
// nonzero rule they are the silhouette, even of a body that is not convex. html/scene.js does the same.
//
// The loops of the silhouette, closed without repeating their first point, and the creases as lines of two
// points.
struct SeenSurface {
    std::vector<std::vector<SvgPoint>> loops, creases;
};

// `corners` are the corners of the surface after projection, in pixels. Faces are oriented outwards
// (graph/body_surfaces.hpp).
SeenSurface seen_surface(const BodySurface& surface, const std::vector<SvgPoint>& corners);

}  // namespace cchnn
