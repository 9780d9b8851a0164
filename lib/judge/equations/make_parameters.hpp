#pragma once
// How Equations fills in forces and their power, follows points along curves and counts angles: a part of
// make_equations.hpp.

#include <cmath>

#include "judge/equations.hpp"
#include "judge/kinds/angles.hpp"

namespace cchnn::judge {

// The value of an input: its formula at the time in y, or the number that follow() put there.
template <class S>
S Equations<S>::input(std::size_t k, const Vector& y) const {
    return system_.inputs[k] ? system_.inputs[k]->at(&y[time_index()]) : y[time_index() + 1 + k];
}

// By duals of duals along t.
template <class S>
typename Equations<S>::Base Equations<S>::base(const S& time) const {
    Base sum{};
    for (const MoveText& move : system_.moves) {
        const Dual<Dual<S>> t({time, S(1)}, {S(1), S(0)});
        const Dual<Dual<S>> u = system_.inputs[move.input]->at(&t);
        for (std::size_t i = 0; i < d_; ++i) {
            sum[0][i] += S(move.along[i]) * u.value.value;
            sum[1][i] += S(move.along[i]) * u.value.slope;
            sum[2][i] += S(move.along[i]) * u.slope.slope;
        }
    }
    return sum;
}

// One row of a gradient times the displacement of the Origins or one of its derivatives.
template <class S>
S Equations<S>::times_base(const Piece<S>& piece, const S* gradient, const std::array<S, 3>& of_base) const {
    S sum = 0;
    for (std::size_t p = 0; p < piece.places.size(); ++p)
        if (piece.places[p].anchored != S(0))
            sum += piece.places[p].anchored * dot(gradient + p * d_, of_base.data(), d_);
    return sum;
}

template <class S>
std::vector<S> Equations<S>::inputs_of_lagrangian(const Vector& y) const {
    Vector u;
    for (const std::size_t k : system_.lagrangian->inputs()) u.push_back(input(k, y));
    return u;
}

// Also fills in (3), without the part of the rows; that of a Lagrangian follows from its accelerations.
template <class S>
void Equations<S>::fill_forces(const Vector& y) {
    std::fill(force_.begin(), force_.end(), S(0));
    work_rate_ = loss_rate_ = 0;
    const Base moved = base(system_.moves.empty() ? S(0) : y[time_index()]);
    if (system_.lagrangian) {
        const S *const q = y.data(), *const w = q + n_;
        const Vector u = inputs_of_lagrangian(y);
        force_ = system_.lagrangian->forces(q, w, u);
        if (with_work_) loss_rate_ = system_.lagrangian->loss(q, w, u);
        set_inertia(y, true);
    }
    for (const auto& piece : system_.pieces) {
        if (piece->role == Role::row || piece->role == Role::velocity_row || piece->role == Role::gap) continue;
        piece->gradient(state_of(*piece, y), out_.data());
        if (piece->input) {
            const S u = input(*piece->input, y);
            for (std::size_t i = 0; i < piece->places.size() * d_; ++i) out_[i] *= u;
        }
        add_to_nodes(*piece, out_.data(), force_.data(), -1);
        if (!with_work_ || piece->role == Role::gyroscopic) continue;
        const S all = dot(out_.data(), w_.data(), piece->places.size() * d_),
                of_base = times_base(*piece, out_.data(), moved[1]);
        if (piece->input) work_rate_ -= all - of_base;
        else work_rate_ += of_base;
        if (piece->role == Role::rayleigh) loss_rate_ += all;
    }
}

// One Newton step of (2) of curve.hpp for each point on a curve.
template <class S>
void Equations<S>::follow_curves(Vector& y) const {
    for (std::size_t p = 0; p < system_.tracks.size(); ++p) {
        S r[3], w[3], c[3], slope[3];
        evaluate(system_.tracks[p].place, y, r, w);
        system_.tracks[p].curve->at(y[2 * n_ + p], c, slope);
        for (std::size_t i = 0; i < d_; ++i) r[i] -= c[i];
        y[2 * n_ + p] += system_.tracks[p].curve->rate(r, slope);
    }
}

// Replaces each counted angle by the one within half a turn of it that the state has.
template <class S>
void Equations<S>::count_angles(Vector& y) const {
    for (std::size_t a = 0; a < system_.angles.size(); ++a) {
        const std::vector<Place<S>>& places = system_.angles[a].places;
        for (std::size_t p = 0; p < places.size(); ++p) evaluate(places[p], y, r_.data() + p * d_, w_.data() + p * d_);
        S& theta = y[2 * n_ + system_.tracks.size() + a];
        theta = counted(PieceState<S>{r_.data(), w_.data(), theta, d_}, system_.angles[a].shift);
    }
}

// A time within which no angle changes by half a turn, so that its turns can be counted: 2.5 rad, since the stages of a
// step go no farther than its end, but for their errors.
template <class S>
double Equations<S>::time_of_turn(const Vector& rate, double wanted) const {
    for (const CountedAngle<S>& angle : system_.angles) {
        double speed = 0, acceleration = 0;
        for (const Place<S>& place : angle.places) {
            evaluate_rates(place, rate, r_.data(), w_.data());  // (v, a)
            speed += std::sqrt(static_cast<double>(dot(r_.data(), r_.data(), d_)));
            acceleration += std::sqrt(static_cast<double>(dot(w_.data(), w_.data(), d_)));
        }
        const double furthest = wanted * (speed + wanted * acceleration) / 2.5;
        if (furthest > 1) wanted /= furthest;
    }
    return wanted;
}

}  // namespace cchnn::judge
