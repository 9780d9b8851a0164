#pragma once
// Checks the initial poses of bodies whose states are drawn; a part of state_problems (meaning_check.hpp).

#include "elements/parts/reading/body_table.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Checks the poses of moving bodies: the bodies that they are relative to, shapes, distributions, and that no
// chain of relative poses forms a cycle.
void check_placements(const SystemSpec& spec, const DrawnStates& drawn, const BodyTable& bodies, Findings& findings);

void check_distribution(const std::string& pointer, const Distribution& value, Findings& findings);

}  // namespace cchnn
