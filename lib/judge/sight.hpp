#pragma once
// How long a step may be so that it misses no narrow feature of a scalar V of places on its path. A formula may have a
// feature narrower than a step anywhere, of which values at the ends of the step show nothing. Over the step a
// place moves as
//
//   (1)  r(q) = r + w h q + a h^2 q^2/2,   q = 0 .. 3/2: half a step more, for what a and w do not say
//
// and V is seen if, in each of 16 cells of q, the enclosure of its fourth derivative along the way is about as
// narrow as the fourth derivative is large at the borders of the cells:
//
//   (2)  width of V''''(cell)  <=  largest |V''''| at a border,   or   width cell^4/24 <= `negligible`     [J]
//
// The fourth derivative is used since a narrow feature beside a smooth V stands out in it: A tanh(x/b) by
// A/b^4, so that 1e-8 J over 1e-4 m gives 1e8.

#include <algorithm>
#include <array>
#include <cmath>

#include "judge/formula.hpp"
#include "judge/numbers/dual.hpp"
#include "judge/numbers/interval.hpp"
#include "judge/piece.hpp"

namespace cchnn::judge {

// The path (1) of places: their positions, velocities and accelerations, `variables` numbers each, d for each place. And the
// time s, of a kind that depends on it.
struct QuadraticPath {
    const double *r, *w, *a;
    std::size_t variables, d;
    double s = 0, s_rate = 0;
};

// d^4 V(r(q))/dq^4, h = `duration`.
template <class T, class Kind>
T fourth_derivative(const Kind& kind, const QuadraticPath& path, double duration, const T& q) {
    using Second = Dual<Dual<T>>;
    using Fourth = Dual<Dual<Second>>;
    const Second along(Dual<T>(q, T(1.0)), Dual<T>(T(1.0)));
    const Fourth time(Dual<Second>(along, Second(T(1.0))), Dual<Second>(T(1.0)));
    std::array<Fourth, most_variables> r, w;
    for (std::size_t i = 0; i < path.variables; ++i)
        r[i] = T(path.r[i]) + time * T(path.w[i] * duration) + (time * time) * T(0.5 * path.a[i] * duration * duration);
    Fourth out;
    const Fourth s = T(path.s) + time * T(path.s_rate * duration);
    kind(PieceState<Fourth>{r.data(), w.data(), s, path.d}, &out);
    return out.slope.slope.slope.slope;
}

template <class Kind>
bool is_seen(const Kind& kind, const QuadraticPath& path, double duration, double negligible) {
    constexpr int cells = 16;
    constexpr double cell = 1.5 / cells;
    double largest = 0;
    for (int i = 0; i <= cells; ++i)
        largest = std::max(largest, std::fabs(fourth_derivative(kind, path, duration, i * cell)));
    for (int i = 0; i < cells; ++i) {
        const double width = fourth_derivative(kind, path, duration, Interval(i * cell, (i + 1) * cell)).width();
        if (!(width <= largest || width * cell * cell * cell * cell / 24 <= negligible)) return false;
    }
    return true;
}

// A formula of the places, times a factor that makes it an energy.
struct ScaledFormula {
    const Formula& formula;
    double factor;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = T(factor) * formula.at(state.r);
    }
};

// The longest of `wanted`, its half, its quarter, ... that is seen. At a kink or jump no step is: there `wanted`
// stands, and the error of the step decides.
template <class Kind>
double seen_duration(const Kind& kind, const QuadraticPath& path, double negligible, double wanted) {
    constexpr int most_halvings = 40;
    double seen = wanted;
    for (int halving = 0; halving < most_halvings; ++halving) {
        if (is_seen(kind, path, seen, negligible)) return seen;
        seen /= 2;
    }
    return wanted;
}

// The same of a formula of t alone, an input. What is negligible is measured by its values at both ends, because an
// input has no energy of its own.
inline double seen_duration(const Formula& input, double t, double wanted) {
    constexpr double negligible = 1e-18, one = 1, none = 0;
    const double size = std::max(std::fabs(input(t)), std::fabs(input(t + wanted)));
    return seen_duration(ScaledFormula{input, 1}, {&t, &one, &none, 1, 1}, negligible * size, wanted);
}

}  // namespace cchnn::judge
