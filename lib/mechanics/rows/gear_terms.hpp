#pragma once
// Jacobian rows and residuals of gears (elements/gear.hpp), from the directions m and axes u of the bodies of two
// angles:
//
//   (1)  G v      = sum_i share_i (u_i x m_i) . m_i'          theta_1' + (q/p) theta_2', in a plane u = e_z
//   (2)  g        = share (u x m) along m, 0 along u;   h = share (m' x u) along m, share (m x m') along u
//   (3)  residual = Im(z_1^p z_2^q e^(-i p phase))/p,   z = m_a . m_b + i (u_a x m_a) . m_b
//
// On the manifold (1) is the gradient of theta_1 + (q/p) theta_2 up to rows of hinges and rigid bodies. (3) is the sine
// of the angle error. Newton with (1) as its slope is repelled by half a tooth, where the sine vanishes too.

#include <array>
#include <vector>

#include "elements/parts/separation_table.hpp"
#include "mechanics/plan/computed_terms.hpp"

namespace cchnn {

// A complex number whose angle is the angle between two bodies. Products add angles without a branch cut, so that whole
// turns need no count and no inverse tangent enters the stepping path.
template <class Real>
struct Phasor {
    Real cosine, sine;
    Phasor operator*(const Phasor& other) const {
        return {cosine * other.cosine - sine * other.sine, cosine * other.sine + sine * other.cosine};
    }
};
// z^n by repeated squaring. A negative n takes the conjugate, which is 1/z for the |z| = 1 of a state on the manifold.
template <class Real>
Phasor<Real> power(Phasor<Real> z, int n) {
    if (n < 0) {
        z.sine = -z.sine;
        n = -n;
    }
    Phasor<Real> result{Real(1.0), Real(0.0)};
    for (; n > 0; n /= 2, z = z * z)
        if (n % 2 == 1) result = result * z;
    return result;
}

// share (a x b); in a plane b is e_z and may be null.
template <int D, class Real, class C>
void shared_product(const C& share, const Real* a, [[maybe_unused]] const Real* b, Real* out) {
    if constexpr (D == 2) {
        out[0] = share * a[1];
        out[1] = -(share * a[0]);
    } else {
        for (int k = 0; k < 3; ++k)
            out[k] = share * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    }
}

// g: u x m = m x (-u)
template <int D, class Real, class C>
[[gnu::noinline]] void fill_gear_gradients(const std::vector<GearTerms<C>>& gears, Real* r) {
    for (const GearTerms<C>& gear : gears)
        for (int i = 0; i < 4; ++i) {
            const Real *const m = r + (gear.first + i) * D, *const u = D == 3 ? m + 4 * D : nullptr;
            Real* const g = r + gear.slot[i] * D;
            shared_product<D>(gear.share[i], m, u, g);
            for (int k = 0; k < D; ++k) g[k] = -g[k];
        }
}
// h
template <int D, class Real, class C>
[[gnu::noinline]] void fill_gear_rates(const std::vector<GearTerms<C>>& gears, const Real* r, Real* s) {
    for (const GearTerms<C>& gear : gears)
        for (int i = 0; i < 4; ++i) {
            const int at = (gear.first + i) * D;
            const C& share = gear.share[i];
            shared_product<D>(share, s + at, D == 3 ? r + at + 4 * D : nullptr, s + gear.rate_slot[i] * D);
            if constexpr (D == 3) shared_product<3>(share, r + at, s + at, s + gear.rate_slot[i + 4] * 3);
        }
}

// z of angle 0 or 1.
template <int D, class Real, class C>
Phasor<Real> gear_angle(const GearTerms<C>& gear, int angle, const Real* r) {
    const Real *const b = r + (gear.first + 2 * angle) * D, *const a = b + D;
    Real across[D];
    shared_product<D>(-1.0, a, D == 3 ? a + 4 * D : nullptr, across);
    return {dot<D>(a, b), dot<D>(across, b)};
}
// (3)
template <int D, class Real, class C>
[[gnu::noinline]] void set_gear_residuals(const std::vector<GearTerms<C>>& gears, const Real* r, Real* residual) {
    for (const GearTerms<C>& gear : gears) {
        const Phasor<Real> turned =
            power(gear_angle<D>(gear, 0, r), gear.teeth[0]) * power(gear_angle<D>(gear, 1, r), gear.teeth[1]);
        residual[gear.row] = gear.one_tooth * (turned.sine * gear.cosine - turned.cosine * gear.sine);
    }
}

}  // namespace cchnn
