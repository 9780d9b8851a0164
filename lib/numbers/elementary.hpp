#pragma once
// sin, cos, exp, tanh and log from + - * /, comparisons and bits of exponents: the same bits on every machine and lane.
//
//   (1)  x = k pi/2 + r, |r| <= pi/4,   sin and cos of r by their series, exchanged and signed by k mod 4
//   (2)  x = k ln 2 + r, |r| <= ln2/2,  exp x = 2^k exp r
//   (3)  tanh x = sign(x) (1 - e)/(1 + e),  e = exp(-2|x|);  its series near 0
//   (4)  x = 2^k m, m in [1/sqrt 2, sqrt 2),  log x = k ln 2 + 2 artanh((m - 1)/(m + 1)), by its series;
//        NaN for x < 2^-1022 and for infinity
//
// pi/2 and ln 2 are sums of numbers of 33 bits, so that k times each is exact, and what r loses is carried along as
// `low`. Errors against MPFR: below 1 unit in the last place for sin, cos and exp, 3 for tanh, 2 for log. |x| > 10^6
// has no sine: NaN. Real is double, Lanes, a quad type of Boost.Multiprecision (113 bits, the same errors), or
// DoubleDoubleOf<lanes> (106 bits, errors of 2^-101 of the larger of 1 and the value; of exp and tanh relative ones).

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

namespace elementary {

// The type of a series' coefficients: a plain number, the same for all lanes. `bits` decides how many terms it has.
template <class Real>
using Scalar = std::conditional_t<std::is_same_v<Real, Lanes>, double,
                                  std::conditional_t<is_double_double<Real>, DoubleDouble, Real>>;
template <class Real>
inline constexpr int bits = is_double_double<Real> ? 106 : std::numeric_limits<Scalar<Real>>::digits;

inline constexpr std::array<double, 6> half_pi{0x1.921fb54400000p+0,   0x1.0b4611a600000p-34,  0x1.3198a2e000000p-69,
                                               0x1.b839a25200000p-104, 0x1.2704453300000p-142, 0x1.cc74020b00000p-175};
inline constexpr std::array<double, 6> ln2{0x1.62e42fef00000p-1,   0x1.473de6af00000p-34,  0x1.3c76730000000p-69,
                                           0x1.f97b57a000000p-103, 0x1.e6864ce500000p-137, 0x1.8b62d8a000000p-172};

// 1/n!, n = 0 .. 34; n! is exact in double up to 22!.
template <class Scalar>
struct InverseFactorials {
    std::array<Scalar, 35> of;
    constexpr InverseFactorials() : of{} {
        Scalar factorial = 1;
        for (int n = 0; n < 35; ++n) {
            of[n] = Scalar(1) / factorial;
            factorial = factorial * Scalar(n + 1);
        }
    }
};
template <class Scalar>
inline const InverseFactorials<Scalar> inverse_factorials{};
template <>
inline constexpr InverseFactorials<double> inverse_factorials<double>{};

// sum_{i = 0 .. count-1} sign^i z^i / (first + i step)!
template <class Real>
inline Real series(const Real& z, int first, int step, int count, double sign) {
    const auto& inverse = inverse_factorials<Scalar<Real>>.of;
    const auto at = [&](int i) { return inverse[first + i * step]; };
    Real sum = Real(at(count - 1));
    for (int i = count - 2; i >= 0; --i) sum = at(i) + sign * (z * sum);
    return sum;
}

// Nearest whole number of |x| < 2^(bits - 2).
template <class Real>
inline Real nearest_integer(const Real& x) {
    if constexpr (is_double_double<Real>)
        return Real((x.high + 0x1.8p52) - 0x1.8p52);  // up to ties, of numbers below 2^51
    Scalar<Real> large = 1.5;
    for (int i = 1; i < bits<Real>; ++i) large = large * 2.0;
    return (x + large) - large;
}
template <>
inline double nearest_integer(const double& x) {
    return (x + 0x1.8p52) - 0x1.8p52;
}
template <>
inline Lanes nearest_integer(const Lanes& x) {
    return (x + 0x1.8p52) - 0x1.8p52;
}

// 2^k for a whole k of -1022 .. 1023 (double). The last bits of k + 1023 + 1.5 2^52 are those of k + 1023; a k that is
// not finite gives some number, where its conversion to an integer would be undefined.
inline double power_of_two(double k) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(k + (0x1.8p52 + 1023)) << 52);
}
template <class Real>
inline Real power_of_two(const Real& k) {
    if constexpr (std::is_same_v<Real, Lanes> || is_double_double<Real>) {
        Real result = k;
        for (int l = 0; l < lane_count<Real>; ++l) set_lane(result, l, power_of_two(lane(k, l)));
        return result;
    } else {
        return ldexp(Real(1), static_cast<int>(k));
    }
}

// k of (4), of a normal x > 0; 0 of any other.
inline double logarithm_exponent(double x) {
    if (!(x >= std::numeric_limits<double>::min() && x <= std::numeric_limits<double>::max())) return 0;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto k = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
    const auto between_1_and_2 = std::bit_cast<double>((bits & 0xfffffffffffff) | (std::uint64_t{1023} << 52));
    return between_1_and_2 < 1.4142135623730951 ? k : k + 1;
}
template <class Real>
inline Real logarithm_exponent(const Real& x) {
    Real result = Real(0.0);
    for (int l = 0; l < lane_count<Real>; ++l) set_lane(result, l, logarithm_exponent(lane(x, l)));
    return result;
}

// 1/(2n + 1)
template <class Scalar>
struct InverseOdd {
    std::array<Scalar, 26> of;
    constexpr InverseOdd() : of{} {
        for (int n = 0; n < 26; ++n) of[n] = Scalar(1) / Scalar(2.0 * n + 1.0);
    }
};
template <class Scalar>
inline const InverseOdd<Scalar> inverse_odd{};

// x - k sum(parts) as high + low; k times a part is exact.
template <class Real>
struct Reduced {
    Real high, low;
};
template <class Real>
inline Reduced<Real> reduce(const Real& x, const Real& k, const std::array<double, 6>& parts) {
    Real high = x - k * parts[0], low = Real(0.0);
    const std::size_t count = bits<Real> > 53 ? 6 : 4;
    for (std::size_t i = 1; i < count; ++i) {
        const Real part = k * parts[i], sum = high - part, back = sum - high;
        low += (high - (sum - back)) - (part + back);
        high = sum;
    }
    const Real sum = high + low;
    return {sum, low - (sum - high)};
}

}  // namespace elementary

template <class Real>
struct SineCosine {
    Real sine, cosine;
};

// (1). Lanes out of range compute with x = 0 and become NaN at the end: no branch depends on a single lane.
template <class Real>
inline SineCosine<Real> sine_cosine(const Real& x) {
    using namespace elementary;
    constexpr int terms = bits < Real >> 53 ? 15 : 8;
    const Mask<Real> in_range = absolute(x) <= Real(1e6);
    const Real at = select(in_range, x, Real(0.0));
    const Real k = nearest_integer<Real>(at * 0.63661977236758138);
    const auto [r, low] = reduce(at, k, half_pi);
    const Real z = r * r, half = 0.5 * z, near = 1.0 - half;
    const Real sine = r + (low * near - r * (z * series(z, 3, 2, terms, -1.0)));
    const Real cosine = near + (((1.0 - near) - half) + (z * z * series(z, 4, 2, terms, -1.0) - r * low));
    const Real turn = k - 4.0 * nearest_integer<Real>(0.25 * k);  // -2 .. 2
    const Mask<Real> odd = absolute(turn) == Real(1.0), back = absolute(turn) == Real(2.0), down = turn == Real(-1.0);
    const Real s = select(odd, cosine, sine), c = select(odd, sine, cosine);
    const Real nan = Real(std::numeric_limits<double>::quiet_NaN());
    return {select(in_range, select(back || down, -s, s), nan),
            select(in_range, select(back || turn == Real(1.0), -c, c), nan)};
}

// (2). 2^k is multiplied in two halves, since k may exceed the exponents of a double where the result does not.
template <class Real>
inline Real exponential(const Real& x) {
    using namespace elementary;
    constexpr int terms = bits < Real >> 53 ? 26 : 13;
    constexpr double most = bits < Real >> 106 ? 12000 : 1400;  // beyond, infinity or zero already
    const Real below = select(Real(most) < x, Real(most), x), at = select(below < Real(-most), Real(-most), below);
    const Real k = nearest_integer<Real>(at * 1.4426950408889634);
    const auto [r, low] = reduce(at, k, ln2);
    const Real rest = r + (r * r * series(r, 2, 1, terms, 1.0) + low * (1.0 + r));
    const Real half = nearest_integer<Real>(0.5 * k);
    return (1.0 + rest) * power_of_two(half) * power_of_two(Real(k - half));
}

template <class Real>
inline Real hyperbolic_tangent(const Real& x) {
    using namespace elementary;
    const Real size = absolute(x);
    const Real e = exponential(Real(-2.0 * size)), far = (1.0 - e) / (1.0 + e);
    // sinh/cosh by their series, where 1 - e would cancel.
    constexpr int terms = bits < Real >> 53 ? 16 : 10;
    const Real near_x = select(size < Real(1.0), x, Real(0.0)), z = near_x * near_x;
    const Real near = near_x * series(z, 1, 2, terms, 1.0) / series(z, 0, 2, terms, 1.0);
    return select(size < Real(1.0), near, select(x < Real(0.0), -far, far));
}

// (4)
template <class Real>
inline Real natural_logarithm(const Real& x) {
    using namespace elementary;
    constexpr int terms = bits < Real >> 53 ? 25 : 12;
    const Real k = logarithm_exponent<Real>(x), half = nearest_integer<Real>(0.5 * k);
    const Real m = x * power_of_two(Real(-half)) * power_of_two(Real(half - k));
    const Real f = (m - 1.0) / (m + 1.0), z = f * f;
    const auto& inverse = inverse_odd<Scalar<Real>>.of;
    Real sum = Real(inverse[terms - 1]);
    for (int n = terms - 2; n > 0; --n) sum = inverse[n] + z * sum;
    Real low = 2.0 * (f * (z * sum));
    for (std::size_t i = ln2.size(); i-- > 1;) low += k * ln2[i];
    const Real value = k * ln2[0] + (2.0 * f + low);
    return select(Real(std::numeric_limits<double>::min()) <= x, value, Real(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace cchnn
