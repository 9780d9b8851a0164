#pragma once
// Projects counted angles onto the positions. A counted angle includes its whole turns, which positions do not show. It
// is integrated as a state component of its own and corrected after each step:
//
//   (1)  theta <- theta + (s_x cos theta - c_x sin theta),  (c_x, s_x) = (cos, sin) of the angle at x
//
// which is theta + sin(theta_x - theta): the error becomes its cube, and whole turns are kept. Three rounds reduce an
// error of 0.1 to 1e-30 without an arc tangent.

#include "mechanics/angles.hpp"
#include "numbers/elementary.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// s: parameters of the state; those of angles are corrected in the lanes of `active`. Not inlined, so that kernels of
// systems without angles do not change.
template <int D, class Real, class C>
[[gnu::noinline]] void project_angles(const AnglesOf<C>& angles, const Real* x, Real* s, const Mask<Real>& active) {
    for (std::size_t i = 0; i < angles.count(); ++i) {
        Real cosine, sine, theta = s[angles.first() + i];
        angles.template legs<D>(i, x, cosine, sine);
        for (int round = 0; round < 3; ++round) {
            const auto [s_theta, c_theta] = sine_cosine(theta);
            theta = theta + (sine * c_theta - cosine * s_theta);
        }
        s[angles.first() + i] = select(active, theta, s[angles.first() + i]);
    }
}
template <int D, class Real, class C>
[[gnu::noinline]] void angle_rates(const AnglesOf<C>& angles, const Real* x, const Real* v, Real* rates) {
    for (std::size_t i = 0; i < angles.count(); ++i) rates[angles.first() + i] = angles.template rate<D>(i, x, v);
}

}  // namespace cchnn
