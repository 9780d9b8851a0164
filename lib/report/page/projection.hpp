#pragma once
// How a system is looked at: a line, the plane, or space from a little above and aside, as the animation begins.

#include <vector>

#include "elements/parts/drawing.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

class Projection {
  public:
    // up: axis that points up, in space.
    Projection(int dimension, int up) : dimension_(dimension), up_(up) {}

    // Coordinates of a point of the system in one state (n, d): across and up, m.
    SvgPoint flat(const Point& point, const double* state) const;
    SvgPoint flat(const std::vector<double>& place) const;
    // How far a point lies behind the origin, as seen: m; 0 on a line and in the plane.
    double away(const Point& point, const double* state) const;

  private:
    std::vector<double> place_of(const Point& point, const double* state) const;

    int dimension_, up_;
};

// The corners of the smallest convex polygon around points, in order.
std::vector<SvgPoint> convex_hull(std::vector<SvgPoint> points);

}  // namespace cchnn
