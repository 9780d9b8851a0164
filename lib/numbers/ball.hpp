#pragma once
// Interval arithmetic with midpoint and radius: a Ball encloses every number within `radius` of `middle`. A result
// encloses the exact result for any numbers in its operands. Rounding enlarges the radius, so that no rounding mode is
// ever set, as intervals with two ends would need, and the bits are the same on every machine. Cells of a curve
// (elements/parts/curve/curve_cells.cpp) bound derivatives with it.
//
//   (1)  |x y - a b|   <= |a| r_b + r_a (|b| + r_b)                    x, y within r_a of a, r_b of b
//   (2)  |x/y - a/b|   <= (r_a + |a/b| r_b) / (|b| - r_b)
//   (3)  |sin x - sin a| <= min(r, r |cos a| + r^2/2)                  likewise cos
//   (4)  exp, tanh, sqrt: by their values at both ends, which monotone functions stay between
//
// Where a function has no value for some of its operands (1/0, square roots below 0), the middle is NaN. Underflow is
// not enclosed: numbers below 1e-290 are taken for 0.

#include <cmath>

#include "numbers/elementary.hpp"
#include "numbers/exact.hpp"

namespace cchnn {

struct Ball {
    double middle = 0, radius = 0;

    Ball() = default;
    Ball(double number) : middle(number) {}  // NOLINT: a number is a ball
    Ball(double at, double r) : middle(at), radius(r) {}
    // A result of a few operations in doubles, each off by half a unit in the last place. A middle of 0 counts as
    // exact.
    static Ball rounded(double at, double r) { return {at, (r + std::fabs(at) * 0x1p-51) * (1 + 0x1p-49)}; }
    // All between two numbers, low <= high, which are off by up to 16 units in the last place.
    static Ball between(double low, double high) {
        const double most = std::fmax(std::fabs(low), std::fabs(high));
        return {0.5 * (low + high), 0.5 * (high - low) + most * 0x1p-47};
    }
    double largest() const { return (std::fabs(middle) + radius) * (1 + 0x1p-51); }  // of magnitudes

    Ball& operator+=(const Ball& b) { return *this = *this + b; }
    Ball& operator-=(const Ball& b) { return *this = *this - b; }
    friend Ball operator-(const Ball& a) { return {-a.middle, a.radius}; }
    friend Ball operator+(const Ball& a, const Ball& b) { return rounded(a.middle + b.middle, a.radius + b.radius); }
    friend Ball operator-(const Ball& a, const Ball& b) { return rounded(a.middle - b.middle, a.radius + b.radius); }
    friend Ball operator*(const Ball& a, const Ball& b) {
        return rounded(a.middle * b.middle,
                       std::fabs(a.middle) * b.radius + a.radius * (std::fabs(b.middle) + b.radius));
    }
    friend Ball operator/(const Ball& a, const Ball& b) {
        const double least = std::fabs(b.middle) * (1 - 0x1p-51) - b.radius, at = a.middle / b.middle;
        if (!(least > 0)) return nowhere();
        return rounded(at, (a.radius + std::fabs(at) * b.radius) / least);
    }
    // The result where a function has no value for some numbers of its operand.
    static Ball nowhere() { return {std::numeric_limits<double>::quiet_NaN(), 0}; }
};

template <>
struct FromExact<Ball> {
    static Ball of(const Exact& a) { return {a.high, std::fabs(a.low)}; }
};

// Tighter than a * a where a reaches 0.
inline Ball square(const Ball& a) {
    const double least = std::fmax(std::fabs(a.middle) - a.radius, 0.0), most = std::fabs(a.middle) + a.radius;
    if (a.radius == 0) return a * a;
    return Ball::between(least * least, most * most);
}

inline Ball square_root(const Ball& a) {
    const double least = a.middle - a.radius;
    if (!(least > 0)) return Ball::nowhere();
    return Ball::between(std::sqrt(least), std::sqrt(a.middle + a.radius));
}

// An argument x that is off by half a unit in its last place changes the value by a share of |x| 2^-53.
inline Ball exponential(const Ball& a) {
    const Ball e = Ball::between(exponential(a.middle - a.radius), exponential(a.middle + a.radius));
    return {e.middle, e.radius + (std::fabs(a.middle) + a.radius) * 0x1p-51 * e.largest()};
}

// Beyond 10^6 elementary.hpp has no sines; the enclosure is then that of all values, -1 .. 1.
inline SineCosine<Ball> sine_cosine(const Ball& a) {
    const auto [s, c] = sine_cosine(a.middle);
    const double r = a.radius, half = 0.5 * r * r;
    const auto around = [&](double at, double slope) {
        if (std::isnan(at)) return Ball(0, 1);
        return Ball(at, std::fmin(std::fmin(r, r * std::fabs(slope) + half), 2.0) + 0x1p-50);
    };
    return {around(s, c), around(c, s)};
}

inline Ball hyperbolic_tangent(const Ball& a) {
    return Ball::between(hyperbolic_tangent(a.middle - a.radius), hyperbolic_tangent(a.middle + a.radius));
}
// tanh' = 4 e/(1 + e)^2, e = exp(-2|x|), which 1 - tanh^2 loses where it is small.
inline Ball hyperbolic_tangent_slope(const Ball& a) {
    const double most = std::fabs(a.middle) + a.radius, least = std::fmax(std::fabs(a.middle) - a.radius, 0.0);
    const auto at = [](double x) {
        const double e = exponential(-2.0 * x);
        return 4.0 * e / ((1.0 + e) * (1.0 + e));
    };
    const Ball slope = Ball::between(at(most), at(least));
    return {slope.middle, slope.radius + most * 0x1p-50 * slope.largest()};
}

}  // namespace cchnn
