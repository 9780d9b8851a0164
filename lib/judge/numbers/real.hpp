#pragma once
// The number types of the judge and their functions: long double (64 bits of mantissa, in hardware, 1e-19)
// where that decides, and Quad (IEEE binary128, 113 bits, 1e-34) where it does not. The functions of Quad are
// computed here from series, or by one step of Newton or Halley from their value in long double, so that no library of
// Quad functions is needed. On 64-bit ARM long double is binary128 itself, with functions of the C library: both are one
// type there, and what decides is as slow as what does not.
//
//   (1)  constants are sums of doubles, which together hold more digits than Quad: pi = sum of pi_parts
//   (2)  x = k pi/2 + y, x = k ln 2 + y: k times a part is exact, so that y keeps its digits

#include <array>
#include <cmath>
#include <limits>

namespace cchnn::judge {

#if __LDBL_MANT_DIG__ == 113
using Quad = long double;
#else
__extension__ typedef __float128 Quad;
#endif

inline constexpr std::array<double, 4> pi_parts{3.141592653589793116e+00, 1.224646799147353207e-16,
                                                -2.994769809718339666e-33, 1.112454220863365282e-49};
inline constexpr std::array<double, 4> ln2_parts{6.931471805599452862e-01, 2.319046813846299558e-17,
                                                 5.707708438416212066e-34, -3.582432210601811423e-50};

template <class S>
constexpr S pi() {
    S sum = 0;
    for (std::size_t i = pi_parts.size(); i-- > 0;) sum += S(pi_parts[i]);
    return sum;
}

// The distance from 1 to the next larger number.
template <class S>
constexpr double epsilon();
template <>
constexpr double epsilon<double>() {
    return 0x1p-52;
}
template <>
constexpr double epsilon<long double>() {
    return std::numeric_limits<long double>::epsilon();
}

using std::atan2;
using std::cos;
using std::exp;
using std::log;
using std::sin;
using std::sqrt;
using std::tanh;

template <class S>
S magnitude(S x) {
    return x < S(0) ? -x : x;
}

#if __LDBL_MANT_DIG__ != 113
template <>
constexpr double epsilon<Quad>() {
    return 0x1p-112;
}

// One Newton step from the root in long double, which has the same range of exponents: it doubles the digits.
inline Quad sqrt(Quad x) {
    const Quad guess = std::sqrt(static_cast<long double>(x));
    if (!(guess > 0)) return guess;
    return guess + (x - guess * guess) / (2 * guess);
}

namespace series {

// x - k (sum of parts), as in (2).
inline Quad without_multiples(Quad x, double k, const std::array<double, 4>& parts, double factor) {
    for (double part : parts) x -= Quad(k) * Quad(part * factor);
    return x;
}

inline Quad sine(Quad y) {  // |y| < 0.8
    Quad term = y, sum = 0;
    for (int n = 1; n < 32; n += 2) {
        sum += term;
        term *= -y * y / ((n + 1) * (n + 2));
    }
    return sum;
}
inline Quad cosine(Quad y) {
    Quad term = 1, sum = 0;
    for (int n = 0; n < 32; n += 2) {
        sum += term;
        term *= -y * y / ((n + 1) * (n + 2));
    }
    return sum;
}

// e^y - 1 for |y| < 0.35, by the series of y/64 and six doublings e^2a - 1 = (e^a - 1)(e^a + 1), which keep the
// digits of small y.
inline Quad exp_less_one(Quad y) {
    const Quad small = y / 64;
    Quad term = small, sum = 0;
    for (int n = 2; n < 18; ++n) {
        sum += term;
        term *= small / n;
    }
    for (int doubling = 0; doubling < 6; ++doubling) sum *= 2 + sum;
    return sum;
}

// The quadrant of x, and the remainder of x in it.
inline int quadrant(Quad x, Quad& rest) {
    const double k = std::nearbyint(static_cast<double>(x) * (2 / pi_parts[0]));
    rest = without_multiples(x, k, pi_parts, 0.5);
    return static_cast<int>(static_cast<long long>(k) & 3);
}

}  // namespace series

inline Quad sin(Quad x) {
    Quad y;
    const int quadrant = series::quadrant(x, y);
    const Quad value = quadrant % 2 == 0 ? series::sine(y) : series::cosine(y);
    return quadrant < 2 ? value : -value;
}
inline Quad cos(Quad x) {
    Quad y;
    const int quadrant = series::quadrant(x, y);
    const Quad value = quadrant % 2 == 0 ? series::cosine(y) : series::sine(y);
    return quadrant == 0 || quadrant == 3 ? value : -value;
}
inline Quad exp(Quad x) {
    if (x > 11000) return std::numeric_limits<long double>::infinity();
    if (x < -11000) return 0;
    const double k = std::nearbyint(static_cast<double>(x) / ln2_parts[0]);
    Quad value = 1 + series::exp_less_one(series::without_multiples(x, k, ln2_parts, 1));
    for (double left = k; left != 0;) {
        const double now = left > 1000 ? 1000 : left < -1000 ? -1000 : left;
        value *= Quad(std::ldexp(1.0, static_cast<int>(now)));
        left -= now;
    }
    return value;
}
// One step of third order (Halley) from the logarithm in 64 bits.
inline Quad log(Quad x) {
    const Quad near = std::log(static_cast<long double>(x)), e = exp(near);
    return near + 2 * ((x - e) / (x + e));
}
// One step of third order from the angle in 64 bits.
inline Quad atan2(Quad y, Quad x) {
    const Quad near = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    return near + (y * cos(near) - x * sin(near)) / sqrt(x * x + y * y);
}
// By e^2x - 1, so that small x keep their digits.
inline Quad tanh(Quad x) {
    if (x > 45) return 1;
    if (x < -45) return -1;
    const Quad e = magnitude(x) < Quad(0.17) ? series::exp_less_one(2 * x) : exp(2 * x) - 1;
    return e / (e + 2);
}
#endif

}  // namespace cchnn::judge
