#pragma once
// Solver rows that several kinds of constraints have.

#include <string>
#include <vector>

#include "elements/parts/constraint_row.hpp"
#include "elements/parts/solver_row.hpp"

namespace cchnn {

// The row n . r = 0 with a unit vector n; an offset of the separation is part of r.
inline SolverRow linear_row(const std::string& name, const Separation& r, const std::vector<Exact>& normal,
                            double scale) {
    return {SolverRow::Kind::linear, name, r, {}, normal, 0.0, scale};
}

// The row r . s = 0, or with `crossed` r x s = 0 in the plane. If one of the two is fixed in space, the row is
// linear in the other.
inline SolverRow product_row(const std::string& name, const Separation& r, const Separation& s, bool crossed) {
    if (r.weights.empty() || s.weights.empty()) {
        const std::vector<Exact>& fixed = r.weights.empty() ? r.offset : s.offset;
        return linear_row(name, r.weights.empty() ? s : r, crossed ? std::vector<Exact>{-fixed[1], fixed[0]} : fixed,
                          1);
    }
    SolverRow row{crossed ? SolverRow::Kind::triple_product : SolverRow::Kind::perpendicular, name, r, s, {}, 0.0, 1.0};
    if (crossed) row.up = {0.0, 0.0, 1.0};
    return row;
}

inline SolverRow rack_row(const ConstraintRow& row) {
    SolverRow rack{SolverRow::Kind::rack, row.name, row.separation, {}, {}, 0.0, absolute(row.radius)};
    rack.axes = row.axes;
    rack.radius = row.radius;
    rack.phase = row.phase;
    rack.quarter_turns = row.quarter_turns;
    return rack;
}

inline std::vector<Exact> unit_vector(int axis, int dimension) {
    std::vector<Exact> e(dimension, 0.0);
    e[axis] = 1.0;
    return e;
}

}  // namespace cchnn
