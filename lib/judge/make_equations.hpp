#pragma once
// Equations as a template. equations_long.cpp and equations_quad.cpp include it, one for each number type, so
// that all other sources compile fast.

#include <algorithm>

#include "judge/equations.hpp"
#include "judge/equations/make_elimination.hpp"
#include "judge/equations/make_impact.hpp"
#include "judge/equations/make_parameters.hpp"
#include "judge/numbers/inverse.hpp"
#include "judge/sight.hpp"

namespace cchnn::judge {

inline constexpr int most_projections = 30;

template <class S>
Equations<S>::Equations(const System<S>& system)
    : system_(system),
      bodies_(system.bodies),
      n_(system.coordinates()),
      d_(system.dimension),
      with_work_(system.gains_or_loses_energy()),
      is_closed_(system.pieces.size(), false) {
    for (const auto& piece : system.pieces) {
        first_row_.push_back(bodies_of_row_.size());
        if (piece->role != Role::row && piece->role != Role::velocity_row && piece->role != Role::gap) continue;
        std::vector<std::size_t> bodies;
        for (const Place<S>& place : piece->places)
            for (const auto& part : place.parts) bodies.push_back(system.body_of_node[part.node]);
        std::sort(bodies.begin(), bodies.end());
        bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
        for (std::size_t o = 0; o < piece->outputs; ++o) {
            bodies_of_row_.push_back(bodies);
            is_velocity_row_.push_back(piece->role == Role::velocity_row);
            piece_of_row_.push_back(first_row_.size() - 1);
        }
    }
    const std::size_t rows = bodies_of_row_.size();
    g_.assign(rows * n_, S(0));
    m_inverse_g_.assign(rows * n_, S(0));
    bias_.assign(rows, S(0));
    phi_.assign(rows, S(0));
    base_rate_ = phi_;
    factor_.assign(rows * rows, S(0));
    force_.assign(n_, S(0));
    r_.assign(most_variables, S(0));
    w_ = r_;
    out_.assign(most_outputs * most_variables, S(0));
}

// The vector of a place in the state y, and its rate of change.
template <class S>
void Equations<S>::evaluate(const Place<S>& place, const Vector& y, S* r, S* w) const {
    sum_nodes(place.offset.data(), place, y, r, w);
    if (system_.moves.empty() || place.anchored == S(0)) return;
    const Base moved = base(y[time_index()]);
    for (std::size_t i = 0; i < d_; ++i) {
        r[i] += place.anchored * moved[0][i];
        w[i] += place.anchored * moved[1][i];
    }
}

template <class S>
void Equations<S>::evaluate_rates(const Place<S>& place, const Vector& rate, S* v, S* a) const {
    const S nothing[3] = {0, 0, 0};
    sum_nodes(nothing, place, rate, v, a);
}

template <class S>
void Equations<S>::sum_nodes(const S* offset, const Place<S>& place, const Vector& y, S* r, S* w) const {
    for (std::size_t i = 0; i < d_; ++i) {
        r[i] = offset[i];
        w[i] = 0;
    }
    for (const auto& part : place.parts) {
        const S* x = y.data() + part.node * d_;
        add_times(part.weight, x, d_, r);
        add_times(part.weight, x + n_, d_, w);
    }
}

// The places of a piece in the state y, and their rates. They lie in work arrays, so that they are valid until the next
// call.
template <class S>
PieceState<S> Equations<S>::state_of(const Piece<S>& piece, const Vector& y) const {
    for (std::size_t p = 0; p < piece.places.size(); ++p)
        evaluate(piece.places[p], y, r_.data() + p * d_, w_.data() + p * d_);
    S s = piece.track ? y[2 * n_ + *piece.track] : S(0);
    if (piece.angle) s = y[2 * n_ + system_.tracks.size() + *piece.angle];
    if (piece.in_time) s = y[time_index()];
    return {r_.data(), w_.data(), s, d_};
}

// Adds sign dr/dx gradient to a vector over nodes.
template <class S>
void Equations<S>::add_to_nodes(const Piece<S>& piece, const S* gradient, S* to, int sign) const {
    for (std::size_t p = 0; p < piece.places.size(); ++p)
        for (const auto& part : piece.places[p].parts) {
            S* node = to + part.node * d_;
            add_times(sign < 0 ? -part.weight : part.weight, gradient + p * d_, d_, node);
        }
}

// G for all rows at y, and their curvature c or their values Phi.
template <class S>
void Equations<S>::fill_rows(const Vector& y, bool with_curvature) {
    const Base moved = base(system_.moves.empty() ? S(0) : y[time_index()]);
    set_inertia(y, with_curvature);
    for (std::size_t k = 0; k < system_.pieces.size(); ++k) {
        const Piece<S>& piece = *system_.pieces[k];
        if (!has_rows(k)) continue;
        const std::size_t row = first_row_[k], variables = piece.places.size() * d_;
        const PieceState<S> state = state_of(piece, y);
        piece.gradient(state, out_.data());
        for (std::size_t o = 0; o < piece.outputs; ++o) {
            base_rate_[row + o] = times_base(piece, out_.data() + o * variables, moved[1]);
            S* g = g_.data() + (row + o) * n_;
            for (const Place<S>& place : piece.places)
                for (const auto& part : place.parts)
                    for (std::size_t i = 0; i < d_; ++i) g[part.node * d_ + i] = 0;
            add_to_nodes(piece, out_.data() + o * variables, g, 1);
        }
        if (piece.in_time) {
            S drift[most_outputs];
            piece.drift(state, drift);
            for (std::size_t o = 0; o < piece.outputs; ++o) base_rate_[row + o] += drift[o];
        }
        if (!with_curvature) {
            piece.value(state, phi_.data() + row);
            continue;
        }
        S s_rate = piece.in_time ? 1 : 0;
        if (piece.track) {
            S c[3], slope[3];
            const Curve& curve = *system_.tracks[*piece.track].curve;
            curve.at(state.s, c, slope);
            s_rate = curve.rate(state.w, slope);
        }
        piece.curvature(state, s_rate, bias_.data() + row);
        for (std::size_t o = 0; o < piece.outputs; ++o)
            bias_[row + o] += times_base(piece, out_.data() + o * variables, moved[2]);
    }
}

// States are projected with unit masses: a derivative by a number of a constraint is that of such a projection.
template <class S>
void Equations<S>::set_inertia(const Vector& y, bool of_motion) {
    if (!system_.lagrangian) return;
    bodies_[0].inverse =
        of_motion ? inverse_of(system_.lagrangian->inertia(y.data(), y.data() + n_, inputs_of_lagrangian(y)), n_)
                  : system_.bodies[0].inverse;
}

// Multiplies by the inverse mass matrix body by body, in place: it is block-diagonal, with one block for each
// body and the same for each axis of space.
template <class S>
void Equations<S>::times_inverse_mass(S* vector) const {
    for (const Body<S>& body : bodies_) {
        const std::size_t n = body.nodes;
        S* of_body = vector + body.first_node * d_;
        S old[most_variables];
        std::copy(of_body, of_body + n * d_, old);
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t i = 0; i < d_; ++i) {
                S sum = body.inverse[a * n] * old[i];
                for (std::size_t b = 1; b < n; ++b) sum += body.inverse[a * n + b] * old[b * d_ + i];
                of_body[a * d_ + i] = sum;
            }
    }
}

// to -= M^-1 G^T mu
template <class S>
void Equations<S>::move_along_rows(const std::vector<std::size_t>& rows, const Vector& mu, S* to) const {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t b : bodies_of_row_[rows[i]]) {
            const Body<S>& body = bodies_[b];
            const std::size_t begin = body.first_node * d_, end = begin + body.nodes * d_;
            for (std::size_t c = begin; c < end; ++c) to[c] -= m_inverse_g_[rows[i] * n_ + c] * mu[i];
        }
}

// In the order of (1) and (2): forces, free acceleration, multipliers, constrained acceleration; then the rates of
// the parameters of curves, of t, of inputs, and (3).
template <class S>
void Equations<S>::field(const Vector& y, Vector& rate) {
    fill_forces(y);
    std::copy_n(y.data() + n_, n_, rate.data());
    S* a = rate.data() + n_;
    std::copy(force_.begin(), force_.end(), a);
    times_inverse_mass(a);
    if (const auto& rows = chosen_.rows; !rows.empty()) {
        fill_rows(y, true);
        // Away from the constraints the rows may lose their rank: NaN makes the caller take a shorter step.
        Vector mu(rows.size(), S(std::numeric_limits<double>::quiet_NaN()));
        if (factor(rows)) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                mu[i] = bias_[rows[i]];
                for (std::size_t c = 0; c < n_; ++c)
                    if (const S& g = g_[rows[i] * n_ + c]; g != S(0)) mu[i] += g * a[c];
            }
            solve(rows.size(), mu);
        }
        move_along_rows(rows, mu, a);
        if (!system_.contacts.empty()) multipliers_ = mu;
        for (std::size_t i = 0; i < rows.size(); ++i) work_rate_ += mu[i] * base_rate_[rows[i]];
    }
    for (std::size_t p = 0; p < system_.tracks.size(); ++p) {
        S r[3], w[3], c[3], slope[3];
        evaluate(system_.tracks[p].place, y, r, w);
        system_.tracks[p].curve->at(y[2 * n_ + p], c, slope);
        rate[2 * n_ + p] = system_.tracks[p].curve->rate(w, slope);
    }
    for (std::size_t i = 2 * n_ + system_.tracks.size(); i < size(); ++i) rate[i] = 0;
    if (!system_.inputs.empty()) rate[time_index()] = 1;
    for (std::size_t i = 0; i < input_rates_.size(); ++i) rate[time_index() + 1 + i] = input_rates_[i];
    if (!with_work_) return;
    if (system_.lagrangian)
        work_rate_ = loss_rate_ + system_.lagrangian->energy_rate(y.data(), y.data() + n_, {a, a + n_});
    rate[work_index()] = work_rate_;
    rate[work_index() + 1] = loss_rate_;
}

// Chooses a largest set of independent rows at y, holonomic ones first, since redundant rows make G M^-1 G^T
// singular. The order within each kind is that of the system, so that it does not depend on rounding.
template <class S>
void Equations<S>::choose_rows(const Vector& y) {
    fill_rows(y, false);
    std::vector<std::size_t> candidates;
    for (bool velocity : {false, true})
        for (std::size_t row = 0; row < bodies_of_row_.size(); ++row)
            if (is_velocity_row_[row] == velocity && has_rows(piece_of_row_[row])) candidates.push_back(row);
    const auto is_velocity = [&](std::size_t row) { return is_velocity_row_[row]; };
    const auto count = [&](const auto& rows) {
        return std::find_if(rows.begin(), rows.end(), is_velocity) - rows.begin();
    };
    chosen_.rows = independent(candidates, count(candidates));
    chosen_.holonomic = count(chosen_.rows);
    std::size_t* first = chosen_.rows.data();
    std::sort(first, first + chosen_.holonomic);
    std::sort(first + chosen_.holonomic, first + chosen_.rows.size());
}

// Newton's method moves the positions along M^-1 G^T to Phi = 0, then one linear step takes the part of the
// velocities across the constraints away. False if it does not converge; the caller then shortens its step.
template <class S>
bool Equations<S>::project(Vector& y, double length) {
    if (chosen_.rows.empty()) return true;
    const std::vector<std::size_t> holonomic(chosen_.rows.data(), chosen_.rows.data() + chosen_.holonomic);
    // Newton's method squares the error, so that a step after one of the square root of rounding would be rounding.
    const double small = 0.1 * std::sqrt(epsilon<S>()) * length;
    double moved = 2 * small;
    for (int step = 0; moved > small; ++step) {
        if (step == most_projections) return false;
        follow_curves(y);
        fill_rows(y, false);
        if (!factor(holonomic)) return false;
        Vector mu, before(y.data(), y.data() + n_);
        for (std::size_t row : holonomic) mu.push_back(phi_[row]);
        solve(holonomic.size(), mu);
        move_along_rows(holonomic, mu, y.data());
        S change = 0;
        for (std::size_t i = 0; i < n_; ++i) change += (y[i] - before[i]) * (y[i] - before[i]);
        moved = static_cast<double>(sqrt(change));
        if (!std::isfinite(moved)) return false;
    }
    follow_curves(y);
    fill_rows(y, false);
    if (!factor(chosen_.rows)) return false;
    Vector mu;
    for (const std::size_t row : chosen_.rows) mu.push_back(base_rate_[row]);
    for (std::size_t i = 0; i < mu.size(); ++i)
        for (std::size_t c = 0; c < n_; ++c)
            if (const S& g = g_[chosen_.rows[i] * n_ + c]; g != S(0)) mu[i] += g * y[n_ + c];
    solve(mu.size(), mu);
    move_along_rows(chosen_.rows, mu, y.data() + n_);
    count_angles(y);
    return true;
}

template <class S>
S Equations<S>::kinetic(const Vector& y) const {
    if (system_.lagrangian) return system_.lagrangian->kinetic(y.data(), y.data() + n_);
    S twice = 0;
    for (const Body<S>& body : system_.bodies) {
        const std::size_t n = body.nodes;
        const S* v = y.data() + n_ + body.first_node * d_;
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b) twice += body.mass[a * n + b] * dot(v + a * d_, v + b * d_, d_);
    }
    return twice / 2;
}

template <class S>
S Equations<S>::energy_by_state(const Vector& y) {
    if (system_.lagrangian) {
        S sum = 0;
        Vector moved = y;
        for (std::size_t i = 0; i < 2 * n_; ++i) {
            const S by = S(1e-8) * std::max<S>(S(1), magnitude(y[i]));
            moved[i] = y[i] + by;
            const S change = kinetic(moved) + potential(moved) - kinetic(y) - potential(y);
            sum += magnitude(change / by) * std::max<S>(S(1), magnitude(y[i]));
            moved[i] = y[i];
        }
        return sum;
    }
    fill_forces(y);
    S x = 0, force = 0, v = 0, momentum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        x += y[i] * y[i];
        force += force_[i] * force_[i];
    }
    for (const Body<S>& body : system_.bodies)
        for (std::size_t a = 0; a < body.nodes; ++a)
            for (std::size_t i = 0; i < d_; ++i) {
                const S* of_body = y.data() + n_ + body.first_node * d_ + i;
                S sum = 0;
                for (std::size_t b = 0; b < body.nodes; ++b) sum += body.mass[a * body.nodes + b] * of_body[b * d_];
                v += of_body[a * d_] * of_body[a * d_];
                momentum += sum * sum;
            }
    return sqrt(x * force) + sqrt(v * momentum);
}

template <class S>
S Equations<S>::potential(const Vector& y, S* scale) const {
    S sum = 0, sizes = 0;
    for (const auto& piece : system_.pieces) {
        if (piece->role != Role::potential || piece->input) continue;
        piece->value(state_of(*piece, y), out_.data());
        sum += out_[0];
        sizes += magnitude(out_[0]);
    }
    if (system_.lagrangian) {
        sum = system_.lagrangian->potential(y.data());
        sizes = magnitude(sum);
    }
    if (scale) *scale = sizes;
    return sum;
}

template <class S>
std::vector<S> Equations<S>::rows(const Vector& y, bool with_others) const {
    Vector phi;
    for (const auto& piece : system_.pieces) {
        if (piece->role != Role::row || (piece->by_graph() && !with_others)) continue;
        piece->value(state_of(*piece, y), out_.data());
        phi.insert(phi.end(), out_.data(), out_.data() + piece->outputs);
    }
    return phi;
}

template <class S>
double Equations<S>::time_of_rounding(const Vector& y) const {
    S place = 0, speed = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        place = std::max<S>(place, magnitude(y[i]));
        speed = std::max<S>(speed, magnitude(y[n_ + i]));
    }
    return speed > S(0) ? epsilon<S>() * static_cast<double>(place / speed) : 0;
}

template <class S>
double Equations<S>::longest_step(const Vector& y, const Vector& rate, double wanted) const {
    std::array<double, most_variables> r{}, w{}, a{};
    const double rounding = 100 * time_of_rounding(y);
    for (const auto& piece : system_.pieces) {
        state_of(*piece, y);  // into r_ and w_
        for (std::size_t i = 0; i < piece->places.size() * d_; ++i) {
            r[i] = static_cast<double>(r_[i]);
            w[i] = static_cast<double>(w_[i]);
        }
        const double time = piece->in_time ? static_cast<double>(y[time_index()]) : 0;
        const PieceState<double> state{r.data(), w.data(), time, d_};
        wanted = std::min(wanted, std::max(piece->time_scale(state), rounding));
        if (!piece->may_be_narrow()) continue;
        for (std::size_t i = 0; i < piece->places.size(); ++i)
            evaluate_rates(piece->places[i], rate, &r_[i * d_], &w_[i * d_]);
        for (std::size_t i = 0; i < piece->places.size() * d_; ++i) a[i] = static_cast<double>(w_[i]);
        wanted = piece->seen_time(state, a.data(), static_cast<double>(kinetic(y)), wanted);
    }
    for (const auto& input : system_.inputs)
        if (input) wanted = seen_duration(*input, static_cast<double>(y[time_index()]), wanted);
    for (std::size_t p = 0; p < system_.tracks.size(); ++p) {
        S v[3], a_of_point[3], c[3], slope[3];
        evaluate_rates(system_.tracks[p].place, rate, v, a_of_point);
        const double s = static_cast<double>(y[2 * n_ + p]);
        system_.tracks[p].curve->at(y[2 * n_ + p], c, slope);
        const double speed = static_cast<double>(system_.tracks[p].curve->rate(v, slope)),
                     acceleration = static_cast<double>(system_.tracks[p].curve->rate(a_of_point, slope));
        const double furthest = 2 * wanted * (std::fabs(speed) + wanted * std::fabs(acceleration));
        if (!(furthest > 0)) continue;
        for (double reach : {furthest, -furthest})
            wanted *= std::min(1.0, system_.tracks[p].curve->seen_reach(s, reach) / furthest);
    }
    return time_of_turn(rate, wanted);
}

}  // namespace cchnn::judge
