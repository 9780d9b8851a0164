#pragma once
// p = M v beyond double, M being the inverse of the M^-1 that the dynamics use: in double each is rounded, and the one
// the inverse of the other to 1e-16 only.

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// p with M^-1 p = v to all digits of Real, one number and not lanes.
template <class Real>
std::vector<Real> exact_momentum(const ConstrainedSystem& system, const double* v) {
    const std::size_t n = to_size(system.state_size()), d = to_size(system.dimension());
    std::vector<Real> p(n, Real(0.0)), left(v, v + n), back(n);
    for (int round = 0; round < 3; ++round) {  // each leaves 1e-16 of what was off
        for (std::size_t i = 0; i < n; ++i)
            for (const NodeWeight& w : system.masses().matrix()[i / d])
                p[i] += w.weight * left[to_size(index(w.node)) * d + i % d];
        system.velocity(p.data(), back.data());
        for (std::size_t i = 0; i < n; ++i) left[i] = v[i] - back[i];
    }
    return p;
}

}  // namespace cchnn
