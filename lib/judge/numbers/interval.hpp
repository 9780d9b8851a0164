#pragma once
// Interval arithmetic: what a formula can reach while its parameter runs through an interval (Moore 1966). It
// answers one question, whether a curve or an energy has a feature between two points at which it was evaluated.
// Ends are not rounded outwards, since an error in their last digit does not change that answer.

#include <algorithm>
#include <cmath>

#include "judge/numbers/real.hpp"

namespace cchnn::judge {

struct Interval {
    double low = 0, high = 0;

    Interval() = default;
    Interval(double number) : low(number), high(number) {}
    Interval(double from, double to) : low(from), high(to) {}
    double width() const { return high - low; }

    Interval& operator+=(const Interval& b) {
        low += b.low;
        high += b.high;
        return *this;
    }
    friend Interval operator-(const Interval& a) { return {-a.high, -a.low}; }
    friend Interval operator+(const Interval& a, const Interval& b) { return {a.low + b.low, a.high + b.high}; }
    friend Interval operator-(const Interval& a, const Interval& b) { return {a.low - b.high, a.high - b.low}; }
    friend Interval operator*(const Interval& a, const Interval& b) {
        const auto times = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
        const double p[]{times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
        return {*std::min_element(p, p + 4), *std::max_element(p, p + 4)};
    }
    friend Interval operator/(const Interval& a, const Interval& b) {
        if (b.low <= 0 && b.high >= 0) return everything();
        return a * Interval(1 / b.high, 1 / b.low);
    }
    static Interval everything() {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
};

inline Interval sqrt(const Interval& a) { return {std::sqrt(std::max(a.low, 0.0)), std::sqrt(std::max(a.high, 0.0))}; }
inline Interval exp(const Interval& a) { return {std::exp(a.low), std::exp(a.high)}; }
inline Interval log(const Interval& a) { return {std::log(a.low), std::log(a.high)}; }
inline Interval tanh(const Interval& a) { return {std::tanh(a.low), std::tanh(a.high)}; }
// Whether a contains peak + 2 pi k for a whole k.
inline bool reaches(const Interval& a, double peak) {
    const double turn = 2 * pi_parts[0];
    return std::floor((a.high - peak) / turn) >= std::ceil((a.low - peak) / turn);
}
inline Interval sin(const Interval& a) {
    if (!std::isfinite(a.width())) return {-1, 1};
    const double x = std::sin(a.low), y = std::sin(a.high), quarter = pi_parts[0] / 2;
    return {reaches(a, -quarter) ? -1 : std::min(x, y), reaches(a, quarter) ? 1 : std::max(x, y)};
}
inline Interval cos(const Interval& a) { return sin(a + Interval(pi_parts[0] / 2)); }

// By monotony, which gives the exact range; x * x would treat both factors as independent.
inline Interval power(const Interval& a, int n) {
    if (n == 0) return 1;
    if (n < 0) return Interval(1) / power(a, -n);
    const double x = std::pow(a.low, n), y = std::pow(a.high, n);
    if (n % 2 == 0 && a.low <= 0 && a.high >= 0) return {0, std::max(x, y)};
    return {std::min(x, y), std::max(x, y)};
}

}  // namespace cchnn::judge
