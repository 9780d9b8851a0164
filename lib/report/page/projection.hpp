#pragma once
// The view of a system: lines and planes are drawn as they are, space from a little above and to the side. The
// animation of a page begins with the same angles (html_player.hpp).

#include <vector>

#include "elements/parts/drawing.hpp"
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

}  // namespace cchnn
