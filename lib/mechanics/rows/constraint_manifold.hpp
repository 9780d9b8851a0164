#pragma once
// The manifold Phi(x) = 0 of a graph before rows are chosen to be solved for: what the rank of the rows is determined
// on (mechanics/rank/). Parts belong to whoever calls, a ConstrainedSystem or what is about to become one.

#include <cstdint>
#include <functional>
#include <vector>

#include "mechanics/plan/node_masses.hpp"
#include "mechanics/rows/row_reader.hpp"

namespace cchnn {

// (n, d) m of the n-th state that is drawn, before it is moved onto the constraints.
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
    void distance_errors(const double* x, double* out) const;  // (C) |r| - length, or phi, m
};

}  // namespace cchnn
