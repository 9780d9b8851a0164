#pragma once
// Equations (1) and (2) of numbers/fast_angles.hpp on any Real, double or lanes. The same bits for each.

#include <algorithm>
#include <cstddef>

#include "core/to_size.hpp"
#include "numbers/angle_tables.hpp"
#include "numbers/double_double.hpp"
#include "numbers/elementary.hpp"

namespace cchnn {

inline constexpr double angle_error = 0x1p-63;  // relative; against 300 bits: 2^-66.6 for atan, 2^-65.5 for sin and cos
inline constexpr double close_angle_error = 0x1p-95;  // all of the series in double-double numbers; 2^-101.9

// atan(r)/r - 1 for |r| <= 1/128: what is left out is below 2^-95.
template <class Real>
[[gnu::always_inline]] inline Real atan_rest(const Real& r) {
    const Real s = r * r;
    return s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 + s * (-1.0 / 11 + s * (1.0 / 13))))));
}

// The two ways to add the terms of (2) after the first one, which `sum` holds already: in double, and where that
// leaves a doubt in double-double numbers.
struct FastRest {
    static constexpr double error = angle_error;
    template <class Real>
    [[gnu::always_inline]] static DoubleDoubleOf<Real> add(const DoubleDoubleOf<Real>& sum,
                                                           const DoubleDoubleOf<Real>& r) {
        return quick_two_sum(sum.high, sum.low + r.high * atan_rest(r.high));
    }
};
struct CloseRest {
    static constexpr double error = close_angle_error;
    static DoubleDouble add(const DoubleDouble& sum, const DoubleDouble& r) {
        const DoubleDouble s = r * r;
        DoubleDouble rest = 0.0;
        for (int n = 13, sign = 1; n > 1; n -= 2, sign = -sign) rest = s * (DoubleDouble(sign) / n + rest);
        return sum + r * rest;
    }
};

// high and low part of the table's entry for each lane; k are whole numbers in 0 .. steps.
[[gnu::always_inline]] inline DoubleDouble entry(const AngleTables::Table& table, double k) {
    return table[static_cast<std::size_t>(k)];
}
[[gnu::always_inline]] inline DoubleDoubleOf<Pack> entry(const AngleTables::Table& table, const Pack& k) {
    double at[Pack::size()], high[Pack::size()], low[Pack::size()];
    k.copy_to(at, simd::element_aligned);
    for (std::size_t l = 0; l < Pack::size(); ++l) {
        const DoubleDouble& one = table[static_cast<int>(at[l])];
        high[l] = one.high;
        low[l] = one.low;
    }
    return {Pack(high, simd::element_aligned), Pack(low, simd::element_aligned)};
}
template <int W>
[[gnu::always_inline]] inline DoubleDoubleOf<LaneGroup<W>> entry(const AngleTables::Table& table,
                                                                 const LaneGroup<W>& k) {
    const auto low = entry(table, k.low), high = entry(table, k.high);
    return {{low.high, high.high}, {low.low, high.low}};
}

// atan(a/b) + turn or -atan(a/b) + turn, 0 < a <= b.
template <class Rest, class Real>
DoubleDoubleOf<Real> atan_of(const AngleTables& tables, const Real& a, const Real& b, const DoubleDoubleOf<Real>& turn,
                             const Mask<Real>& negative) {
    using Two = DoubleDoubleOf<Real>;
    constexpr double steps = AngleTables::steps;
    const Real k = elementary::nearest_integer<Real>(steps * (a / b)), c = k / Real(steps);
    const Two cb = two_product(c, b), ca = two_product(c, a);
    const Two r = (Two(a, Real(0.0)) + -cb) / (Two(b, Real(0.0)) + ca);
    const Two table = entry(tables.atan, k);
    const auto with_sign = [&](const Two& x) {
        return Two(select(negative, -x.high, x.high), select(negative, -x.low, x.low));
    };
    const Two signed_r = with_sign(r);
    return Rest::add(turn + with_sign(table) + signed_r, signed_r);
}

// An angle, and whether it is surely the nearest double. It is not sure where the error leaves a doubt, nor where x or
// y is 0, not finite, or so far from the other in size that products could underflow.
template <class Real>
struct NearestAngle {
    Real value;
    Mask<Real> sure;
};
template <class Real, class Rest = FastRest>
NearestAngle<Real> nearest_atan2(const AngleTables& tables, const Real& y, const Real& x) {
    using Two = DoubleDoubleOf<Real>;
    const Real up = absolute(y), along = absolute(x);
    const Mask<Real> steep = up > along, behind = x < Real(0.0);
    const Real less = select(steep, along, up), more = select(steep, up, along);
    const Mask<Real> fine = more < Real(0x1p900) && less > Real(0x1p-800) && less > 0x1p-100 * more;
    const Real small = select(fine, less, Real(1.0)), large = select(fine, more, Real(1.0));
    const auto choose = [&](double if_steep, double if_behind) {
        return select(steep, Real(if_steep), select(behind, Real(if_behind), Real(0.0)));
    };
    const Two turn{choose(tables.half_pi.high, tables.pi.high), choose(tables.half_pi.low, tables.pi.low)};
    const Two angle = atan_of<Rest>(tables, small, large, turn, (steep && !behind) || (behind && !steep));
    const Real error = absolute(angle.high) * Rest::error, nearest = angle.high + (angle.low + error);
    return {select(y < Real(0.0), -nearest, nearest), fine && nearest == angle.high + (angle.low - error)};
}

// nearest_atan2() of `count` points, as many at a time as Real has lanes. Lanes beyond the last point take (1, 1).
template <class Real>
void nearest_atan2(const AngleTables& tables, std::size_t count, const double* y, const double* x, double* angles,
                   bool* sure) {
    for (std::size_t first = 0; first < count; first += to_size(lane_count<Real>)) {
        const int here = static_cast<int>(std::min(count - first, to_size(lane_count<Real>)));
        Real up(1.0), along(1.0);
        for (int l = 0; l < here; ++l) set_lane(up, l, y[first + l]), set_lane(along, l, x[first + l]);
        const NearestAngle<Real> angle = nearest_atan2(tables, up, along);
        for (int l = 0; l < here; ++l)
            angles[first + l] = lane(angle.value, l), sure[first + l] = is_set(angle.sure, l);
    }
}

}  // namespace cchnn
