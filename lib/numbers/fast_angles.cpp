#include "numbers/fast_angles.hpp"

#include <mpfr.h>

#include <array>
#include <cmath>
#include <utility>

#include "numbers/double_double.hpp"

namespace cchnn {
namespace {

constexpr double relative_error = 0x1p-63;  // measured against 300 bits: 2^-66.6 for atan, 2^-65.5 for sin and cos
constexpr int steps = 64;                   // of the tables in [0, 1]

// Values to 106 bits, from MPFR once.
class Constants {
  public:
    Constants() {
        mpfr_t value, other;
        mpfr_inits2(200, value, other, static_cast<mpfr_ptr>(nullptr));
        for (std::size_t k = 0; k <= steps; ++k) {
            mpfr_set_d(value, static_cast<double>(k) / steps, MPFR_RNDN);
            mpfr_atan(other, value, MPFR_RNDN);
            atan[k] = parts(other);
            mpfr_sin_cos(other, value, value, MPFR_RNDN);
            sin[k] = parts(other), cos[k] = parts(value);
        }
        mpfr_const_pi(value, MPFR_RNDN);
        pi = parts(value);
        half_pi = {pi.high / 2, pi.low / 2};
        mpfr_sub_d(value, value, pi.high, MPFR_RNDN), mpfr_sub_d(value, value, pi.low, MPFR_RNDN);
        half_pi_rest = mpfr_get_d(value, MPFR_RNDN) / 2;
        mpfr_clears(value, other, static_cast<mpfr_ptr>(nullptr));
        mpfr_free_cache();
    }
    std::array<DoubleDouble, steps + 1> atan{}, sin{}, cos{};
    DoubleDouble pi, half_pi;
    double half_pi_rest;

  private:
    static DoubleDouble parts(mpfr_t value) {
        mpfr_t rest;
        mpfr_init2(rest, 200);
        const double high = mpfr_get_d(value, MPFR_RNDN);
        mpfr_sub_d(rest, value, high, MPFR_RNDN);
        const double low = mpfr_get_d(rest, MPFR_RNDN);
        mpfr_clear(rest);
        return {high, low};
    }
};

const Constants& constants() {
    static const Constants instance;
    return instance;
}

// atan(r)/r - 1 and sin(r)/r - 1, cos(r) - 1 for |r| <= 1/128: what is left out is below 2^-95.
double atan_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 + s * (-1.0 / 11 + s * (1.0 / 13))))));
}
double sin_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880))));
}
double cos_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 - s * (1.0 / 3628800)))));
}

// atan(a/b) + turn or -atan(a/b) + turn, 0 < a <= b.
DoubleDouble atan_of(double a, double b, const DoubleDouble& turn, bool negative) {
    const double k = std::nearbyint(steps * (a / b)), c = k / steps;
    const DoubleDouble cb = two_product(c, b), ca = two_product(c, a);
    const DoubleDouble r = (DoubleDouble{a, 0} + -cb) / (DoubleDouble{b, 0} + ca);
    const DoubleDouble table = constants().atan[static_cast<std::size_t>(k)];
    const double rest = r.high * atan_rest(r.high);
    const DoubleDouble start = turn + (negative ? -table : table);
    const DoubleDouble sum = start + (negative ? -r : r);
    return quick_two_sum(sum.high, sum.low + (negative ? -rest : rest));
}

// x less the nearest multiple of pi/2; which one.
struct Reduced {
    DoubleDouble rest;
    int quarter;
};
Reduced reduce(double x) {
    const Constants& c = constants();
    const double turns = std::nearbyint(x / c.half_pi.high);
    if (turns == 0) return {{x, 0}, 0};
    const DoubleDouble first = two_product(turns, c.half_pi.high), second = two_product(turns, c.half_pi.low);
    const DoubleDouble near = two_sum(x - first.high, -first.low) + -second;
    const DoubleDouble rest = near + DoubleDouble{-turns * c.half_pi_rest, 0};
    return {rest, static_cast<int>(turns) & 3};
}

// (3) for 0 <= x <= pi/4 and a little more.
std::pair<DoubleDouble, DoubleDouble> sin_cos_of(const DoubleDouble& x) {
    const double k = std::nearbyint(steps * x.high);
    const DoubleDouble r = x + DoubleDouble{-k / steps, 0};
    const DoubleDouble s = constants().sin[static_cast<std::size_t>(k)],
                       c = constants().cos[static_cast<std::size_t>(k)];
    const double sin_r = r.high * sin_rest(r.high), cos_r = cos_rest(r.high);
    const DoubleDouble sin = s + c * r, cos = c + -(s * r);
    return {quick_two_sum(sin.high, sin.low + (s.high * cos_r + c.high * sin_r)),
            quick_two_sum(cos.high, cos.low + (c.high * cos_r - s.high * sin_r))};
}

}  // namespace

std::optional<double> fast_atan2(double y, double x) {
    const double up = std::fabs(y), along = std::fabs(x);
    const double small = up < along ? up : along, large = up < along ? along : up;
    if (!(large < 0x1p900 && small > 0x1p-800 && small > 0x1p-100 * large)) return std::nullopt;
    const bool steep = up > along, behind = x < 0;
    const DoubleDouble turn = steep ? constants().half_pi : behind ? constants().pi : DoubleDouble{};
    const DoubleDouble angle = atan_of(small, large, turn, steep != behind);
    double nearest;
    if (!rounds_surely(angle, relative_error, nearest)) return std::nullopt;
    return y < 0 ? -nearest : nearest;
}

std::optional<SinCos> fast_sin_cos(double x) {
    if (!(std::fabs(x) <= 0x1p20)) return std::nullopt;
    if (x == 0) return SinCos{x, 1};
    const Reduced reduced = reduce(x);
    if (reduced.quarter != 0 && std::fabs(reduced.rest.high) < 0x1p-40) return std::nullopt;
    const bool negative = reduced.rest.high < 0;
    const auto [s, c] = sin_cos_of(negative ? -reduced.rest : reduced.rest);
    double sin, cos;
    if (!rounds_surely(s, relative_error, sin) || !rounds_surely(c, relative_error, cos)) return std::nullopt;
    if (negative) sin = -sin;
    switch (reduced.quarter) {
        case 0: return SinCos{sin, cos};
        case 1: return SinCos{cos, -sin};
        case 2: return SinCos{-sin, -cos};
        default: return SinCos{-cos, sin};
    }
}

}  // namespace cchnn
