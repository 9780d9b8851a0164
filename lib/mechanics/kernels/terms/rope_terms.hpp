#pragma once
// Jacobian rows of ropes, whose length is sum_i |r_i|, from the separations r_i of their pieces and the rates s_i:
//
//   (1)  g_i = r_i / |r_i|,   h_i = (s_i - (g_i . s_i) g_i) / |r_i|

#include <vector>

#include "elements/parts/separation_table.hpp"
#include "mechanics/plan/computed_terms.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

template <int D, class Real>
void fill_rope_gradients(const std::vector<RopeTerm>& ropes, Real* r) {
    for (const RopeTerm& t : ropes) {
        const Real* const piece = r + t.term * D;
        const Real length = square_root(dot<D>(piece, piece));
        for (int j = 0; j < D; ++j) r[t.slot * D + j] = piece[j] / length;
    }
}

// h, where fill_rope_gradients() has written g to r.
template <int D, class Real>
void fill_rope_rates(const std::vector<RopeTerm>& ropes, const Real* r, Real* s) {
    for (const RopeTerm& t : ropes) {
        const Real *const g = r + t.slot * D, *const rate = s + t.term * D;
        const Real length = dot<D>(g, r + t.term * D), along = dot<D>(g, rate);
        for (int j = 0; j < D; ++j) s[t.rate_slot * D + j] = (rate[j] - along * g[j]) / length;
    }
}

// Adds the lengths of all pieces except the first to the residuals of their rows.
template <int D, class Real>
void add_rope_lengths(const std::vector<RopeTerm>& ropes, const Real* r, Real* residual) {
    for (const RopeTerm& t : ropes)
        if (!t.first) residual[t.row] += dot<D>(r + t.slot * D, r + t.term * D);
}

}  // namespace cchnn
