#pragma once
// Numbers that carry a derivative along one direction (forward mode), nested for higher ones.
//
//   (1)  (a, a') (b, b') = (a b, a b' + a' b),  f(a, a') = (f(a), f'(a) a')
//   (2)  Dual<Dual<S>> of (x, v), (v, 0) gives f(x), Df v and, innermost, D^2 f [v, v]

#include "judge/real.hpp"

namespace cchnn::judge {

template <class T>
struct Dual;

// The number at the bottom of nested duals: what constants are.
template <class T>
struct BaseOf {
    using Type = T;
};
template <class T>
struct BaseOf<Dual<T>> {
    using Type = typename BaseOf<T>::Type;
};
template <class T>
using Base = typename BaseOf<T>::Type;

template <class T>
struct Dual {
    T value{}, slope{};

    Dual() = default;
    Dual(const T& v, const T& s) : value(v), slope(s) {}
    Dual(const Base<T>& constant) : value(constant), slope(Base<T>(0)) {}  // lifts constants of formulas

    friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
    friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
    friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
    friend Dual operator*(const Dual& a, const Dual& b) {
        return {a.value * b.value, a.value * b.slope + a.slope * b.value};
    }
    friend Dual operator/(const Dual& a, const Dual& b) {
        const T quotient = a.value / b.value;
        return {quotient, (a.slope - quotient * b.slope) / b.value};
    }
    // With a constant: half the work.
    friend Dual operator+(const Dual& a, const Base<T>& c) { return {a.value + c, a.slope}; }
    friend Dual operator-(const Dual& a, const Base<T>& c) { return {a.value - c, a.slope}; }
    friend Dual operator*(const Dual& a, const Base<T>& c) { return {a.value * c, a.slope * c}; }
    friend Dual operator/(const Dual& a, const Base<T>& c) { return {a.value / c, a.slope / c}; }
    friend Dual operator+(const Base<T>& c, const Dual& a) { return {c + a.value, a.slope}; }
    friend Dual operator-(const Base<T>& c, const Dual& a) { return {c - a.value, -a.slope}; }
    friend Dual operator*(const Base<T>& c, const Dual& a) { return {c * a.value, c * a.slope}; }
    friend Dual operator/(const Base<T>& c, const Dual& a) { return Dual(c) / a; }

    friend Dual sqrt(const Dual& a) {
        const T root = sqrt(a.value);
        return {root, a.slope / (root + root)};
    }
    friend Dual sin(const Dual& a) { return {sin(a.value), cos(a.value) * a.slope}; }
    friend Dual cos(const Dual& a) { return {cos(a.value), -(sin(a.value) * a.slope)}; }
    friend Dual atan2(const Dual& y, const Dual& x) {
        const T square = x.value * x.value + y.value * y.value;
        return {atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / square};
    }
    friend Dual exp(const Dual& a) {
        const T e = exp(a.value);
        return {e, e * a.slope};
    }
    friend Dual log(const Dual& a) { return {log(a.value), a.slope / a.value}; }
    friend Dual tanh(const Dual& a) {
        const T t = tanh(a.value);
        return {t, (Base<T>(1) - t * t) * a.slope};
    }
};

// a^n of a whole number n, by squaring.
template <class T>
T power(const T& a, int n) {
    if (n == 0) return T(1);
    if (n < 0) return T(1) / power(a, -n);
    const T half = power(a, n / 2);
    return n % 2 == 0 ? T(half * half) : T(half * half * a);
}
template <class T>
Dual<T> power(const Dual<T>& a, int n) {
    if (n == 0) return Dual<T>(Base<T>(1));
    return {power(a.value, n), Base<T>(n) * (power(a.value, n - 1) * a.slope)};
}

}  // namespace cchnn::judge
