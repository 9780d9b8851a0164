#pragma once
// Defines make_minimal_field() and make_family_minimal_field() of dynamics.hpp for any number type. Only files that
// compile kernels include this.

#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/kernels/joint_states.hpp"
#include "mechanics/kernels/lane_constants.hpp"

namespace cchnn {

template <class Real>
std::unique_ptr<MinimalField<Real>> make_minimal_field(const ConstrainedSystem& system) {
    if (system.constants().free_bodies.empty())
        return std::make_unique<JointStates<Real, SharedConstants<Real>>>(system);
    return std::make_unique<FreeBodies<Real, SharedConstants<Real>>>(system);
}
template <class Real>
std::unique_ptr<MinimalField<Real>> make_family_minimal_field(const ConstrainedSystem& like) {
    if (like.constants().free_bodies.empty()) return std::make_unique<JointStates<Real, LaneConstants<Real>>>(like);
    return std::make_unique<FreeBodies<Real, LaneConstants<Real>>>(like);
}

}  // namespace cchnn
