#include "sample/state_projection.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "mechanics/row_values.hpp"

namespace cchnn {
namespace {

// Rows 2k and 2k+1 of (3) for every row k of the plan.
LdltPattern pair_pattern(const LdltPattern& single) {
    std::vector<std::vector<int>> lower;
    for (int k = 0; k < single.size(); ++k) {
        std::vector<int> columns;
        for (int e = single.a_begin[to_size(k)]; e < single.a_begin[to_size(k + 1)] - 1; ++e) {
            columns.push_back(2 * single.a_columns[to_size(e)]);
            columns.push_back(2 * single.a_columns[to_size(e)] + 1);
        }
        lower.push_back(columns);
        columns.push_back(2 * k);
        lower.push_back(columns);
    }
    return LdltPattern(std::move(lower));
}

std::vector<double> pair_matrix(const RowValues<double>& rows, const SolvePlan& plan) {
    std::vector<double> first, second, all;
    for (std::size_t k = 0; k < plan.row.size(); ++k) {
        first.clear(), second.clear();
        for (auto e = to_size(plan.pattern.a_begin[k]); e < to_size(plan.pattern.a_begin[k + 1]); ++e) {
            const auto l = to_size(plan.pattern.a_columns[e]);
            const double c = plan.plain_coupling[e];
            first.push_back(c * rows.rr(k, l));
            if (l != k) first.push_back(c * rows.rs(k, l));
            second.push_back(c * rows.rs(l, k));
            second.push_back(c * (rows.ss(k, l) + rows.rr(k, l)));
        }
        all.insert(all.end(), first.begin(), first.end());
        all.insert(all.end(), second.begin(), second.end());
    }
    return all;
}

double rms(const std::vector<double>& x, const std::vector<double>& v) {
    double sum = 0;
    for (double c : x) sum += c * c;
    for (double c : v) sum += c * c;
    return std::sqrt(sum / static_cast<double>(x.size() + v.size()));
}

void move(std::vector<double>& x, const std::vector<double>& step, double most) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= std::clamp(step[i], -most, most);
}

}  // namespace

StateProjection::StateProjection(const ConstrainedSystem& system)
    : system_(system), pattern_(pair_pattern(system.plan().pattern)) {}

bool StateProjection::other_rows_met(const std::vector<double>& x) const {
    std::vector<double> phi(system_.rows().size());
    system_.phi(x.data(), phi.data());
    for (std::size_t c = 0; c < phi.size(); ++c) {
        const ConstraintRow& row = system_.rows()[c];
        // 1e-9: rounding of the solved rows times their condition; a mirrored loop is off by the order of its size.
        if (!row.independent && !(std::fabs(phi[c]) <= 1e-9 * row.length * row.length)) return false;
    }
    return true;
}

bool StateProjection::project(std::vector<double>& x, std::vector<double>& v) const {
    constexpr int most_steps = 50;
    // Newton is quadratic: at 1e-10 the step just taken leaves rounding. Relative to length^2 and length * speed.
    constexpr double nearly_there = 1e-10;
    const SolvePlan& plan = system_.plan();
    RowValues<double> rows(system_, plan);
    Ldlt<double> ldlt(pattern_);
    std::vector<double> psi(2 * plan.row.size());
    for (int step = 0; step < most_steps; ++step) {
        rows.read_positions(x.data());
        rows.read_velocities(v.data());
        const auto phi = rows.half_phi(), rate = rows.rate();
        const double speed = rms(v, v), half_rms = 0.5 * rms(x, v);
        double worst = 0;
        for (std::size_t k = 0; k < plan.row.size(); ++k) {
            psi[2 * k] = phi[k];
            psi[2 * k + 1] = rate[k];
            const double rate_scale = std::sqrt(2 * plan.half_square[k]) * speed;
            worst = std::max({worst, std::fabs(phi[k]) / plan.half_square[k],
                              rate_scale > 0 ? std::fabs(rate[k]) / rate_scale : 0.0});
            if (!std::isfinite(phi[k] + rate[k])) return false;
        }
        const auto matrix = pair_matrix(rows, plan);
        ldlt.factor(matrix.data());
        ldlt.solve(psi.data());
        std::vector<double> lambda(plan.row.size()), mu(plan.row.size());
        for (std::size_t k = 0; k < plan.row.size(); ++k) lambda[k] = psi[2 * k], mu[k] = psi[2 * k + 1];
        std::vector<double> dx(x.size(), 0.0), dv(v.size(), 0.0);
        rows.add_gradient(lambda.data(), dx.data());
        rows.add_rate_gradient(mu.data(), dx.data());
        rows.add_gradient(mu.data(), dv.data());
        move(x, dx, half_rms);
        move(v, dv, half_rms);
        if (worst < nearly_there) return other_rows_met(x);
    }
    return false;
}

}  // namespace cchnn
