#pragma once
// The number types of the stepping path. Code there is a template on Real: double, Lanes, DoubleDoubleOf<Pack>, Dual,
// in tests a quad type of Boost.Multiprecision. Lanes holds W doubles, in general one trajectory in each lane; every
// operation acts lane by lane with IEEE rounding, so a lane computes exactly what double would.
//
//   Mask<Real>            result of a comparison, bool for scalars
//   select(mask, a, b)    a where mask, b elsewhere
//   any(mask), is_set(mask, i), lane(x, i), set_lane(x, i, value), lane_count<Real>
//
// Inlined by force where a call would pass Lanes through memory.

#include <cmath>
#include <cstring>
#include <experimental/simd>
#include <type_traits>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "numbers/nonzero.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

namespace simd = std::experimental;

using Pack = simd::native_simd<double>;  // what one register holds

// W doubles as two halves, and so on down to registers. A group that is wider than a register hides the latency of
// operations, and more trajectories share each read of an index.
template <int W>
class LaneGroup;
template <int W>
using LanesOf = std::conditional_t<W == static_cast<int>(Pack::size()), Pack, LaneGroup<W>>;

template <int W>
struct MaskGroup {
    using Half = typename LanesOf<W / 2>::mask_type;
    Half low, high;

    MaskGroup() = default;
    [[gnu::always_inline]] MaskGroup(const Half& l, const Half& h) : low(l), high(h) {}
    [[gnu::always_inline]] explicit MaskGroup(bool all) : low(all), high(all) {}

    bool operator[](std::size_t i) const { return i < W / 2 ? low[i] : high[i - W / 2]; }
    [[gnu::always_inline]] friend MaskGroup operator&&(const MaskGroup& a, const MaskGroup& b) {
        return {a.low && b.low, a.high && b.high};
    }
    [[gnu::always_inline]] friend MaskGroup operator||(const MaskGroup& a, const MaskGroup& b) {
        return {a.low || b.low, a.high || b.high};
    }
    [[gnu::always_inline]] friend MaskGroup operator!(const MaskGroup& a) { return {!a.low, !a.high}; }
};

template <int W>
class LaneGroup {
  public:
    using mask_type = MaskGroup<W>;
    using Half = LanesOf<W / 2>;
    Half low, high;

    LaneGroup() = default;
    // Copies register by register. A compiler may copy a struct in pieces smaller than a register, and the next read of
    // the whole register waits until all pieces are stored.
    [[gnu::always_inline]] LaneGroup(const LaneGroup& other) : low(other.low), high(other.high) {}
    [[gnu::always_inline]] LaneGroup& operator=(const LaneGroup& other) {
        low = other.low;
        high = other.high;
        return *this;
    }
    [[gnu::always_inline]] LaneGroup(double value) : low(value), high(value) {}
    [[gnu::always_inline]] LaneGroup(const Half& l, const Half& h) : low(l), high(h) {}

    double operator[](std::size_t i) const { return i < W / 2 ? low[i] : high[i - W / 2]; }
    [[gnu::always_inline]] friend LaneGroup operator+(const LaneGroup& a, const LaneGroup& b) {
        return {a.low + b.low, a.high + b.high};
    }
    [[gnu::always_inline]] friend LaneGroup operator-(const LaneGroup& a, const LaneGroup& b) {
        return {a.low - b.low, a.high - b.high};
    }
    [[gnu::always_inline]] friend LaneGroup operator*(const LaneGroup& a, const LaneGroup& b) {
        return {a.low * b.low, a.high * b.high};
    }
    [[gnu::always_inline]] friend LaneGroup operator/(const LaneGroup& a, const LaneGroup& b) {
        return {a.low / b.low, a.high / b.high};
    }
    [[gnu::always_inline]] LaneGroup operator-() const { return {-low, -high}; }
    [[gnu::always_inline]] LaneGroup& operator+=(const LaneGroup& b) { return *this = *this + b; }
    [[gnu::always_inline]] LaneGroup& operator-=(const LaneGroup& b) { return *this = *this - b; }
    [[gnu::always_inline]] LaneGroup& operator*=(const LaneGroup& b) { return *this = *this * b; }
    [[gnu::always_inline]] LaneGroup& operator/=(const LaneGroup& b) { return *this = *this / b; }

    [[gnu::always_inline]] friend mask_type operator<(const LaneGroup& a, const LaneGroup& b) {
        return {a.low < b.low, a.high < b.high};
    }
    [[gnu::always_inline]] friend mask_type operator<=(const LaneGroup& a, const LaneGroup& b) {
        return {a.low <= b.low, a.high <= b.high};
    }
    [[gnu::always_inline]] friend mask_type operator>(const LaneGroup& a, const LaneGroup& b) { return b < a; }
    [[gnu::always_inline]] friend mask_type operator>=(const LaneGroup& a, const LaneGroup& b) { return b <= a; }
    [[gnu::always_inline]] friend mask_type operator==(const LaneGroup& a, const LaneGroup& b) {
        return {a.low == b.low, a.high == b.high};
    }
    [[gnu::always_inline]] friend mask_type operator!=(const LaneGroup& a, const LaneGroup& b) { return !(a == b); }
};

#ifdef CCHNN_LANES
inline constexpr int lane_width = CCHNN_LANES;  // the build's choice; a power of two, at least the width of a register
#else
inline constexpr int lane_width = 2 * static_cast<int>(Pack::size());  // with more, values are spilled to memory
#endif
using Lanes = LanesOf<lane_width>;
using LanesMask = Lanes::mask_type;

template <class Real>
inline constexpr int lane_count = 1;
template <>
inline constexpr int lane_count<Pack> = static_cast<int>(Pack::size());
template <int W>
inline constexpr int lane_count<LaneGroup<W>> = W;

template <class Real>
using Mask = decltype(Real{} < Real{});

template <class Real>
inline Real select(bool mask, const Real& a, const Real& b) {
    return mask ? a : b;
}
[[gnu::always_inline]] inline Pack select(const Pack::mask_type& mask, const Pack& a, const Pack& b) {
#if defined(__clang__)
    // With Clang 14 and AVX-512, assigning through where() of libstdc++ 12 leaves every lane as it was.
    return Pack([&](auto i) { return mask[i] ? a[i] : b[i]; });
#else
    Pack result = b;
    simd::where(mask, result) = a;
    return result;
#endif
}
template <int W>
[[gnu::always_inline]] inline LaneGroup<W> select(const MaskGroup<W>& mask, const LaneGroup<W>& a,
                                                  const LaneGroup<W>& b) {
    return {select(mask.low, a.low, b.low), select(mask.high, a.high, b.high)};
}

inline bool any(bool mask) { return mask; }
inline bool any(const Pack::mask_type& mask) { return simd::any_of(mask); }
template <int W>
bool any(const MaskGroup<W>& mask) {
    return any(mask.low) || any(mask.high);
}

template <class C>
requires(lane_count<C> > 1) struct Nonzero<C> {
    static bool any(const C& c) { return cchnn::any(c != C(0.0)); }
    template <class Real>
    static Real choose(const C& c, const Real& where_nonzero, const Real& elsewhere) {
        return select(c != C(0.0), where_nonzero, elsewhere);
    }
};

inline bool is_set(bool mask, int) { return mask; }
template <class LaneMask>
bool is_set(const LaneMask& mask, int i) {
    return mask[i];
}

template <class Real>
inline double lane(const Real& x, int) {
    return static_cast<double>(x);
}
// Read from memory, where states are: for an index that is not known at compile time, simd would load and store the
// whole register.
inline double lane(const Pack& x, int i) {
    double value;
    std::memcpy(&value, reinterpret_cast<const char*>(&x) + sizeof value * static_cast<std::size_t>(i), sizeof value);
    return value;
}
template <int W>
double lane(const LaneGroup<W>& x, int i) {
    return i < W / 2 ? lane(x.low, i) : lane(x.high, i - W / 2);
}

template <class Real>
inline void set_lane(Real& x, int, double value) {
    x = value;
}
inline void set_lane(Pack& x, int i, double value) { x[i] = value; }
template <int W>
void set_lane(LaneGroup<W>& x, int i, double value) {
    i < W / 2 ? set_lane(x.low, i, value) : set_lane(x.high, i - W / 2, value);
}

// Of a register, by intrinsics: a loop over lanes would go through memory, and where a compiler prefers half a register
// (GCC 12 with AVX-512) in halves, so that reading the whole waits until both are stored. simd's own square root makes
// GCC 12 warn inside its headers.
template <>
struct SquareRoot<Pack> {
    [[gnu::always_inline]] static Pack of(const Pack& x) {
#if defined(__AVX512F__)
        const auto all = static_cast<__m512d>(x);
        return Pack(_mm512_mask_sqrt_pd(all, 0xff, all));  // as _mm512_sqrt_pd, of which GCC 12 warns too
#elif defined(__AVX__)
        return Pack(_mm256_sqrt_pd(static_cast<__m256d>(x)));
#elif defined(__SSE2__)
        return Pack(_mm_sqrt_pd(static_cast<__m128d>(x)));
#else
        return Pack([&](auto i) { return std::sqrt(double(x[i])); });
#endif
    }
};
template <int W>
[[gnu::always_inline]] inline LaneGroup<W> square_root(const LaneGroup<W>& x) {
    return {square_root(x.low), square_root(x.high)};
}

#ifdef __FMA__
// a b - c, rounded once; only where the processor has an instruction for it.
[[gnu::always_inline]] inline double fused_multiply_subtract(double a, double b, double c) {
    return __builtin_fma(a, b, -c);
}
[[gnu::always_inline]] inline Pack fused_multiply_subtract(const Pack& a, const Pack& b, const Pack& c) {
#if defined(__AVX512F__)
    return Pack(_mm512_fmsub_pd(static_cast<__m512d>(a), static_cast<__m512d>(b), static_cast<__m512d>(c)));
#else
    return Pack(_mm256_fmsub_pd(static_cast<__m256d>(a), static_cast<__m256d>(b), static_cast<__m256d>(c)));
#endif
}
template <int W>
[[gnu::always_inline]] inline LaneGroup<W> fused_multiply_subtract(const LaneGroup<W>& a, const LaneGroup<W>& b,
                                                                   const LaneGroup<W>& c) {
    return {fused_multiply_subtract(a.low, b.low, c.low), fused_multiply_subtract(a.high, b.high, c.high)};
}
#endif

// By comparison, which keeps -0 and NaN as they are.
template <class Real>
[[gnu::always_inline]] inline Real absolute(const Real& x) {
    return select(x < Real(0.0), -x, x);
}

}  // namespace cchnn
