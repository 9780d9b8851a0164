#pragma once
// Jacobian rows of rolling bodies, which depend on the state in more than a separation. They are computed from the
// separations r_t and their rates s_t into slots of their own (solve_plan.hpp):
//
//   (1)  rolling  (G v) = n . (s_c - radius sum_i (up . r_i) s_i)
//                 g_i = -radius (up . r_i) n, h_i = -radius (n . s_i) up
//   (2)  upright  up . (r_1 x r_2)                                  g_1 = r_2 x up,  g_2 = up x r_1;  h the same of s
//                 of a disk in space; of any two directions in the plane
//
// h_t is d(G v)/dr_t. For a row that comes from a position it is also the rate of g_t. For (1) it is not: rolling is
// nonholonomic, no condition on positions has this rate.

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

// In the plane up is across it: r_2 x up = (y_2, -x_2), up x r_1 = (-y_1, x_1).
template <int D, class Real, class C>
void upright_vectors(const UprightTerms<C>& u, const Real* pool, Real* first, Real* second) {
    const Real *const a = pool + u.term[0] * D, *const b = pool + u.term[1] * D;
    if constexpr (D == 3) {
        cross_product(b, u.up.data(), first);
        cross_product(u.up.data(), a, second);
    } else {
        first[0] = b[1];
        first[1] = -b[0];
        second[0] = -a[1];
        second[1] = a[0];
    }
}
template <int D, class Real, class C>
void fill_upright(const RollingTerms<C>& terms, Real* pool, bool rates) {
    for (const UprightTerms<C>& u : terms.upright) {
        const std::array<int, 2>& slot = rates ? u.rate_slot : u.slot;
        upright_vectors<D>(u, pool, pool + slot[0] * D, pool + slot[1] * D);
    }
}

// g of all rolling and upright terms, from the separations at the front of the pool.
template <class Real, class C>
void fill_gradients(const RollingTerms<C>& terms, Real* r) {
    for (const RollingTerm<C>& t : terms.rolling) {
        const Real* axis = r + t.term * 3;
        const Real height = t.up[0] * axis[0] + t.up[1] * axis[1] + t.up[2] * axis[2];
        for (std::size_t j = 0; j < 3; ++j)
            r[static_cast<std::size_t>(t.slot) * 3 + j] = -t.radius * t.across[j] * height;
    }
    fill_upright<3>(terms, r, false);
}

// h of all rolling and upright terms, from the rates at the front of the pool.
template <class Real, class C>
void fill_rate_gradients(const RollingTerms<C>& terms, Real* s) {
    for (const RollingTerm<C>& t : terms.rolling) {
        const Real* axis = s + t.term * 3;
        const Real slip = t.across[0] * axis[0] + t.across[1] * axis[1] + t.across[2] * axis[2];
        for (std::size_t j = 0; j < 3; ++j)
            s[static_cast<std::size_t>(t.rate_slot) * 3 + j] = -t.radius * t.up[j] * slip;
    }
    fill_upright<3>(terms, s, true);
}

}  // namespace cchnn
