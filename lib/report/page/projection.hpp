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

  private:
    int dimension_, up_;
};

// The corners of the smallest convex polygon around points, in order.
std::vector<SvgPoint> convex_hull(std::vector<SvgPoint> points);

}  // namespace cchnn
