#pragma once
// How Equations fills in forces, follows points along curves and counts angles: a part of make_equations.hpp.

#include <cmath>

#include "judge/equations.hpp"
#include "judge/kinds/angles.hpp"

namespace cchnn::judge {

// The value of an input: its formula at the time in y, or the number that follow() put there.
template <class S>
S Equations<S>::input(int k, const Vector& y) const {
    const std::size_t i = static_cast<std::size_t>(k);
    return system_.inputs[i] ? system_.inputs[i]->at(&y[time_at()]) : y[time_at() + 1 + i];
}

// By duals of duals along t.
template <class S>
typename Equations<S>::Base Equations<S>::base(const S& time) const {
    Base sum{};
    for (const MoveText& move : system_.moves) {
        const Dual<Dual<S>> t({time, S(1)}, {S(1), S(0)});
        const Dual<Dual<S>> u = system_.inputs[static_cast<std::size_t>(move.input)]->at(&t);
        for (std::size_t i = 0; i < d_; ++i) {
            sum[0][i] += S(move.along[i]) * u.value.value;
            sum[1][i] += S(move.along[i]) * u.value.slope;
            sum[2][i] += S(move.along[i]) * u.slope.slope;
        }
    }
    return sum;
}

// What one row of a gradient makes of a vector of the Origins.
template <class S>
S Equations<S>::with_base(const Piece<S>& piece, const S* gradient, const std::array<S, 3>& of_base) const {
    S sum = 0;
    for (std::size_t p = 0; p < piece.places.size(); ++p)
        if (piece.places[p].anchored != S(0))
            sum += piece.places[p].anchored * dot(gradient + p * d_, of_base.data(), system_.dimension);
    return sum;
}

template <class S>
void Equations<S>::fill_forces(const Vector& y) {
    std::fill(force_.begin(), force_.end(), S(0));
    for (const auto& piece : system_.pieces) {
        if (piece->role == Role::row || piece->role == Role::velocity_row) continue;
        piece->gradient(seen(*piece, y), out_.data());
        if (piece->input >= 0) {
            const S u = input(piece->input, y);
            for (std::size_t i = 0; i < piece->places.size() * d_; ++i) out_[i] *= u;
        }
        spread(*piece, out_.data(), force_.data(), -1);
    }
}

// One Newton step of (2) of curve.hpp for each point on a curve.
template <class S>
void Equations<S>::follow_curves(Vector& y) const {
    for (std::size_t p = 0; p < system_.tracks.size(); ++p) {
        S r[3], w[3], c[3], slope[3];
        look(system_.tracks[p].place, y, r, w);
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
        for (std::size_t p = 0; p < places.size(); ++p) look(places[p], y, r_.data() + p * d_, w_.data() + p * d_);
        S& theta = y[2 * n_ + system_.tracks.size() + a];
        theta = counted(Seen<S>{r_.data(), w_.data(), theta, system_.dimension});
    }
}

// A time within which no angle changes by more than about one radian, so that its turns can be counted.
template <class S>
double Equations<S>::time_of_turn(const Vector& rate, double wanted) const {
    for (const Turn<S>& turn : system_.angles) {
        double speed = 0, push = 0;
        for (const Place<S>& place : turn.places) {
            look_along(place, rate, r_.data(), w_.data());  // (v, a)
            speed += std::sqrt(static_cast<double>(dot(r_.data(), r_.data(), system_.dimension)));
            push += std::sqrt(static_cast<double>(dot(w_.data(), w_.data(), system_.dimension)));
        }
        const double furthest = wanted * (speed + wanted * push);
        if (furthest > 1) wanted /= furthest;
    }
    return wanted;
}

}  // namespace cchnn::judge
