#pragma once
// The manifold Phi(x) = 0 of a graph, described by all rows of the paper. The rank of these rows is determined on it
// (mechanics/rank/), and from that the rows that the dynamics solve for. All members refer to objects of the caller,
// which is a ConstrainedSystem or the code that compiles one.

#include <cstdint>
#include <functional>
#include <vector>

#include "mechanics/plan/node_masses.hpp"
#include "mechanics/rows/row_reader.hpp"

namespace cchnn {

// The positions of the drawn state with this number, (n, d) m, before it is moved onto the constraints.
using DrawPositions = std::function<std::vector<double>(std::uint32_t)>;

struct ConstraintManifold {
    int dimension;
    const std::vector<ConstraintRow>& rows;  // the paper's
    const std::vector<SystemTrack>& tracks;
    const NodeMasses& masses;  // the metric of projections
    double length_scale;       // m, a typical length

    // Of each point on a curve, the parameter of the nearest point of the curve; where the curve crosses itself, the
    // one whose tangent is along v, if v is given.
    std::vector<double> nearest_tracks(const double* x, const double* v) const;
    void position_errors(const double* x, double* out) const;  // (C) |r| - length, m, for distances, else phi
};

}  // namespace cchnn
