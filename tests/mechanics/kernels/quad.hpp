#pragma once
// The kernels in 113 bits, the precision of IEEE binary128: what they compute with rounding errors of 1e-34. Slow,
// hundreds of nanoseconds an operation. It shares the kernels with what it looks at; lib/judge shares nothing.

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
