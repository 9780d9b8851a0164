#pragma once
// Checks the initial poses of bodies whose states are drawn; a part of state_problems (meaning_check.hpp).

#include <string>

#include "core/overloaded.hpp"
#include "elements/parts/reading/body_table.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Checks the poses of moving bodies: the bodies that they are relative to, shapes, distributions, and that no
// chain of relative poses forms a cycle.
void check_placements(const SystemSpec& spec, const DrawnStates& drawn, const BodyTable& bodies, Findings& findings);

// Reports numbers of a distribution that are not finite or out of order.
void check_distribution(const std::string& pointer, const Distribution& value, Findings& findings);

// The body that an initial pose is relative to; "" if it is relative to space.
inline std::string placed_from(const Placement& placement) {
    return std::visit(Overloaded{[](const CartesianPlacement&) { return std::string(); },
                                 [](const AngularPlacement& angular) { return angular.from; },
                                 [](const RigidPlacement& rigid) { return rigid.from; },
                                 [](const TrackPlacement& track) { return track.from; },
                                 [](const HeldPlacement& held) { return held.from; }},
                      placement);
}

}  // namespace cchnn
