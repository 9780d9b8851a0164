#pragma once
// Numbers that carry derivatives (forward-mode automatic differentiation; Griewank, Walther, Evaluating
// Derivatives, 2008).
//
//   (1)  (a, a') (b, b') = (a b, a b' + a' b),  f(a, a') = (f(a), f'(a) a')
//   (2)  Dual<Dual<S>> of (x, v), (v, 0) gives f(x), Df v and, innermost, D^2 f [v, v]
//   (3)  Slopes of one number along three directions at once: work that the directions share is done once, and zeros,
//        which most slopes of a row or an energy are, cost nothing

#include <array>

#include "judge/numbers/real.hpp"

namespace cchnn::judge {

template <class T>
struct Dual;

// The number type at the bottom of nested duals, which constants have.
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
    // With a constant, at half the work.
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

// a^n for a whole number n, by repeated squaring.
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

template <class S>
struct Slopes;
template <class S>
struct BaseOf<Slopes<S>> {
    using Type = S;
};

// A number with up to three slopes, (3). Bit i of `varies` says whether slope i may differ from 0.
template <class S>
struct Slopes {
    static constexpr std::size_t most = 3;
    S value{};
    std::array<S, most> slope{};  // 0 where no bit of `varies` is set
    unsigned varies = 0;

    Slopes() = default;
    Slopes(const S& constant) : value(constant) {}
    bool along(std::size_t i) const { return (varies >> i & 1u) != 0; }
    void seed(std::size_t i) {
        slope[i] = 1;
        varies |= 1u << i;
    }
    void unseed(std::size_t i) {
        slope[i] = 0;
        varies &= ~(1u << i);
    }

    // f(a) from its value and derivative at a: every slope of a is multiplied by the derivative.
    Slopes of(const S& f, const S& derivative) const {
        Slopes made(f);
        made.varies = varies;
        for (std::size_t i = 0; i < most; ++i)
            if (along(i)) made.slope[i] = derivative * slope[i];
        return made;
    }
    // f(a, b) from its value; `both`, `first` and `second` combine the slopes if both vary, or one of them.
    template <class Both, class First, class Second>
    static Slopes of(const Slopes& a, const Slopes& b, const S& f, Both both, First first, Second second) {
        Slopes made(f);
        made.varies = a.varies | b.varies;
        for (std::size_t i = 0; i < most; ++i) {
            if (a.along(i)) made.slope[i] = b.along(i) ? both(a.slope[i], b.slope[i]) : first(a.slope[i]);
            else if (b.along(i)) made.slope[i] = second(b.slope[i]);
        }
        return made;
    }

    friend Slopes operator-(const Slopes& a) {
        Slopes made(-a.value);
        made.varies = a.varies;
        for (std::size_t i = 0; i < most; ++i)
            if (a.along(i)) made.slope[i] = -a.slope[i];
        return made;
    }
    friend Slopes operator+(const Slopes& a, const Slopes& b) {
        return of(
            a, b, a.value + b.value, [](auto& x, auto& y) { return x + y; }, [](auto& x) { return x; },
            [](auto& y) { return y; });
    }
    friend Slopes operator-(const Slopes& a, const Slopes& b) {
        return of(
            a, b, a.value - b.value, [](auto& x, auto& y) { return x - y; }, [](auto& x) { return x; },
            [](auto& y) { return -y; });
    }
    friend Slopes operator*(const Slopes& a, const Slopes& b) {
        return of(
            a, b, a.value * b.value, [&](auto& x, auto& y) { return a.value * y + x * b.value; },
            [&](auto& x) { return x * b.value; }, [&](auto& y) { return a.value * y; });
    }
    friend Slopes operator/(const Slopes& a, const Slopes& b) {
        const S quotient = a.value / b.value;
        return of(
            a, b, quotient, [&](auto& x, auto& y) { return (x - quotient * y) / b.value; },
            [&](auto& x) { return x / b.value; }, [&](auto& y) { return -(quotient * y) / b.value; });
    }

    friend Slopes sqrt(const Slopes& a) {
        const S root = sqrt(a.value);
        return a.of(root, 1 / (root + root));
    }
    friend Slopes sin(const Slopes& a) { return a.of(sin(a.value), a.varies ? cos(a.value) : S(0)); }
    friend Slopes cos(const Slopes& a) { return a.of(cos(a.value), a.varies ? -sin(a.value) : S(0)); }
    friend Slopes atan2(const Slopes& y, const Slopes& x) {
        const S square = x.value * x.value + y.value * y.value;
        return y.of(atan2(y.value, x.value), x.value / square) + x.of(S(0), -(y.value / square));
    }
    friend Slopes exp(const Slopes& a) {
        const S e = exp(a.value);
        return a.of(e, e);
    }
    friend Slopes log(const Slopes& a) { return a.of(log(a.value), 1 / a.value); }
    friend Slopes tanh(const Slopes& a) {
        const S t = tanh(a.value);
        return a.of(t, 1 - t * t);
    }
};

template <class S>
Slopes<S> power(const Slopes<S>& a, int n) {
    if (n == 0) return S(1);
    return a.of(power(a.value, n), a.varies ? S(n) * power(a.value, n - 1) : S(0));
}

}  // namespace cchnn::judge
