#pragma once
// Which constants of lanes are not zero, for kernels that do without a term where they are. Types of lanes specialise
// it (lanes.hpp).

namespace cchnn {

template <class C>
struct Nonzero {
    static bool any(const C& c) { return c != C(0.0); }
    template <class Real>
    static Real choose(const C& c, const Real& where_nonzero, const Real& elsewhere) {
        return c != C(0.0) ? where_nonzero : elsewhere;
    }
};

}  // namespace cchnn
