#pragma once
// The body that an initial pose is relative to; "" if it is relative to space.

#include <string>

#include "core/overloaded.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

inline std::string placed_from(const Placement& placement) {
    return std::visit(Overloaded{[](const CartesianPlacement&) { return std::string(); },
                                 [](const AngularPlacement& angular) { return angular.from; },
                                 [](const RigidPlacement& rigid) { return rigid.from; },
                                 [](const TrackPlacement& track) { return track.from; },
                                 [](const HeldPlacement& held) { return held.from; }},
                      placement);
}

}  // namespace cchnn
