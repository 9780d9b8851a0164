#pragma once
// Dual numbers (forward automatic differentiation): value + tangent eps with eps^2 = 0. The code of the stepping path,
// run on these, moves tangent vectors along with the state, to rounding and without formulas of derivatives.
// Lyapunov exponents and sensitivities come from it (integrate/steppers/tangent_flow.hpp).
//
//   (1)  (a + a' eps) (b + b' eps) = a b + (a b' + b a') eps
//   (2)  (a + a' eps) / (b + b' eps) = q + (a' - q b')/b eps,  q = a/b
//   (3)  sqrt(a + a' eps) = s + a'/(2 s) eps,  s = sqrt(a)
//
// Tangent is Lanes. If Value is double, the lanes hold tangent vectors of one trajectory; if Value is Lanes, each lane
// holds one trajectory and one tangent vector of it. Comparisons, and so every branch, use values only.

#include <type_traits>

#include "numbers/elementary.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template <class Value, class Tangent>
struct Dual {
    Value value{};
    Tangent tangent{};

    Dual() = default;
    explicit Dual(const Value& v) : value(v), tangent(0.0) {}
    Dual(const Value& v, const Tangent& t) : value(v), tangent(t) {}

    Dual& operator+=(const Dual& b) { return *this = *this + b; }
    Dual& operator-=(const Dual& b) { return *this = *this - b; }
    Dual& operator*=(const Dual& b) { return *this = *this * b; }
    Dual& operator/=(const Dual& b) { return *this = *this / b; }
    Dual& operator+=(const Value& b) {
        value += b;
        return *this;
    }
    Dual& operator-=(const Value& b) {
        value -= b;
        return *this;
    }
    Dual& operator*=(const Value& b) { return *this = *this * b; }
    Dual& operator/=(const Value& b) { return *this = *this / b; }

    friend Dual operator-(const Dual& a) { return {-a.value, -a.tangent}; }
    friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.tangent + b.tangent}; }
    friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.tangent - b.tangent}; }
    friend Dual operator*(const Dual& a, const Dual& b) {
        return {a.value * b.value, a.value * b.tangent + b.value * a.tangent};
    }
    friend Dual operator/(const Dual& a, const Dual& b) {
        const Value q = a.value / b.value;
        return {q, (a.tangent - q * b.tangent) / b.value};
    }

    friend Dual operator+(const Dual& a, const Value& b) { return {a.value + b, a.tangent}; }
    friend Dual operator-(const Dual& a, const Value& b) { return {a.value - b, a.tangent}; }
    friend Dual operator*(const Dual& a, const Value& b) { return {a.value * b, a.tangent * b}; }
    friend Dual operator/(const Dual& a, const Value& b) { return {a.value / b, a.tangent / b}; }
    friend Dual operator+(const Value& a, const Dual& b) { return {a + b.value, b.tangent}; }
    friend Dual operator-(const Value& a, const Dual& b) { return {a - b.value, -b.tangent}; }
    friend Dual operator*(const Value& a, const Dual& b) { return {a * b.value, a * b.tangent}; }
    friend Dual operator/(const Value& a, const Dual& b) {
        const Value q = a / b.value;
        return {q, -(q * b.tangent) / b.value};
    }

    friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
    friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
    friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
};

// Lane by lane; a plain bool is decided by numbers/lanes.hpp.
template <class Value, class Tangent>
requires(!std::is_same_v<Mask<Value>, bool>) Dual<Value, Tangent> select(const Mask<Value>& mask,
                                                                         const Dual<Value, Tangent>& a,
                                                                         const Dual<Value, Tangent>& b) {
    return {select(mask, a.value, b.value), select(mask, a.tangent, b.tangent)};
}

template <class Value, class Tangent>
Dual<Value, Tangent> square_root(const Dual<Value, Tangent>& a) {
    const Value root = square_root(a.value);
    return {root, a.tangent / (2.0 * root)};
}

// By the chain rule, so that numbers/elementary.hpp sees plain values.
template <class Value, class Tangent>
SineCosine<Dual<Value, Tangent>> sine_cosine(const Dual<Value, Tangent>& a) {
    const auto [s, c] = sine_cosine(a.value);
    return {{s, c * a.tangent}, {c, -s * a.tangent}};
}
template <class Value, class Tangent>
Dual<Value, Tangent> exponential(const Dual<Value, Tangent>& a) {
    const Value e = exponential(a.value);
    return {e, e * a.tangent};
}
template <class Value, class Tangent>
Dual<Value, Tangent> natural_logarithm(const Dual<Value, Tangent>& a) {
    return {natural_logarithm(a.value), a.tangent / a.value};
}
template <class Value, class Tangent>
Dual<Value, Tangent> hyperbolic_tangent(const Dual<Value, Tangent>& a) {
    const Value t = hyperbolic_tangent(a.value);
    return {t, (1.0 - t) * (1.0 + t) * a.tangent};
}

}  // namespace cchnn
