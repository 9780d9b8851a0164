#pragma once
// A number as the unevaluated sum of two doubles, high + low with |low| <= ulp(high)/2: some 106 bits. T is double, or
// a type of lanes (lanes.hpp), whose lanes then compute what double computes; DoubleDoubleOf<Pack> is a Real of the
// stepping path. What two_sum and two_product return is exact (Knuth 1969, Dekker 1971), as long as nothing overflows
// or underflows.
//
//   (1)  a + b = a (1 + e1) + b (1 + e2),  |e1|, |e2| <= 2^-104           also a - b
//   (2)  a b, a / b, sqrt a: relative errors of at most 2^-102
//
// (1) is an error relative to what is added, not to the sum; a sum that cancels is as exact as the numbers in it are.
// A result that is not finite has a high part that is not.

#include <cmath>
#include <concepts>
#include <type_traits>

#include "numbers/exact.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template <class T>
struct DoubleDoubleOf;
using DoubleDouble = DoubleDoubleOf<double>;

template <class T>
[[gnu::always_inline]] inline DoubleDoubleOf<T> two_sum(const T& a, const T& b) {
    const T sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
// |a| >= |b| or a = 0.
template <class T>
[[gnu::always_inline]] inline DoubleDoubleOf<T> quick_two_sum(const T& a, const T& b) {
    const T sum = a + b;
    return {sum, b - (sum - a)};
}
// The upper 26 bits and the rest.
template <class T>
[[gnu::always_inline]] inline DoubleDoubleOf<T> split(const T& a) {
    const T shifted = 0x1.0000002p27 * a, high = shifted - (shifted - a);
    return {high, a - high};
}
// a b - product by Dekker, without a fused multiplication.
template <class T>
[[gnu::always_inline]] inline T product_rest_by_splitting(const T& a, const T& b, const T& product) {
    const DoubleDoubleOf<T> x = split(a), y = split(b);
    return ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
}
// The same exact rest, in one instruction where there is one. A rest of zero may have the other sign.
template <class T>
[[gnu::always_inline]] inline T product_rest(const T& a, const T& b, const T& product) {
#ifdef __FMA__
    return fused_multiply_subtract(a, b, product);
#else
    return product_rest_by_splitting(a, b, product);
#endif
}
template <class T>
[[gnu::always_inline]] inline DoubleDoubleOf<T> two_product(const T& a, const T& b) {
    const T product = a * b;
    return {product, product_rest(a, b, product)};
}

// Double-double arithmetic and not a quad type of software: it needs no branches, so it runs in lanes. Refined
// trajectories are integrated with it (integrate/refinement.hpp), and constants of a file are computed with it (Exact).
template <class T>
struct DoubleDoubleOf {
    T high = T(0.0), low = T(0.0);

    static constexpr bool in_lanes = !std::is_same_v<T, double>;

    DoubleDoubleOf() = default;
    // Register by register, as in lanes.hpp.
    [[gnu::always_inline]] DoubleDoubleOf(const DoubleDoubleOf& other) : high(other.high), low(other.low) {}
    [[gnu::always_inline]] DoubleDoubleOf& operator=(const DoubleDoubleOf& other) {
        high = other.high;
        low = other.low;
        return *this;
    }
    [[gnu::always_inline]] DoubleDoubleOf(double value) : high(value), low(0.0) {}
    [[gnu::always_inline]] DoubleDoubleOf(const T& value) requires(in_lanes) : high(value), low(0.0) {}
    [[gnu::always_inline]] DoubleDoubleOf(const T& h, const T& l) : high(h), low(l) {}
    // The same number in every lane.
    template <std::same_as<DoubleDouble> One>
    requires(in_lanes) [[gnu::always_inline]] DoubleDoubleOf(const One& all) : high(all.high), low(all.low) {}
    explicit operator double() const requires(!in_lanes) { return high; }

    using Self = DoubleDoubleOf;
    [[gnu::always_inline]] friend Self operator+(const Self& a, const Self& b) {
        const Self sum = two_sum(a.high, b.high);
        return quick_two_sum(sum.high, sum.low + (a.low + b.low));
    }
    [[gnu::always_inline]] friend Self operator+(const Self& a, double b) {
        const Self sum = two_sum(a.high, T(b));
        return quick_two_sum(sum.high, sum.low + a.low);
    }
    [[gnu::always_inline]] friend Self operator+(double a, const Self& b) { return b + a; }
    [[gnu::always_inline]] Self operator-() const { return {-high, -low}; }
    [[gnu::always_inline]] friend Self operator-(const Self& a, const Self& b) { return a + -b; }
    [[gnu::always_inline]] friend Self operator-(const Self& a, double b) { return a + -b; }
    [[gnu::always_inline]] friend Self operator-(double a, const Self& b) { return -b + a; }

    [[gnu::always_inline]] friend Self operator*(const Self& a, const Self& b) {
        const Self product = two_product(a.high, b.high);
        return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
    }
    [[gnu::always_inline]] friend Self operator*(const Self& a, double b) {
        const Self product = two_product(a.high, T(b));
        return quick_two_sum(product.high, product.low + a.low * b);
    }
    [[gnu::always_inline]] friend Self operator*(double a, const Self& b) { return b * a; }

    [[gnu::always_inline]] friend Self operator/(const Self& a, const Self& b) {
        const T inverse = 1.0 / b.high, quotient = a.high * inverse;  // one division; the rest has its error
        const Self back = two_product(quotient, b.high);
        return quick_two_sum(quotient, ((a.high - back.high) - back.low + a.low - quotient * b.low) * inverse);
    }
    [[gnu::always_inline]] friend Self operator/(const Self& a, double b) {
        const double inverse = 1.0 / b;
        const T quotient = a.high * inverse;
        const Self back = two_product(quotient, T(b));
        return quick_two_sum(quotient, ((a.high - back.high) - back.low + a.low) * inverse);
    }
    [[gnu::always_inline]] friend Self operator/(double a, const Self& b) {
        const T inverse = 1.0 / b.high, quotient = a * inverse;
        const Self back = two_product(quotient, b.high);
        return quick_two_sum(quotient, ((a - back.high) - back.low - quotient * b.low) * inverse);
    }

    [[gnu::always_inline]] Self& operator+=(const Self& b) { return *this = *this + b; }
    [[gnu::always_inline]] Self& operator-=(const Self& b) { return *this = *this - b; }
    [[gnu::always_inline]] Self& operator*=(const Self& b) { return *this = *this * b; }
    [[gnu::always_inline]] Self& operator*=(double b) { return *this = *this * b; }
    [[gnu::always_inline]] Self& operator/=(const Self& b) { return *this = *this / b; }

    [[gnu::always_inline]] friend auto operator<(const Self& a, const Self& b) {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
    [[gnu::always_inline]] friend auto operator<=(const Self& a, const Self& b) {
        return a.high < b.high || (a.high == b.high && a.low <= b.low);
    }
    [[gnu::always_inline]] friend auto operator>(const Self& a, const Self& b) { return b < a; }
    [[gnu::always_inline]] friend auto operator>=(const Self& a, const Self& b) { return b <= a; }
    [[gnu::always_inline]] friend auto operator==(const Self& a, const Self& b) {
        return a.high == b.high && a.low == b.low;
    }
    [[gnu::always_inline]] friend auto operator!=(const Self& a, const Self& b) { return !(a == b); }
};

// One step of Newton from the root of the high part. The root of 0 is 0, without 0/0.
template <class T>
[[gnu::always_inline]] inline DoubleDoubleOf<T> square_root(const DoubleDoubleOf<T>& a) {
    const T root = square_root(a.high);
    const DoubleDoubleOf<T> back = two_product(root, root);
    const T rest = ((a.high - back.high) - back.low + a.low) / (root + root);
    return quick_two_sum(root, select(root == T(0.0), T(0.0), rest));
}

// As lanes.hpp has them.
template <class T>
requires(!std::is_same_v<T, double>)
    [[gnu::always_inline]] inline DoubleDoubleOf<T> select(const Mask<T>& mask, const DoubleDoubleOf<T>& a,
                                                           const DoubleDoubleOf<T>& b) {
    return {select(mask, a.high, b.high), select(mask, a.low, b.low)};
}
template <class T>
inline constexpr int lane_count<DoubleDoubleOf<T>> = lane_count<T>;
// All of the number in one lane.
template <class T>
inline DoubleDouble number_in_lane(const DoubleDoubleOf<T>& x, int l) {
    return {lane(x.high, l), lane(x.low, l)};
}
template <class T>
inline double lane(const DoubleDoubleOf<T>& x, int l) {
    return lane(x.high, l);  // the nearest double
}
template <class T>
inline void set_lane(DoubleDoubleOf<T>& x, int l, const DoubleDouble& value) {
    set_lane(x.high, l, value.high);
    set_lane(x.low, l, value.low);
}
template <class T>
inline void set_lane(DoubleDoubleOf<T>& x, int l, double value) {
    set_lane(x, l, DoubleDouble(value));
}

template <class T>
struct FromExact<DoubleDoubleOf<T>> {
    static DoubleDoubleOf<T> of(const Exact& a) { return {T(a.high), T(a.low)}; }
};
template <class T>
struct ConstantFor<DoubleDoubleOf<T>> {
    using type = DoubleDouble;
};

template <class Real>
inline constexpr bool is_double_double = false;
template <class T>
inline constexpr bool is_double_double<DoubleDoubleOf<T>> = true;

// The part of a number that suffices where a double would, such as for the sizes of errors: the high part of a
// double-double, all of any other number.
template <class Real>
struct LeadingOf {
    using type = Real;
};
template <class T>
struct LeadingOf<DoubleDoubleOf<T>> {
    using type = T;
};
template <class Real>
using Leading = typename LeadingOf<Real>::type;
template <class Real>
[[gnu::always_inline]] inline const Leading<Real>& leading(const Real& x) {
    if constexpr (is_double_double<Real>) return x.high;
    else return x;
}

// Sets `nearest` to the double nearest to a value that is known as `a` up to a relative error. False if the error
// leaves a doubt which double that is.
inline bool rounds_surely(const DoubleDouble& a, double relative_error, double& nearest) {
    const double error = std::fabs(a.high) * relative_error;
    nearest = a.high + (a.low + error);
    return nearest == a.high + (a.low - error);
}

}  // namespace cchnn
