#pragma once
// Projections onto the manifold Phi = 0 for the analysis of rows (independent_rows.cpp): Newton, damped; Gauss-Newton
// with as many rows as are independent; and steepest descent where the constraints cannot be met. Off the stepping
// path.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rows/constraint_manifold.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"

namespace cchnn {

// Relative residual at which Newton stops; rounding leaves a few 1e-16.
inline constexpr double met = 1e-12;

// Rows at a configuration and a correction of it: the workspace that the functions below share.
template <int D>
struct Approach {
    const ConstraintManifold& manifold;
    const SolvePlan& plan;
    RowValues<double, D> rows;
    std::vector<double> residual, force, move;

    Approach(const ConstraintManifold& manifold_, const SolvePlan& plan_, std::size_t numbers)
        : manifold(manifold_), plan(plan_), rows(plan), residual(plan.row.size()), force(numbers), move(numbers) {}

    // Reads Jacobian and residuals at x; curve parameters are those of the nearest points.
    void read(const std::vector<double>& x) {
        rows.read_tracks(manifold.nearest_tracks(x.data(), nullptr).data());
        rows.read_positions(x.data());
        rows.residual(residual.data());
    }
    // The largest residual, relative to its row.
    double worst() const {
        double worst = 0;
        for (std::size_t k = 0; k < residual.size(); ++k)
            worst = std::max(worst, std::fabs(residual[k]) / plan.scale[k]);
        return worst;
    }
    // Subtracts M^-1 G^T `residual`, which the solvers have overwritten with multipliers; the correction is shortened
    // so that no entry moves by more than `most`, and cut at a typical length.
    void step(std::vector<double>& x, double most = INFINITY) {
        std::fill(force.begin(), force.end(), 0.0);
        rows.add_gradient(residual.data(), force.data());
        manifold.masses.multiply_inverse<D>(force.data(), move.data());
        double longest = 0;
        for (const double entry : move) longest = std::max(longest, std::fabs(entry));
        const double share = longest > most ? most / longest : 1;
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] -= std::clamp(share * move[i], -manifold.length_scale, manifold.length_scale);
    }
};

// Newton in the mass metric, x -= M^-1 G^T A^-1 Phi, with the diagonal of A increased by the factor 1 + `damping`, so
// that dependent rows do no harm. No entry of a correction exceeds `most` m, because angles that gears multiply need
// short ones. Returns the largest residual relative to its row, before the last correction if it has not converged.
template <int D>
double newton(const ConstraintManifold& manifold, const SolvePlan& plan, std::vector<double>& x, double damping,
              double most = INFINITY) {
    Approach<D> at(manifold, plan, x.size());
    Ldlt<double> ldlt(plan.pattern);
    std::vector<double> a(plan.pattern.a_columns.size());
    const int newton_steps = std::isfinite(most) ? 1000 : 200;
    double worst = 0;
    for (int step = 0; step < newton_steps; ++step) {
        at.read(x);
        worst = at.worst();
        if (!(worst > met)) break;
        at.rows.inverse_constraint_inertia(a.data());
        for (std::size_t k = 0; k < at.residual.size(); ++k) a[plan.pattern.a_begin[k + 1] - 1] *= 1 + damping;
        ldlt.factor(a.data());
        ldlt.solve(at.residual.data());
        at.step(x, most);
    }
    return worst;
}

// The part of a displacement `way` that is tangent to the manifold: its projection onto the null space of G in the mass
// metric, with A damped as in newton(). The mass metric weighs rotations and translations whatever their units are. The
// result vanishes where nothing can move.
template <int D>
std::vector<double> along_manifold(const ConstraintManifold& manifold, const SolvePlan& plan,
                                   const std::vector<double>& x, std::vector<double> way, double damping) {
    Approach<D> at(manifold, plan, x.size());
    at.read(x);
    at.rows.read_velocities(way.data());
    at.rows.rate(at.residual.data());
    std::vector<double> a(plan.pattern.a_columns.size());
    at.rows.inverse_constraint_inertia(a.data());
    for (std::size_t k = 0; k < at.residual.size(); ++k) a[plan.pattern.a_begin[k + 1] - 1] *= 1 + damping;
    Ldlt<double> ldlt(plan.pattern);
    ldlt.factor(a.data());
    ldlt.solve(at.residual.data());
    std::fill(at.force.begin(), at.force.end(), 0.0);
    at.rows.add_gradient(at.residual.data(), at.force.data());
    manifold.masses.multiply_inverse<D>(at.force.data(), at.move.data());
    for (std::size_t i = 0; i < way.size(); ++i) way[i] -= at.move[i];
    return way;
}

// Steepest descent in the mass metric on the residuals, each relative to the root of its diagonal entry of A: where
// constraints cannot be met, it finds how close they come.
template <int D>
void relax(const ConstraintManifold& manifold, const SolvePlan& plan, std::vector<double>& x) {
    // A row couples to a few others only, so a quarter of the full correction of each stays below the stability limit.
    constexpr double share = 0.25;
    constexpr int steps = 2000;
    Approach<D> at(manifold, plan, x.size());
    std::vector<double> a(plan.pattern.a_columns.size());
    for (int step = 0; step < steps; ++step) {
        at.read(x);
        at.rows.inverse_constraint_inertia(a.data());
        for (std::size_t k = 0; k < at.residual.size(); ++k) {
            const double diagonal = a[plan.pattern.a_begin[k + 1] - 1];
            at.residual[k] = diagonal > 0 ? share * at.residual[k] / diagonal : 0;
        }
        at.step(x);
    }
}

// A = G M^-1 G^T at the x that `rows` has read, as a dense matrix.
template <int D>
void full_matrix(const SolvePlan& plan, RowValues<double, D>& rows, std::vector<double>& full) {
    const std::size_t n = plan.size();
    std::vector<double> a(plan.pattern.a_columns.size());
    rows.inverse_constraint_inertia(a.data());
    full.assign(n * n, 0.0);
    for (std::size_t k = 0; k < n; ++k)
        for (int e = plan.pattern.a_begin[k]; e < plan.pattern.a_begin[k + 1]; ++e) {
            const std::size_t l = plan.pattern.a_columns[e];
            full[k * n + l] = full[l * n + k] = a[e];
        }
}

template <int D>
std::vector<double> matrix_of(const ConstraintManifold& manifold, const SolvePlan& plan, const std::vector<double>& x) {
    RowValues<double, D> rows(plan);
    rows.read_tracks(manifold.nearest_tracks(x.data(), nullptr).data());
    rows.read_positions(x.data());
    std::vector<double> full;
    full_matrix(plan, rows, full);
    return full;
}

// Gauss-Newton in the mass metric with as many rows as are independent at each iterate (pivoted_ldlt.hpp): quadratic on
// manifolds where rows depend on each other, and linear with factor 1/2 towards isolated singular points. Returns the
// largest relative residual before the last correction, and leaves the factors of that iterate in `ldlt`.
template <int D>
double gauss_newton(const ConstraintManifold& manifold, const SolvePlan& plan, std::vector<double>& x,
                    PivotedLdlt& ldlt) {
    constexpr int steps = 50;
    Approach<D> at(manifold, plan, x.size());
    std::vector<double> full;
    double worst = INFINITY;
    for (int step = 0; step < steps && worst > met; ++step) {
        at.read(x);
        worst = at.worst();
        full_matrix(plan, at.rows, full);
        ldlt.factor(full, at.residual.size(), rank_tolerances::on_manifold);
        ldlt.solve(at.residual.data());
        at.step(x);
    }
    return worst;
}

// Rows whose pivot vanishes at x, in the order of the plan, and the smallest other pivot relative to its diagonal.
// Division by a small pivot amplifies the rounding in later rows: pivots below that level count as zero too.
struct VanishingPivots {
    std::vector<char> dependent;
    double smallest_other = 1;
};
template <int D>
VanishingPivots dependent_by_pivots(const ConstraintManifold& manifold, const SolvePlan& plan,
                                    const std::vector<double>& x, double vanishing) {
    RowValues<double, D> rows(plan);
    std::vector<double> a(plan.pattern.a_columns.size());
    rows.read_tracks(manifold.nearest_tracks(x.data(), nullptr).data());
    rows.read_positions(x.data());
    rows.inverse_constraint_inertia(a.data());
    // A dependent row of a planar loop, tilted in space, kept 2e-10 after a pivot of 2e-5. This is eighteen times
    // 2^-52 / 2e-5, and a fiftieth of the bound.
    constexpr double rounding = 1000 * 0x1p-52;
    VanishingPivots at{std::vector<char>(plan.row.size(), 0)};
    Ldlt<double> ldlt(plan.pattern);
    ldlt.factor(a.data(), [&](int k, double d) {
        const double diagonal = a[plan.pattern.a_begin[k + 1] - 1];
        at.dependent[k] = !(d > std::max(vanishing, rounding / at.smallest_other) * diagonal);
        if (at.dependent[k]) return 0.0;  // leaves out a combination of other rows
        at.smallest_other = std::min(at.smallest_other, d / diagonal);
        return 1 / d;
    });
    return at;
}

}  // namespace cchnn
