#include "sample/state_projection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"
#include "mechanics/rows_in_time.hpp"

namespace cchnn {
namespace {

// The entries of (3) in the order of pair_pattern(): the lower triangle, row by row, diagonal last.
template <int D>
void pair_matrix(const RowValues<double, D>& rows, const SolvePlan& plan, std::vector<double>& all) {
    const auto has_phi = [&](std::size_t k) { return plan.on_positions(k); };
    all.clear();
    for (std::size_t k = 0; k < plan.row.size(); ++k) {
        const auto begin = to_size(plan.pattern.a_begin[k]), diagonal = to_size(plan.pattern.a_begin[k + 1]) - 1;
        const auto column = [&](std::size_t e) { return plan.pattern.a_columns[e]; };
        for (std::size_t e = begin; e < diagonal; ++e) {
            all.push_back(has_phi(k) && has_phi(column(e)) ? rows.plain_entry(e, false, false) : 0);
            all.push_back(has_phi(k) ? rows.plain_entry(e, false, true) : 0);
        }
        all.push_back(has_phi(k) ? rows.plain_entry(diagonal, false, false) : 1);
        for (std::size_t e = begin; e <= diagonal; ++e) {
            all.push_back(has_phi(column(e)) ? rows.plain_entry(e, true, false) : 0);
            all.push_back(rows.plain_entry(e, true, true) + rows.plain_entry(e, false, false));
        }
    }
}

double rms(const std::vector<double>& x, const std::vector<double>& v) {
    double sum = 0;
    for (double c : x) sum += c * c;
    for (double c : v) sum += c * c;
    return std::sqrt(sum / static_cast<double>(x.size() + v.size()));
}

// Takes a step of (2), clamped entry by entry: far from the manifold Newton may overshoot.
void move(std::vector<double>& x, const std::vector<double>& step, double most) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= std::clamp(step[i], -most, most);
}

// The Gauss-Newton iteration (2) of one system in D dimensions; owns the Jacobian and the factors of one step.
template <int D>
class Iteration {
  public:
    Iteration(const SolvePlan& plan, const LdltPattern& pattern, std::size_t size, double t)
        : plan_(plan),
          rows_(plan),
          ldlt_(pattern),
          phi_(plan.row.size()),
          rate_(phi_),
          psi_(2 * phi_.size()),
          dx_(size),
          dv_(size),
          drift_(phi_.size()) {
        rows_.set_time(t);
    }

    bool run(std::vector<double>& x, std::vector<double>& v, std::vector<double>& s, const std::vector<bool>& held) {
        constexpr int most_steps = 50;
        // Newton is quadratic: at 1e-10 the step just taken leaves rounding.
        constexpr double nearly_there = 1e-10;
        if (rows_.moves() && held.empty()) carry_along(x, v, s);
        for (int step = 0; step < most_steps; ++step) {
            const double left = residual(x, v, s);
            if (!std::isfinite(left)) return false;
            if (held.empty()) find_step();
            else find_step_beside(held);
            const double size = rms(x, v), most = size > 0 ? 0.5 * size : INFINITY;  // a state of zeros has none
            move(x, dx_, most);
            move(v, dv_, most);
            if (left < nearly_there) {
                follow(x, s);
                return true;
            }
        }
        return false;
    }

  private:
    // Reads positions at x, and moves s to the nearest points of the curves by Newton from the previous s.
    void follow(const std::vector<double>& x, std::vector<double>& s) {
        rows_.read_tracks(s.data());
        rows_.read_positions(x.data());
        for (int step = 0; step < 4 && !s.empty(); ++step) rows_.polish_tracks(s.data(), true);
    }
    // Of rows that move, adds the least velocities that follow them at x: else (2) would shift bodies to where what moves
    // is slower.
    void carry_along(const std::vector<double>& x, std::vector<double>& v, std::vector<double>& s) {
        follow(x, s);
        rows_.read_velocities(v.data(), rate_.data());
        std::vector<double> products(plan_.pattern.a_columns.size());
        for (std::size_t e = 0; e < products.size(); ++e) products[e] = rows_.plain_entry(e, false, false);
        Ldlt<double> gram(plan_.pattern);
        gram.factor(products.data());
        gram.solve(rate_.data());
        std::ranges::fill(dv_, 0.0);
        rows_.add_gradient(rate_.data(), dv_.data());
        for (std::size_t i = 0; i < v.size(); ++i) v[i] -= dv_[i];
    }
    // Evaluates psi at (x, v); returns its largest entry, Phi relative to the row's scale (of a distance l^2), its rate
    // to the square root of that times the speed.
    double residual(const std::vector<double>& x, const std::vector<double>& v, std::vector<double>& s) {
        follow(x, s);
        rows_.read_velocities(v.data());
        rows_.residual(phi_.data());
        rows_.rate(rate_.data());
        rows_.add_drift(rate_.data());
        const double speed = std::max(rms(v, v), largest_drift());
        double worst = 0, sum = 0;
        for (std::size_t k = 0; k < phi_.size(); ++k) {
            psi_[2 * k] = phi_[k];
            psi_[2 * k + 1] = rate_[k];
            worst = std::max(worst, std::fabs(phi_[k]) / plan_.scale[k]);
            if (speed > 0) worst = std::max(worst, std::fabs(rate_[k]) / (std::sqrt(plan_.scale[k]) * speed));
            sum += phi_[k] + rate_[k];
        }
        return std::isfinite(sum) ? worst : sum;  // NaN gets lost in max
    }

    // The speed of what moves in time, where the state may still be at rest; after positions have been read.
    double largest_drift() {
        std::ranges::fill(drift_, 0.0);
        rows_.add_drift(drift_.data());
        double largest = 0;
        for (const double drift : drift_) largest = std::max(largest, std::fabs(drift));
        return largest;
    }

    // (2): solves (3) for psi, then applies J^T.
    void find_step() {
        pair_matrix(rows_, plan_, matrix_);
        ldlt_.factor(matrix_.data());
        ldlt_.solve(psi_.data());
        for (std::size_t k = 0; k < phi_.size(); ++k) {
            phi_[k] = psi_[2 * k];
            rate_[k] = psi_[2 * k + 1];
        }
        std::ranges::fill(dx_, 0.0);
        std::ranges::fill(dv_, 0.0);
        rows_.add_gradient(phi_.data(), dx_.data());
        rows_.add_rate_gradient(rate_.data(), dx_.data());
        rows_.add_gradient(rate_.data(), dv_.data());
    }

    // (2) with the columns of J that belong to held entries left out. Rows that are left empty, or that follow from
    // others, take no part; a residual of theirs stays, so that the iteration does not converge.
    void find_step_beside(const std::vector<bool>& held) {
        const std::size_t size = dx_.size(), count = psi_.size();
        std::vector<double> jacobian(count * 2 * size), unit(phi_.size());
        for (std::size_t k = 0; k < unit.size(); ++k) {
            double *const of_phi = &jacobian[2 * k * 2 * size], *const of_rate = of_phi + 2 * size;
            unit[k] = 1;
            if (plan_.on_positions(k)) rows_.add_gradient(unit.data(), of_phi);
            rows_.add_rate_gradient(unit.data(), of_rate);
            rows_.add_gradient(unit.data(), of_rate + size);
            unit[k] = 0;
            for (std::size_t i = 0; i < size; ++i)
                if (held[i]) of_phi[i] = of_rate[i] = of_rate[size + i] = 0;
        }
        const auto row = [&](std::size_t r) { return jacobian.begin() + static_cast<std::ptrdiff_t>(r * 2 * size); };
        std::vector<double> products(count * count);
        for (std::size_t r = 0; r < count; ++r)
            for (std::size_t c = 0; c <= r; ++c)
                products[r * count + c] = products[c * count + r] = std::inner_product(row(r), row(r + 1), row(c), 0.0);
        PivotedLdlt solver;
        solver.factor(std::move(products), count, rank_tolerances::of_multipliers);
        solver.solve(psi_.data());
        std::ranges::fill(dx_, 0.0);
        std::ranges::fill(dv_, 0.0);
        for (std::size_t r = 0; r < count; ++r)
            for (std::size_t i = 0; i < size; ++i) {
                dx_[i] += psi_[r] * row(r)[i];
                dv_[i] += psi_[r] * row(r)[size + i];
            }
    }

    const SolvePlan& plan_;
    RowValues<double, D> rows_;
    Ldlt<double> ldlt_;
    std::vector<double> phi_, rate_, psi_, dx_, dv_, drift_, matrix_;
};

}  // namespace

StateProjection::StateProjection(const ConstrainedSystem& system) : system_(system) {}

namespace {

bool iterate(const ConstrainedSystem& system, std::vector<double>& x, std::vector<double>& v, std::vector<double>& s,
             const std::vector<bool>& held, double t) {
    switch (system.dimension()) {
        case 1: return Iteration<1>(system.plan(), system.rows_and_rates(), x.size(), t).run(x, v, s, held);
        case 2: return Iteration<2>(system.plan(), system.rows_and_rates(), x.size(), t).run(x, v, s, held);
        default: return Iteration<3>(system.plan(), system.rows_and_rates(), x.size(), t).run(x, v, s, held);
    }
}

}  // namespace

bool StateProjection::project(std::vector<double>& x, std::vector<double>& v, std::vector<double>& s,
                              const std::vector<bool>& held, double t) const {
    const std::vector<double> given_x = x, given_v = v, given_s = s;
    const bool met = iterate(system_, x, v, s, held, t) && meets_every_row(x, t);
    const RowSelectionMonitor* const rows = system_.row_selection_monitor();
    if (!rows || (met && rows->conditioning(system_, x.data(), s.data()) > rank_tolerances::six_digits_lost))
        return met;
    const std::shared_ptr<const ConstrainedSystem> others = rows->reselected(system_, given_x.data(), given_s.data());
    if (!others) return met;
    x = given_x;
    v = given_v;
    s = given_s;
    return iterate(*others, x, v, s, held, t) && meets_every_row(x, t);
}

// The solver's rows also admit an axis that points the other way, or a braced loop with one point mirrored.
bool StateProjection::meets_every_row(const std::vector<double>& x, double t) const {
    std::vector<double> off(system_.rows().size());
    RowsInTime(system_, t).position_errors(x.data(), off.data());
    for (std::size_t c = 0; c < off.size(); ++c)
        // 1e-9: rounding of the solved rows times their condition; another branch is off by the order of its size.
        if (!(relative_violation(system_.rows()[c], off[c], system_.length_scale()) < 1e-9)) return false;
    return true;
}

}  // namespace cchnn
