#pragma once
// Gradients of the rows of bodies that roll, which no constant vector or separation gives. They are computed from the
// separations r_t and their rates s_t into slots of their own (solve_plan.hpp):
//
//   (1)  rolling  (G v) = n . (s_c - radius sum_i (up . r_i) s_i)   g_i = -radius (up . r_i) n,  h_i = -radius (n . s_i) up
//   (2)  upright  up . (r_1 x r_2)                                  g_1 = r_2 x up,  g_2 = up x r_1;  h the same of s
//
// h_t is d(G v)/dr_t. For a row that comes from a position it is also the rate of g_t; for (1) it is not, and that is
// why rolling cannot be integrated to a condition on positions.

#include <cstddef>

#include "mechanics/plan/computed_terms.hpp"

namespace cchnn {

// a x b; one of the two may be constant.
template <class Real, class A, class B>
inline void cross_product(const A* a, const B* b, Real* out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

template <class Real, class C>
void upright_vectors(const UprightTerms<C>& u, const Real* pool, Real* first, Real* second) {
    cross_product(pool + u.term[1] * 3, u.up.data(), first);
    cross_product(u.up.data(), pool + u.term[0] * 3, second);
}

// g of every computed slot, from the separations at the front of the pool.
template <class Real, class C>
void fill_gradients(const RollingTerms<C>& terms, Real* r) {
    for (const RollingTerm<C>& t : terms.rolling) {
        const Real* axis = r + t.term * 3;
        const Real height = t.up[0] * axis[0] + t.up[1] * axis[1] + t.up[2] * axis[2];
        for (std::size_t j = 0; j < 3; ++j)
            r[static_cast<std::size_t>(t.slot) * 3 + j] = -t.radius * t.across[j] * height;
    }
    for (const UprightTerms<C>& u : terms.upright) upright_vectors(u, r, r + u.slot[0] * 3, r + u.slot[1] * 3);
}

// h of every computed slot, from the rates at the front of the pool.
template <class Real, class C>
void fill_rate_gradients(const RollingTerms<C>& terms, Real* s) {
    for (const RollingTerm<C>& t : terms.rolling) {
        const Real* axis = s + t.term * 3;
        const Real slip = t.across[0] * axis[0] + t.across[1] * axis[1] + t.across[2] * axis[2];
        for (std::size_t j = 0; j < 3; ++j)
            s[static_cast<std::size_t>(t.rate_slot) * 3 + j] = -t.radius * t.up[j] * slip;
    }
    for (const UprightTerms<C>& u : terms.upright)
        upright_vectors(u, s, s + u.rate_slot[0] * 3, s + u.rate_slot[1] * 3);
}

}  // namespace cchnn
