#pragma once
// The number type of the stepping path. Code there is a template on Real and knows three: double, Lanes, and a quad type
// of Boost.Multiprecision. Lanes holds W doubles, one trajectory a lane; every operation acts lane by lane with IEEE
// rounding, so a lane computes exactly what double would.
//
//   Mask<Real>            result of a comparison, bool for scalars
//   select(mask, a, b)    a where mask, b elsewhere
//   any(mask), lane(x, i), set_lane(x, i, value), lane_count<Real>
//
// Inlined by force where a call would pass Lanes through memory.

#include <cmath>
#include <experimental/simd>

namespace cchnn {

namespace simd = std::experimental;

inline constexpr int lane_width = CCHNN_LANES;  // by CMake; changes no bit
using Lanes = simd::simd<double, simd::simd_abi::deduce_t<double, lane_width>>;
using LanesMask = Lanes::mask_type;

template <class Real>
inline constexpr int lane_count = 1;
template <>
inline constexpr int lane_count<Lanes> = lane_width;

template <class Real>
using Mask = decltype(Real{} < Real{});

template <class Real>
inline Real select(bool mask, const Real& a, const Real& b) {
    return mask ? a : b;
}
[[gnu::always_inline]] inline Lanes select(const LanesMask& mask, const Lanes& a, const Lanes& b) {
#if defined(__clang__)
    // With Clang 14 and AVX-512, assigning through where() of libstdc++ 12 leaves every lane as it was.
    return Lanes([&](auto i) { return mask[i] ? a[i] : b[i]; });
#else
    Lanes result = b;
    simd::where(mask, result) = a;
    return result;
#endif
}

inline bool any(bool mask) { return mask; }
inline bool any(const LanesMask& mask) { return simd::any_of(mask); }

template <class Real>
inline double lane(const Real& x, int) {
    return static_cast<double>(x);
}
inline double lane(const Lanes& x, int i) { return x[static_cast<std::size_t>(i)]; }

template <class Real>
inline void set_lane(Real& x, int, double value) {
    x = value;
}
inline void set_lane(Lanes& x, int i, double value) { x[static_cast<std::size_t>(i)] = value; }

// Lane by lane through memory, which becomes one instruction; simd's own sqrt makes GCC 12 warn inside its headers.
[[gnu::always_inline]] inline Lanes square_root(const Lanes& x) {
    alignas(Lanes) double values[lane_width];
    x.copy_to(values, simd::vector_aligned);
    for (double& value : values) value = std::sqrt(value);
    return Lanes(values, simd::vector_aligned);
}

// Square root by name lookup; absolute value by comparison, which keeps -0 and NaN as they are.
template <class Real>
[[gnu::always_inline]] inline Real square_root(const Real& x) {
    using std::sqrt;
    return sqrt(x);
}
template <class Real>
[[gnu::always_inline]] inline Real absolute(const Real& x) {
    return select(x < Real(0.0), -x, x);
}

}  // namespace cchnn
