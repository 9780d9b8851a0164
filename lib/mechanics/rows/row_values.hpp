#pragma once
// The constraint Jacobian G of a plan (mechanics/plan/solve_plan.hpp) at one state, and everything built from it, for
// any kinds of constraints. It owns two pools: vectors g_t with the separations r_t(x), and their rates h_t with s_t =
// r_t(v). G itself is never formed as a matrix. Its users are the dynamics (of rigid bodies the rows other than
// rigidity, of trees the rows outside the tree), RATTLE, projection and noise of states, the analysis of rank, and
// solver_row_selection.cpp.
//
//   (1)  residual_k   = |r|^2/2 - target, n . r - target, r_a . r_b - target, up . (r_a x r_b), sum |r| - target,
//                       sin(p theta_1 + q theta_2 - p phase)/p, radius sin(s/radius + phase - theta),
//                       r_a . r_b + r_c . r_d - target, phi/|dphi|, or 0
//   (2)  (G v)_k      = sum_t g_t . s_t,  and the rate of a row that moves in time is G v + drift
//   (3)  A_kl         = sum_tu coupling_tu (g_t . g_u)
//   (4)  G^T lambda   = sum_k lambda_k sum_t g_t w_t^T     scattered to nodes, (n, d)
//   (5)  W^T lambda   = sum_k lambda_k sum_t h_t w_t^T     W = d(G v)/dx
//   (6)  (W u + G a)_k = sum_t h_t . (w_t^T u) + g_t . (w_t^T a) + bias
//   (7)  B_kl         = sum_tu coupling_tu (g_t . g'_u)    G M^-1 G'^T with the gradients G' of another state
//
// A template on the number type and on the dimension, so that loops over components unroll. Use one object per thread.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/plan/solve_plan.hpp"
#include "mechanics/rows/formula_terms.hpp"
#include "mechanics/rows/gear_terms.hpp"
#include "mechanics/rows/rack_terms.hpp"
#include "mechanics/rows/rolling_terms.hpp"
#include "mechanics/rows/rope_terms.hpp"
#include "mechanics/rows/track_terms.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template <class Real, int D, class C = double>
class RowValues {
  public:
    using Constant = C;

    explicit RowValues(const SolvePlanOf<C>& plan)
        : plan_(plan),
          r_(to_size(plan.term_count() + plan.computed_count()) * D + plan.normals.size(), Real(0.0)),
          s_(to_size(plan.term_count() + 1 + plan.computed_count()) * D, Real(0.0)) {
        constants_changed();
        std::size_t steps = 0;
        for (const TrackTerms& track : plan.tracks) steps = std::max(steps, track.curve->steps());
        frames_.resize(plan.tracks.size());
        formula_states_.resize(plan.formulas.size());
        for (std::size_t i = 0; i < plan.formulas.size(); ++i) {
            const FormulaTerms<C>& formula = plan.formulas[i];
            formula_work_.make_room(formula.equation);
            if (moves_in_time(formula.equation, formula.points * D)) moving_.push_back(i);
        }
        curve_work_.resize(steps);
    }

    // Recomputes copies of the plan's constants.
    void constants_changed() {
        for (std::size_t i = 0; i < plan_.normals.size(); ++i)
            r_[to_size(plan_.term_count()) * D + i] = Real(plan_.normals[i]);
    }

    // Whether a row moves in time. The time is set before positions are read, and is 0 without that.
    bool moves() const { return !moving_.empty(); }
    void set_time(const Real& t) { time_ = t; }

    // Evaluates all curves at the parameters s of their points; this comes before anything else is read at a state.
    void read_tracks(const Real* s) {
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            const TrackTerms& track = plan_.tracks[i];
            frames_[i].read(*track.curve, s[track.track], curve_work_.data());
            for (const TrackTerm& t : track.rows)
                for (int k = 0; k < D; ++k) r_[t.slot * D + k] = frames_[i].normals[t.across * D + k];
        }
    }
    // After read_positions(): one Newton step of s towards the nearest points of the curves.
    void polish_tracks(Real* s, const Mask<Real>& active) {
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            Real& at = s[plan_.tracks[i].track];
            at = select(active, at + frames_[i].correction(&r_[to_size(plan_.tracks[i].rows[0].term) * D]), at);
        }
        read_tracks(s);
    }
    // ds/dt, after read_velocities().
    void track_rates(Real* rates) const {
        for (std::size_t i = 0; i < frames_.size(); ++i)
            rates[plan_.tracks[i].track] =
                frames_[i].along(&s_[to_size(plan_.tracks[i].rows[0].term) * D]) / frames_[i].speed;
    }

    // Reads r_t and g_t at x, (n, d) m. Of points on curves the normals of read_tracks() serve.
    void read_positions(const Real* x) {
        for (std::size_t t = 0; t < plan_.slot.size(); ++t)
            if (!copy_repeated(t, r_.data()))
                gather<D>(plan_.separations, t, x, &plan_.separations.offset[t * D], &r_[t * D]);
        if constexpr (D == 3) fill_gradients(plan_.rolling, r_.data());
        if constexpr (D == 2) fill_upright<2>(plan_.rolling, r_.data(), false);
        if constexpr (D > 1) fill_rope_gradients<D>(plan_.ropes, r_.data());
        if constexpr (D > 1) fill_gear_gradients<D>(plan_.gears, r_.data());
        if constexpr (D > 1) fill_rack_gradients<D>(plan_.racks, r_.data());
        fill_formula_gradients<D>(plan_.formulas, r_.data(), time_, formula_states_.data(), formula_work_);
    }
    // Reads s_t and h_t at v, (n, d) m/s, after read_positions() of the same state.
    void read_velocities(const Real* v) {
        for (std::size_t t = 0; t < plan_.slot.size(); ++t)
            if (!copy_repeated(t, s_.data())) gather<D>(plan_.separations, t, v, nullptr, &s_[t * D]);
        if constexpr (D == 3) fill_rate_gradients(plan_.rolling, s_.data());
        if constexpr (D == 2) fill_upright<2>(plan_.rolling, s_.data(), true);
        if constexpr (D > 1) fill_rope_rates<D>(plan_.ropes, r_.data(), s_.data());
        if constexpr (D > 1) fill_gear_rates<D>(plan_.gears, r_.data(), s_.data());
        if constexpr (D > 1) fill_rack_rates<D>(plan_.racks, r_.data(), s_.data());
        fill_formula_rates<D>(plan_.formulas, r_.data(), time_, s_.data(), formula_states_.data(), formula_work_);
        for (std::size_t i = 0; i < frames_.size(); ++i) fill_track_rates(plan_.tracks[i], frames_[i]);
    }

    void read_velocities(const Real* v, Real* rate_out) {
        read_velocities(v);
        rate(rate_out);
        add_drift(rate_out);
    }

    void read(const Real* x, const Real* v, Real* rate_out) {
        read_positions(x);
        read_velocities(v, rate_out);
    }

    void read_motion(const Real* x, const Real* v) {
        read_positions(x);
        read_velocities(v);
    }

    // (1), for points on curves that of track_terms.hpp, after read_positions(). Rows on velocities have the residual
    // 0, because no position violates them.
    void residual(Real* out) const {
        for (std::size_t k = 0; k < plan_.row.size(); ++k) {
            const std::size_t t = first_term(k);
            Real value = dot<D>(g(t), &r_[t * D]);  // |r|^2, n . r, or r_b . r_a
            if (plan_.kind[k] == SolverRow::Kind::distance) value *= 0.5;
            out[k] = value - plan_.target[k];
        }
        for (int k : plan_.slide_rows) {
            const std::size_t second = first_term(k) + 2;
            out[k] += dot<D>(g(second), &r_[second * D]);
        }
        set_formula_residuals(plan_.formulas, formula_states_.data(), out);
        for (int k : plan_.velocity_rows) out[k] = Real(0.0);
        if constexpr (D > 1) add_rope_lengths<D>(plan_.ropes, r_.data(), out);
        if constexpr (D > 1) set_gear_residuals<D>(plan_.gears, r_.data(), out);
        if constexpr (D > 1) set_rack_residuals<D>(plan_.racks, r_.data(), out);
        for (std::size_t i = 0; i < frames_.size(); ++i)
            for (const TrackTerm& t : plan_.tracks[i].rows)
                out[t.row] -= dot<D>(&r_[to_size(t.slot) * D], frames_[i].position);
    }
    // (2), after read_velocities().
    void rate(Real* out) const {
        each_row(out, [&](std::size_t t) { return dot<D>(g(t), &s_[t * D]); });
    }
    void add_drift(Real* rate) const {
        for (std::size_t i : moving_) rate[plan_.formulas[i].row] += formula_states_[i].drift;
    }
    // The power of the forces -G^T lambda of rows that move in time.
    Real power(const Real* lambda) const {
        Real sum = Real(0.0);
        for (std::size_t i : moving_) sum += lambda[plan_.formulas[i].row] * formula_states_[i].drift;
        return sum;
    }
    // (3), the entries of A in the order of the pattern. Pointers are local variables, because a store of Lanes may
    // alias anything.
    void inverse_constraint_inertia(Real* out) const {
        const Real* const pool = r_.data();
        const int* const begin = plan_.coupling_begin.data();
        const CouplingTerm<C>* const terms = plan_.coupling.data();
        for (std::size_t e = 0, n = plan_.coupling_begin.size() - 1; e < n; ++e) {
            const int first = begin[e], end = begin[e + 1];
            if (first == end) {
                out[e] = Real(0.0);
                continue;
            }
            const auto product = [=](const CouplingTerm<C>& c) {
                return c.mass * dot<D>(pool + c.slot_t * D, pool + c.slot_u * D);
            };
            Real sum = product(terms[first]);
            for (int c = first + 1; c < end; ++c) sum += product(terms[c]);
            out[e] = sum;
        }
    }
    // (7): B_kl in `below` and B_lk in `above` for every entry (k, l) of the pattern, l <= k.
    void rattle_newton_matrix(const RowValues& other, Real* below, Real* above) const {
        for (std::size_t e = 0; e + 1 < plan_.coupling_begin.size(); ++e) {
            const auto here_there = [&](const CouplingTerm<C>& c) {
                return c.mass * dot<D>(&r_[to_size(c.slot_t) * D], &other.r_[to_size(c.slot_u) * D]);
            };
            const auto there_here = [&](const CouplingTerm<C>& c) {
                return c.mass * dot<D>(&other.r_[to_size(c.slot_t) * D], &r_[to_size(c.slot_u) * D]);
            };
            below[e] = entry(e, here_there);
            above[e] = entry(e, there_here);
        }
    }
    // An entry of G G^T, G W^T or W W^T in the plain metric, solve_plan.hpp (3); the flags select W, h instead of g,
    // for row and column. Initial-state projection uses it.
    Real plain_entry(std::size_t e, bool row_rate, bool column_rate) const {
        return entry(e, [&](const CouplingTerm<C>& c) {
            return c.plain * dot<D>(row_rate ? h(c.t) : g(c.t), column_rate ? h(c.u) : g(c.u));
        });
    }

    // (4) and (5) are added to `nodes`, (n, d), with a multiplier for each planned row.
    void add_gradient(const Real* lambda, Real* nodes) const {
        add(lambda, nodes, [&](std::size_t t) { return g(t); });
    }
    void add_rate_gradient(const Real* lambda, Real* nodes) const {
        add(lambda, nodes, [&](std::size_t t) { return plan_.constant_gradient(t) ? nullptr : h(t); });
    }
    void subtract_gradient(const Real* lambda, Real* nodes) const {
        add(
            lambda, nodes, [&](std::size_t t) { return g(t); }, -1.0);
    }
    void add_gradients(const Real* lambda, Real* nodes, Real* rate_nodes) const {
        add_gradient(lambda, nodes);
        add_rate_gradient(lambda, rate_nodes);
    }
    // (6)
    void constraint_acceleration(const Real* u, const Real* a, Real* out) const {
        const SeparationTableOf<C>& table = plan_.separations;
        const int* const begin = plan_.term_begin.data();
        for (std::size_t k = 0, n = plan_.row.size(); k < n; ++k) {
            Real sum = Real(0.0);
            for (std::size_t t = begin[k], end = begin[k + 1]; t < end; ++t) {
                Real ut[D], at[D];
                gather<D>(table, t, a, nullptr, at);
                sum += dot<D>(g(t), at);
                if (plan_.constant_gradient(t)) continue;
                gather<D>(table, t, u, nullptr, ut);
                sum += dot<D>(h(t), ut);
            }
            out[k] = sum;
        }
        add_bias(out);
    }

    // (6) with u = v, the velocities that were read.
    void constraint_acceleration(const Real* a, Real* out) const {
        const SeparationTableOf<C>& table = plan_.separations;
        const int* const begin = plan_.term_begin.data();
        for (std::size_t k = 0, n = plan_.row.size(); k < n; ++k) {
            Real sum = Real(0.0);
            for (std::size_t t = begin[k], end = begin[k + 1]; t < end; ++t) {
                Real at[D];
                gather<D>(table, t, a, nullptr, at);
                sum += dot<D>(g(t), at);
                if (!plan_.constant_gradient(t)) sum += dot<D>(h(t), &s_[t * D]);
            }
            out[k] = sum;
        }
        add_bias(out);
    }

    // The two parts of (6): the bias term W v, and G a added to `out`.
    void bias_acceleration(Real* out) const {
        each_row(out, [&](std::size_t t) { return plan_.constant_gradient(t) ? Real(0.0) : dot<D>(h(t), &s_[t * D]); });
        add_bias(out);
    }
    void add_jacobian_product(const Real* a, Real* out) const {
        Real at[D];
        for (std::size_t k = 0, n = plan_.row.size(); k < n; ++k)
            for (std::size_t t = first_term(k); t < first_term(k + 1); ++t) {
                if (!plan_.repeats[t]) gather<D>(plan_.separations, t, a, nullptr, at);
                out[k] += dot<D>(g(t), at);
            }
    }
    // The vector g in a slot, for RigidDynamics, which has multipliers of its own.
    const Real* gradient(int slot) const { return &r_[to_size(slot) * D]; }

  private:
    void add_bias(Real* out) const {
        for (std::size_t i : moving_) out[plan_.formulas[i].row] += formula_states_[i].bias;
    }
    void fill_track_rates(const TrackTerms& track, const TrackFrame<Real, D>& frame) {
        for (const TrackTerm& t : track.rows) {
            const Real turn = -frame.curvature(t.across) * frame.along(&s_[to_size(t.term) * D]);
            for (int k = 0; k < D; ++k) s_[t.rate_slot * D + k] = turn * frame.tangent[k];
        }
    }
    std::size_t first_term(std::size_t k) const { return plan_.term_begin[k]; }
    const Real* g(std::size_t t) const { return &r_[to_size(plan_.slot[t]) * D]; }
    const Real* h(std::size_t t) const { return &s_[to_size(plan_.rate_slot[t]) * D]; }

    template <class Term>
    void each_row(Real* out, Term&& term) const {
        for (std::size_t k = 0; k < plan_.row.size(); ++k) {
            Real sum = term(first_term(k));
            for (std::size_t t = first_term(k) + 1; t < first_term(k + 1); ++t) sum += term(t);
            out[k] = sum;
        }
    }
    template <class Product>
    Real entry(std::size_t e, Product&& product) const {
        const auto begin = to_size(plan_.coupling_begin[e]), end = to_size(plan_.coupling_begin[e + 1]);
        if (begin == end) return Real(0.0);
        Real sum = product(plan_.coupling[begin]);
        for (std::size_t c = begin + 1; c < end; ++c) sum += product(plan_.coupling[c]);
        return sum;
    }
    template <class Vector>
    void add(const Real* lambda, Real* nodes, Vector&& vector, double sign = 1.0) const {
        const std::size_t terms = plan_.slot.size();
        Real force[D];
        for (std::size_t k = 0; k < plan_.row.size(); ++k)
            for (std::size_t t = first_term(k); t < first_term(k + 1); ++t) {
                const Real* along = vector(t);
                if (!along) continue;
                const Real l = sign * lambda[k];
                for (int j = 0; j < D; ++j) force[j] = plan_.repeats[t] ? force[j] + l * along[j] : l * along[j];
                if (t + 1 == terms || !plan_.repeats[t + 1]) scatter<D>(plan_.separations, t, force, nodes);
            }
    }
    // Copies the separation that the term before has already read.
    bool copy_repeated(std::size_t t, Real* pool) const {
        if (!plan_.repeats[t]) return false;
        for (std::size_t j = t * D; j < t * D + D; ++j) pool[j] = pool[j - D];
        return true;
    }

    const SolvePlanOf<C>& plan_;
    std::vector<Real> r_, s_;                  // pools, (slots, d)
    std::vector<TrackFrame<Real, D>> frames_;  // of plan.tracks
    std::vector<Jet<Real>> curve_work_;
    std::vector<FormulaState<Real>> formula_states_;  // of plan.formulas
    EquationWork<Real> formula_work_;
    std::vector<std::size_t> moving_;  // of plan.formulas
    Real time_ = Real(0.0);
};

}  // namespace cchnn
