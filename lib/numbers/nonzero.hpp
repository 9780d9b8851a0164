#pragma once
// Whether a constant is zero, so that a kernel can do without the term that it multiplies. In a family of systems a
// constant may be zero in some lanes only: any() says whether the term is needed at all, choose() decides lane by lane.
// Types of lanes specialise it (lanes.hpp).

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
