#pragma once
// A scalar constraint in the form that the solver uses: a function of a few separations r = sum_i w_i x_i + c.
// independent_rows() chooses among these rows (mechanics/rank/independent_rows.hpp).
//
//   (1)  distance        |r|^2 / 2 - target         half of the paper's row: the factor drops out of every solve
//   (2)  linear          n . r - target             a component of a Joint; an axis held by an Origin
//   (3)  perpendicular   r_a . r_b - target         products of directions, as two for the axis of a Joint+Axis
//   (4)  triple_product  up . (r_a x r_b)           a rolling disk stays upright; in a plane, with up = e_z, the cross
//                                                   product of two directions, as of a Slider: `crossed` of Phi
//   (5)  rolling         n . (dr_a/dt - radius sum_i (up . r_i) dr_i/dt) = 0    on velocities alone: not integrable
//   (6)  track           n_j(s) . (r_a - C(s))      s follows the point along the curve, see track_terms.hpp
//   (7)  rope            sum_i |r_i| - target       r_a and those of `axes`
//   (8)  gear            sin(p theta_1 + q theta_2 - p phase)/p      angles of directions r_a and `axes`
//   (9)  rack            radius sin(s/radius + phase - theta)            s = u . r, the last two of `axes`
//  (10)  slides          r_a . r_1 + r_2 . r_3 - target                                   r_1 .. r_3 are `axes`
//  (11)  formula         phi(r_a, r_i)/|dphi|           of points r_a and `axes`, as the file writes phi
//  (12)  formula_rate    a(r_a, r_i) . v/|a|            on velocities alone
//
// Its row of the Jacobian is a sum of terms g_t w_t^T with a vector g_t per separation: r, n, the other r, or what
// rolling_terms.hpp, track_terms.hpp, rope_terms.hpp, gear_terms.hpp, rack_terms.hpp and formula_terms.hpp compute for (4) to (9), (11) and (12). A row
// on velocities alone has no value at a position.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"
#include "elements/parts/separation.hpp"

namespace cchnn {

class Curve;

// Made by kinds when a system is compiled, and turned into a SolvePlanOf (mechanics/plan/); `kind` says which members
// count.
struct SolverRow {
    enum class Kind {
        distance,
        linear,
        perpendicular,
        triple_product,
        rolling,
        track,
        rope,
        gear,
        rack,
        slides,
        formula,
        formula_rate
    } kind = Kind::distance;
    std::string name;
    Separation a, b;                       // b: perpendicular and triple_product only
    std::vector<Exact> normal;             // (d), linear and rolling only
    Exact target = 0.0;                    // length^2 / 2, a rope's length, or the value that n . r or r_a . r_b keeps
    Exact scale = 1.0;                     // reference magnitude: a residual divided by it is relative
    std::vector<Exact> up{};               // three components; triple_product and rolling only
    std::vector<Separation> axes{};        // r_i, rolling, rope, gear, rack and slides only
    Exact radius = 0.0;                    // m, rolling and rack only
    std::shared_ptr<const Curve> curve{};  // track only
    int track = 0, across = 0;             // track only: which s, and which normal j
    std::array<int, 2> teeth{};            // gear only: p, q
    double phase = 0;                      // rad, gear and rack only
    int quarter_turns = 0;                 // as of a ConstraintRow
    std::shared_ptr<const Equation> equation{};  // formula and formula_rate only
    bool on_positions() const;
};

inline bool on_positions(SolverRow::Kind kind) {
    return kind != SolverRow::Kind::rolling && kind != SolverRow::Kind::formula_rate;
}
inline bool SolverRow::on_positions() const { return cchnn::on_positions(kind); }

}  // namespace cchnn
