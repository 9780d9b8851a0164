#pragma once
// A function of one parameter with its first and second derivative, at one value of the parameter, and the arithmetic
// of such functions. Formulas of curves are evaluated with it. f(a(q)) has f', f'' by the chain rule
//   (1)  (f o a)' = f'(a) a',   (f o a)'' = f''(a) a'^2 + f'(a) a''

#include "numbers/elementary.hpp"
#include "numbers/exact.hpp"

namespace cchnn {

template <class Real>
struct Jet {
    Real value, first, second;
};

template <class Real>
struct FromExact<Jet<Real>> {
    static Jet<Real> of(const Exact& a) { return {FromExact<Real>::of(a), Real(0.0), Real(0.0)}; }
};

template <class Real>
inline Jet<Real> operator+(const Jet<Real>& a, const Jet<Real>& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
}
template <class Real>
inline Jet<Real> operator-(const Jet<Real>& a, const Jet<Real>& b) {
    return {a.value - b.value, a.first - b.first, a.second - b.second};
}
template <class Real>
inline Jet<Real> operator-(const Jet<Real>& a) {
    return {-a.value, -a.first, -a.second};
}
template <class Real>
inline Jet<Real> operator*(const Jet<Real>& a, const Jet<Real>& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2.0 * (a.first * b.first) + a.value * b.second};
}
template <class Real>
inline Jet<Real> operator/(const Jet<Real>& a, const Jet<Real>& b) {
    const Real value = a.value / b.value, first = (a.first - value * b.first) / b.value;
    return {value, first, (a.second - 2.0 * (first * b.first) - value * b.second) / b.value};
}

// (1), from f(a), f'(a), f''(a)
template <class Real>
inline Jet<Real> chain(const Jet<Real>& a, const Real& f, const Real& f1, const Real& f2) {
    return {f, f1 * a.first, f2 * (a.first * a.first) + f1 * a.second};
}
template <class Real>
inline Jet<Real> sine(const Jet<Real>& a) {
    const auto [s, c] = sine_cosine(a.value);
    return chain(a, s, c, Real(-s));
}
template <class Real>
inline Jet<Real> cosine(const Jet<Real>& a) {
    const auto [s, c] = sine_cosine(a.value);
    return chain(a, c, Real(-s), Real(-c));
}
template <class Real>
inline Jet<Real> exponential(const Jet<Real>& a) {
    const Real e = exponential(a.value);
    return chain(a, e, e, e);
}
template <class Real>
inline Jet<Real> hyperbolic_tangent(const Jet<Real>& a) {
    const Real t = hyperbolic_tangent(a.value), slope = (1.0 - t) * (1.0 + t);
    return chain(a, t, slope, Real(-2.0 * (t * slope)));
}
template <class Real>
inline Jet<Real> natural_logarithm(const Jet<Real>& a) {
    const Real slope = 1.0 / a.value;
    return chain(a, natural_logarithm(a.value), slope, Real(-(slope * slope)));
}
template <class Real>
inline Jet<Real> square_root(const Jet<Real>& a) {
    const Real root = square_root(a.value), slope = 0.5 / root;
    return chain(a, root, slope, Real(-0.5 * (slope / a.value)));
}
// a^n by squaring; n < 0: 1/a^-n.
template <class Real>
inline Jet<Real> integer_power(Jet<Real> a, int n) {
    Jet<Real> power{Real(1.0), Real(0.0), Real(0.0)};
    for (int left = n < 0 ? -n : n; left > 0; left /= 2) {
        if (left % 2 == 1) power = power * a;
        if (left > 1) a = a * a;
    }
    return n < 0 ? Jet<Real>{Real(1.0), Real(0.0), Real(0.0)} / power : power;
}

}  // namespace cchnn
