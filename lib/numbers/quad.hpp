#pragma once
// The number type of audits: 113 bits, the precision of IEEE binary128, rounding errors of 1e-34. Slow, hundreds of
// nanoseconds an operation, and the same with GCC and Clang: libquadmath's type is five times faster at square roots,
// but its header is GCC's own. A heavy header: only .cpp files of lib/integrate include it.

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "numbers/exact.hpp"

namespace cchnn {

using Quad = boost::multiprecision::cpp_bin_float_quad;

template <>
struct FromExact<Quad> {
    static Quad of(const Exact& a) { return Quad(a.high) + a.low; }
};
template <>
struct ConstantFor<Quad> {
    using type = Quad;
};

}  // namespace cchnn
