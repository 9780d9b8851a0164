#pragma once
// A function along one step of an integrator, and how much of it the step may pass unseen between two stages. The step
// is q = -1 .. 1, and
//
//   (1)  f(q) = middle + slope q + R(q) + U(q)
//   (2)  |R(q)| <= rest for |q| <= 1,   <= rest_beyond for complex |q| <= 2;      |U(q)| <= unseen for real |q| <= 1
//
// middle + slope q + R is analytic, and by Cauchy's estimate no rougher on the step than a polynomial of 16th degree
// while
//
//   (3)  2 |slope| + rest_beyond <= 2^16 (|slope| + rest)
//
// The stages of a step and its error estimate resolve such a function. Where (3) fails, or a function has a singularity
// too near, the whole change of f over the step counts as unseen: half of its range, which is 0 where exp or tanh are
// flat. The unseen part of an argument, times the largest slope of a function there, is unseen in the function.
//
// `energy` is the least kinetic energy, above 0, of the nodes that f depends on: the scale that `unseen` is compared
// with.  [J]
//
// A number type for potentials and formulas. Bounds are not rounded outwards, since only their magnitude matters.

#include <algorithm>
#include <cmath>

#include "numbers/elementary.hpp"
#include "numbers/exact.hpp"

namespace cchnn {

struct StepRange {
    double middle = 0, slope = 0, rest = 0, rest_beyond = 0, unseen = 0, energy = INFINITY;

    StepRange() = default;
    StepRange(double constant) : middle(constant) {}  // NOLINT: a number is a function
    // Hermite's cubic from `from` to `to`; the rates are multiplied by the length of the step.
    static StepRange cubic(double from, double rate_from, double to, double rate_to) {
        StepRange f(0.5 * (from + to) + 0.125 * (rate_from - rate_to));
        f.slope = 0.75 * (to - from) - 0.125 * (rate_from + rate_to);
        f.add_rest(0.125 * std::fabs(rate_to - rate_from), 2);
        f.add_rest(0.125 * std::fabs(2 * (from - to) + rate_from + rate_to), 3);
        return f;
    }
    // Adds the bounds (2) of a term coefficient q^degree.
    void add_rest(double coefficient, int degree) {
        rest += coefficient;
        rest_beyond += coefficient * static_cast<double>(1 << degree);
    }

    double reach() const { return std::fabs(slope) + rest; }  // without what is unseen
    double reach_beyond() const { return 2 * std::fabs(slope) + rest_beyond; }
    double low() const { return middle - (reach() + unseen); }
    double high() const { return middle + (reach() + unseen); }
    // (3); false for NaN.
    bool is_smooth() const { return reach_beyond() <= 65536 * reach() && std::isfinite(reach_beyond()); }
    // This function, of which it is known that its values lie between two numbers. Where (3) fails, or the two are
    // closer than what is unseen, all that is left is a constant of which half the range is unseen.
    StepRange within(double least, double most) const {
        const double half = 0.5 * (most - least);
        if (is_smooth() && (unseen <= half || !std::isfinite(half))) return *this;
        StepRange flat(std::isfinite(half) ? least + half : 0.0);
        flat.unseen = std::isfinite(half) ? half : INFINITY;
        flat.energy = energy;
        return flat;
    }

    StepRange& operator+=(const StepRange& b) { return *this = *this + b; }
    StepRange& operator-=(const StepRange& b) { return *this = *this - b; }
    friend StepRange operator-(StepRange a) {
        a.middle = -a.middle;
        a.slope = -a.slope;
        return a;
    }
    friend StepRange operator+(StepRange a, const StepRange& b) {
        a.middle += b.middle;
        a.slope += b.slope;
        a.rest += b.rest;
        a.rest_beyond += b.rest_beyond;
        a.unseen += b.unseen;
        a.energy = std::min(a.energy, b.energy);
        return a;
    }
    friend StepRange operator-(const StepRange& a, const StepRange& b) { return a + -b; }
    friend StepRange operator*(const StepRange& a, const StepRange& b) {
        StepRange f(a.middle * b.middle);
        f.slope = a.middle * b.slope + a.slope * b.middle;
        f.add_rest(std::fabs(a.slope * b.slope), 2);
        f.rest += (std::fabs(a.middle) + a.reach()) * b.rest + (std::fabs(b.middle) + std::fabs(b.slope)) * a.rest;
        f.rest_beyond += (std::fabs(a.middle) + a.reach_beyond()) * b.rest_beyond +
                         (std::fabs(b.middle) + 2 * std::fabs(b.slope)) * a.rest_beyond;
        f.unseen =
            (std::fabs(a.middle) + a.reach() + a.unseen) * b.unseen + (std::fabs(b.middle) + b.reach()) * a.unseen;
        f.energy = std::min(a.energy, b.energy);
        if (f.unseen == 0 && f.is_smooth()) return f;  // as within() would return it
        const auto [least, most] =
            std::minmax({a.low() * b.low(), a.low() * b.high(), a.high() * b.low(), a.high() * b.high()});
        return f.within(least, most);
    }
    friend StepRange operator/(const StepRange& a, const StepRange& b) { return a * inverse(b); }
    friend StepRange inverse(const StepRange& b);
};

template <>
struct FromExact<StepRange> {
    static StepRange of(const Exact& a) { return StepRange(a.high); }
};

// g(f) of a function g: its value and slope at f.middle, the largest slope on the step, and bend(w), which bounds
// |g(middle + u) - g(middle) - g' u| for complex |u| <= w; infinity where g is not analytic.
template <class Bend>
StepRange composed(const StepRange& f, double value, double slope, double steepest, const Bend& bend) {
    StepRange g(value);
    g.slope = slope * f.slope;
    g.rest = std::fabs(slope) * f.rest + bend(f.reach());
    g.rest_beyond = std::fabs(slope) * f.rest_beyond + bend(f.reach_beyond());
    g.unseen = f.unseen == 0 ? 0 : steepest * f.unseen;
    g.energy = f.energy;
    return g;
}

inline StepRange inverse(const StepRange& b) {
    const double size = std::fabs(b.middle), least = size - (b.reach() + b.unseen);
    const auto bend = [&](double w) { return w < size ? w * w / (size * size * (size - w)) : INFINITY; };
    const double at = 1 / b.middle;
    if (!(least > 0)) return composed(b, at, -at * at, INFINITY, bend).within(-INFINITY, INFINITY);
    return composed(b, at, -at * at, 1 / (least * least), bend).within(1 / b.high(), 1 / b.low());
}

inline StepRange square_root(const StepRange& f) {
    const double root = std::sqrt(f.middle), least = std::sqrt(std::max(f.low(), 0.0));
    const auto bend = [&](double w) {
        if (!(w < f.middle)) return static_cast<double>(INFINITY);
        const double near = 1 + std::sqrt(1 - w / f.middle);
        return w * w / (2 * f.middle * root * near * near);
    };
    return composed(f, root, 0.5 / root, 0.5 / least, bend).within(least, std::sqrt(f.high()));
}

// exp, sin and cos: |g''| <= size e^w.
inline double entire_bend(double size, double w) { return w == 0 ? 0 : 0.5 * size * w * w * exponential(w); }

inline StepRange exponential(const StepRange& f) {
    const double value = exponential(f.middle), most = exponential(f.high());
    return composed(f, value, value, most, [&](double w) { return entire_bend(value, w); })
        .within(exponential(f.low()), most);
}

inline SineCosine<StepRange> sine_cosine(const StepRange& f) {
    const auto [sine, cosine] = sine_cosine(f.middle);
    const double away = f.reach() + f.unseen;
    const auto turned = [&](double value, double slope) {
        return composed(f, value, slope, std::min(1.0, std::fabs(slope) + away),
                        [](double w) { return entire_bend(1, w); })
            .within(std::max(-1.0, value - away), std::min(1.0, value + away));
    };
    return {turned(sine, cosine), turned(cosine, -sine)};
}

// With t = tanh(middle), |tanh u| <= T = w/(1 - 4 w^2/pi^2): tanh(middle + u) - t = (1 - t^2) tanh u/(1 + t tanh u).
// Far out 1 - |tanh| = 2 E/(1 + E) is more, E = exp(-2 |middle|) times at most e^(2 w).
inline StepRange hyperbolic_tangent(const StepRange& f) {
    const auto slope_at = [](double x) {
        const double e = exponential(-2.0 * std::fabs(x));
        return 4 * e / ((1 + e) * (1 + e));
    };
    const double value = hyperbolic_tangent(f.middle), slope = slope_at(f.middle);
    const auto near = [&](double w) {
        const double t = w < 1.5 ? w / (1 - 4 * w * w / (exact_pi.high * exact_pi.high)) : INFINITY;
        const double over = 1 - std::fabs(value) * t;
        return over > 0 ? slope * ((t - w) + w * std::fabs(value) * t) / over : INFINITY;
    };
    const auto far = [&](double w) {
        const double e = exponential(2 * (w - std::fabs(f.middle)));
        return e < 1 ? 4 * w * w * e * (1 + e) / ((1 - e) * (1 - e) * (1 - e)) : INFINITY;
    };
    const double nearest = std::max(0.0, std::fabs(f.middle) - (f.reach() + f.unseen));
    return composed(f, value, slope, slope_at(nearest), [&](double w) { return std::fmin(near(w), far(w)); })
        .within(hyperbolic_tangent(f.low()), hyperbolic_tangent(f.high()));
}

inline StepRange natural_logarithm(const StepRange& f) {
    const auto bend = [&](double w) { return w < f.middle ? 0.5 * w * w / (f.middle * (f.middle - w)) : INFINITY; };
    const double least = f.low() > 0 ? natural_logarithm(f.low()) : -INFINITY;
    return composed(f, natural_logarithm(f.middle), 1 / f.middle, 1 / std::max(f.low(), 0.0), bend)
        .within(least, f.high() > 0 ? natural_logarithm(f.high()) : INFINITY);
}

}  // namespace cchnn
