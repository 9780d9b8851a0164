#include "numbers/fast_angles.hpp"

#include <mpfr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/to_size.hpp"
#include "numbers/double_double.hpp"
#include "numbers/elementary.hpp"

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

// sin(r)/r - 1 and cos(r) - 1 for |r| <= 1/128: what is left out is below 2^-95.
double sin_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880))));
}
double cos_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 - s * (1.0 / 3628800)))));
}

// atan(r)/r - 1, likewise.
template <class Real>
Real atan_rest(const Real& r) {
    const Real s = r * r;
    return s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 + s * (-1.0 / 11 + s * (1.0 / 13))))));
}

// high and low part of the table's entry for each lane; k are whole numbers in 0 .. steps.
using Table = std::array<DoubleDouble, steps + 1>;
DoubleDouble entry(const Table& table, double k) { return table[static_cast<std::size_t>(k)]; }
DoubleDoubleOf<Pack> entry(const Table& table, const Pack& k) {
    double high[Pack::size()], low[Pack::size()];
    for (int l = 0; l < static_cast<int>(Pack::size()); ++l) {
        const DoubleDouble one = entry(table, lane(k, l));
        high[l] = one.high, low[l] = one.low;
    }
    return {Pack(high, simd::element_aligned), Pack(low, simd::element_aligned)};
}
template <int W>
DoubleDoubleOf<LaneGroup<W>> entry(const Table& table, const LaneGroup<W>& k) {
    const auto low = entry(table, k.low), high = entry(table, k.high);
    return {{low.high, high.high}, {low.low, high.low}};
}

// atan(a/b) + turn or -atan(a/b) + turn, 0 < a <= b.
template <class Real>
DoubleDoubleOf<Real> atan_of(const Real& a, const Real& b, const DoubleDoubleOf<Real>& turn,
                             const Mask<Real>& negative) {
    using Two = DoubleDoubleOf<Real>;
    const Real k = elementary::nearest_integer<Real>(double(steps) * (a / b)), c = k / Real(steps);
    const Two cb = two_product(c, b), ca = two_product(c, a);
    const Two r = (Two(a, Real(0.0)) + -cb) / (Two(b, Real(0.0)) + ca);
    const Two table = entry(constants().atan, k);
    const Real rest = r.high * atan_rest(r.high);
    const auto with_sign = [&](const Real& x) { return select(negative, -x, x); };
    const Two start = turn + Two(with_sign(table.high), with_sign(table.low));
    const Two sum = start + Two(with_sign(r.high), with_sign(r.low));
    return quick_two_sum(sum.high, sum.low + with_sign(rest));
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

template <class Real>
struct Nearest {
    Real value;
    Mask<Real> sure;
};
template <class Real>
Nearest<Real> nearest_atan2(const Real& y, const Real& x) {
    using Two = DoubleDoubleOf<Real>;
    const Real up = absolute(y), along = absolute(x);
    const Mask<Real> steep = up > along, behind = x < Real(0.0);
    const Real less = select(steep, along, up), more = select(steep, up, along);
    const Mask<Real> fine = more < Real(0x1p900) && less > Real(0x1p-800) && less > 0x1p-100 * more;
    const Real small = select(fine, less, Real(1.0)), large = select(fine, more, Real(1.0));
    const Constants& c = constants();
    const auto choose = [&](double if_steep, double if_behind) {
        return select(steep, Real(if_steep), select(behind, Real(if_behind), Real(0.0)));
    };
    const Two turn{choose(c.half_pi.high, c.pi.high), choose(c.half_pi.low, c.pi.low)};
    const Two angle = atan_of(small, large, turn, (steep && !behind) || (behind && !steep));
    const Real error = absolute(angle.high) * relative_error, nearest = angle.high + (angle.low + error);
    return {select(y < Real(0.0), -nearest, nearest), fine && nearest == angle.high + (angle.low - error)};
}
}  // namespace

std::optional<double> fast_atan2(double y, double x) {
    const Nearest<double> angle = nearest_atan2(y, x);
    return angle.sure ? std::optional(angle.value) : std::nullopt;
}

void fast_atan2(std::size_t count, const double* y, const double* x, double* angles, bool* sure) {
    for (std::size_t first = 0; first < count; first += to_size(lane_width)) {
        const int here = static_cast<int>(std::min(count - first, to_size(lane_width)));
        Lanes up(1.0), along(1.0);
        for (int l = 0; l < here; ++l)
            set_lane(up, l, y[first + to_size(l)]), set_lane(along, l, x[first + to_size(l)]);
        const Nearest<Lanes> angle = nearest_atan2(up, along);
        for (int l = 0; l < here; ++l)
            angles[first + to_size(l)] = lane(angle.value, l), sure[first + to_size(l)] = is_set(angle.sure, l);
    }
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
