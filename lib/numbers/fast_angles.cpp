#include "numbers/fast_angles.hpp"

#include <cmath>
#include <utility>

#include "numbers/angle_tables.hpp"
#include "numbers/double_double.hpp"
#include "numbers/nearest_atan2.hpp"

namespace cchnn {
namespace {

constexpr int steps = AngleTables::steps;

// sin(r)/r - 1 and cos(r) - 1 for |r| <= 1/128: what is left out is below 2^-95.
double sin_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880))));
}
double cos_rest(double r) {
    const double s = r * r;
    return s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 - s * (1.0 / 3628800)))));
}

// x minus the nearest multiple of pi/2, which is subtracted in three parts, and that multiple modulo 4.
struct Reduced {
    DoubleDouble rest;
    int quarter;
};
Reduced reduce(double x) {
    const AngleTables& c = angle_tables();
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
    const DoubleDouble s = angle_tables().sin[static_cast<std::size_t>(k)],
                       c = angle_tables().cos[static_cast<std::size_t>(k)];
    const double sin_r = r.high * sin_rest(r.high), cos_r = cos_rest(r.high);
    const DoubleDouble sin = s + c * r, cos = c + -(s * r);
    return {quick_two_sum(sin.high, sin.low + (s.high * cos_r + c.high * sin_r)),
            quick_two_sum(cos.high, cos.low + (c.high * cos_r - s.high * sin_r))};
}

}  // namespace

std::optional<double> fast_atan2(double y, double x) {
    const NearestAngle<double> angle = nearest_atan2(angle_tables(), y, x);
    return angle.sure ? std::optional(angle.value) : std::nullopt;
}

std::optional<double> close_atan2(double y, double x) {
    const NearestAngle<double> angle = nearest_atan2<double, CloseRest>(angle_tables(), y, x);
    return angle.sure ? std::optional(angle.value) : std::nullopt;
}

void fast_atan2(std::size_t count, const double* y, const double* x, double* angles, bool* sure) {
    nearest_atan2<Lanes>(angle_tables(), count, y, x, angles, sure);
}

std::optional<SinCos> fast_sin_cos(double x) {
    if (!(std::fabs(x) <= 0x1p20)) return std::nullopt;
    if (x == 0) return SinCos{x, 1};
    const Reduced reduced = reduce(x);
    if (reduced.quarter != 0 && std::fabs(reduced.rest.high) < 0x1p-40) return std::nullopt;
    const bool negative = reduced.rest.high < 0;
    const auto [s, c] = sin_cos_of(negative ? -reduced.rest : reduced.rest);
    double sin, cos;
    if (!rounds_surely(s, angle_error, sin) || !rounds_surely(c, angle_error, cos)) return std::nullopt;
    if (negative) sin = -sin;
    switch (reduced.quarter) {
        case 0: return SinCos{sin, cos};
        case 1: return SinCos{cos, -sin};
        case 2: return SinCos{-sin, -cos};
        default: return SinCos{-cos, sin};
    }
}

}  // namespace cchnn
