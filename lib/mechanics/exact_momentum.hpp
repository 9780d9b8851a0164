#pragma once
// p = M v in more than double precision, for the initial momenta of double-double trajectories (lane_records.hpp).

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// For one state, with all digits of Real, a scalar type.
template <class Real>
std::vector<Real> exact_momentum(const ConstrainedSystem& system, const double* v) {
    const std::size_t n = system.state_size(), d = system.dimension();
    std::vector<Real> p(n, Real(0.0));
    for (std::size_t i = 0; i < n; ++i)
        for (const NodeWeight& w : system.masses().matrix()[i / d])
            p[i] += FromExact<Real>::of(w.weight) * v[to_size(index(w.node)) * d + i % d];
    return p;
}

}  // namespace cchnn
