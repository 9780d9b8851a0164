#pragma once
// Defines make_free_bodies() and make_family_free_bodies() of dynamics.hpp for any number type. Only files that compile
// kernels include this.

#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/kernels/lane_constants.hpp"

namespace cchnn {

template <class Real>
std::unique_ptr<FreeBodyField<Real>> make_free_bodies(const ConstrainedSystem& system) {
    return std::make_unique<FreeBodies<Real, SharedConstants<Real>>>(system);
}
template <class Real>
std::unique_ptr<FreeBodyField<Real>> make_family_free_bodies(const ConstrainedSystem& like) {
    return std::make_unique<FreeBodies<Real, LaneConstants<Real>>>(like);
}

}  // namespace cchnn
