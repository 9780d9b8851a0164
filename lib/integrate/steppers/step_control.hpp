#pragma once
// Error norm and step size control of embedded methods, lane by lane.
//
//   (1)  norm   = sqrt( mean_i ( err_i / (atol_i + rtol max(|z_i|, |z_new_i|)) )^2 ),  a step is accepted if norm <= 1
//   (2)  factor = clamp(0.9 norm^(-q), 0.2, 5),  q = 1/8 for order 8 (7), 3/16 for order 5 (4)
//
// (1) is the norm of torchdiffeq, which the paper's data was made with, except that atol_i of a momentum is atol times
// its body's mass: atol then means metres and metres per second, and planets in solar masses are as accurate as bobs in
// kg. The optimal q is 1/(order of the estimate + 1), which is 1/8 and 1/5. Square roots reach the first one, and 3/16
// in place of the second (1/16 for extrapolation); pow() would reach both but differs between machines.
//
// For double-double numbers the leading doubles suffice here, except that a step which ends at an output has its length
// in double-double.

#include <vector>

#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// (1) Rtol and Tolerance are double, or one number for each lane.
template <class Real, class Rtol, class Tolerance = double>
[[gnu::always_inline]] inline Leading<Real> error_norm(const std::vector<Real>& error, const std::vector<Real>& z,
                                                       const std::vector<Real>& z_new, const Rtol& rtol,
                                                       const std::vector<Tolerance>& atol) {
    using Number = Leading<Real>;
    Number sum = Number(0.0);
    for (std::size_t i = 0; i < z.size(); ++i) {
        const Number a = absolute(leading(z[i])), b = absolute(leading(z_new[i]));
        const Number e = leading(error[i]) / (atol[i] + rtol * select(b > a, b, a));
        sum += e * e;
    }
    return square_root(sum / static_cast<double>(z.size()));
}

// norm^(1/8), norm^(3/16) = norm^(1/8) norm^(1/16), and norm^(1/16), by square roots, which round alike on all
// machines.
template <class Real>
[[gnu::always_inline]] inline Real eighth_root(const Real& norm) {
    return square_root(square_root(square_root(norm)));
}
template <class Real>
[[gnu::always_inline]] inline Real three_sixteenth_power(const Real& norm) {
    const Real eighth = eighth_root(norm);
    return eighth * square_root(eighth);
}
template <class Real>
Real sixteenth_root(const Real& norm) {
    return square_root(eighth_root(norm));
}

// (2), given norm^q. A norm that is not finite gives the smallest factor.
template <class Real>
[[gnu::always_inline]] inline Real step_factor(const Real& norm_to_q) {
    const Real proposed = 0.9 / norm_to_q;
    const Real bounded = select(proposed > Real(0.2), proposed, Real(0.2));  // first, so that NaN shrinks
    return select(bounded < Real(5.0), bounded, Real(5.0));
}

// The first step size: a hundredth of the time in which z changes by its own size (Hairer, Norsett, Wanner 1993, II.4,
// first guess), between 1e-3 and 1 times `longest`. Only the first `count` components enter, because the origin of a
// curve parameter is arbitrary. A step that is too small costs little: steps grow by up to five at a time.
template <class Real>
Leading<Real> first_step(const std::vector<Real>& z, const std::vector<Real>& dzdt, double longest, std::size_t count) {
    using Number = Leading<Real>;
    Number size = Number(0.0), speed = Number(0.0);
    for (std::size_t i = 0; i < count; ++i) {
        size += leading(z[i]) * leading(z[i]);
        speed += leading(dzdt[i]) * leading(dzdt[i]);
    }
    const Number guess = 0.01 * square_root(size / speed);
    const Number bounded = select(guess < Number(longest), guess, Number(longest));
    return select(bounded > Number(1e-3 * longest), bounded, Number(1e-3 * longest));
}

// The length of the next step: `proposed`, cut so that a step ends exactly at the next output and no tiny step remains
// before it.
template <class Real>
[[gnu::always_inline]] inline Real cut_step(const Real& proposed, const Real& remaining) {
    const Real half = 0.5 * remaining;
    const Real cut = select(proposed < half, proposed, half);
    return select(proposed < remaining, cut, remaining);
}

}  // namespace cchnn
