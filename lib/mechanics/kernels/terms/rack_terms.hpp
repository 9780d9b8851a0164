#pragma once
// Jacobian rows and residuals of racks (elements/rack.hpp), from the directions m and axes u of the bodies of an angle,
// the separation r of two points (`way`) and the direction w along the rack:
//
//   (1)  G v      = w . r' + r . w' - radius ((u_b x m_b) . m_b' - (u_a x m_a) . m_a')       in a plane u = e_z
//   (2)  g, h     of m and u as those of a gear; of r and w each other, and each other's rate
//   (3)  residual = radius Im(e^(i (s/radius + phase)) / z),   s = w . r,  z = m_a . m_b + i (u_a x m_a) . m_b
//
// (3) is the sine of the angle error times the radius, as for a gear.

#include <vector>

#include "mechanics/kernels/terms/gear_terms.hpp"
#include "numbers/elementary.hpp"

namespace cchnn {

template <int D, class Real, class C>
[[gnu::noinline]] void fill_rack_gradients(const std::vector<RackTerms<C>>& racks, Real* r) {
    for (const RackTerms<C>& rack : racks)
        for (int i = 0; i < 2; ++i) {
            const Real *const m = r + (rack.first + i) * D, *const u = D == 3 ? m + 2 * D : nullptr;
            Real* const g = r + rack.slot[i] * D;
            shared_product<D>(rack.share[i], m, u, g);
            for (int k = 0; k < D; ++k) g[k] = -g[k];
        }
}
template <int D, class Real, class C>
[[gnu::noinline]] void fill_rack_rates(const std::vector<RackTerms<C>>& racks, const Real* r, Real* s) {
    for (const RackTerms<C>& rack : racks)
        for (int i = 0; i < 2; ++i) {
            const int at = (rack.first + i) * D;
            const C& share = rack.share[i];
            shared_product<D>(share, s + at, D == 3 ? r + at + 2 * D : nullptr, s + rack.rate_slot[i] * D);
            if constexpr (D == 3) shared_product<3>(share, r + at, s + at, s + rack.rate_slot[i + 2] * 3);
        }
}

// (3)
template <int D, class Real, class C>
[[gnu::noinline]] void set_rack_residuals(const std::vector<RackTerms<C>>& racks, const Real* r, Real* residual) {
    for (const RackTerms<C>& rack : racks) {
        const Real *const b = r + rack.first * D, *const a = b + D, *const way = r + rack.way * D;
        Real across[D];
        shared_product<D>(-1.0, a, D == 3 ? a + 2 * D : nullptr, across);
        const auto [sine, cosine] = sine_cosine(Real(dot<D>(way, way + D) * rack.inverse_radius));
        const Phasor<Real> gone{cosine * rack.cosine - sine * rack.sine, cosine * rack.sine + sine * rack.cosine};
        residual[rack.row] = rack.radius * (gone.sine * dot<D>(a, b) - gone.cosine * dot<D>(across, b));
    }
}

}  // namespace cchnn
