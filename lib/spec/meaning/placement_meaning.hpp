#pragma once
// Where bodies start when states are drawn. Part of state_problems (meaning_check.hpp).

#include "elements/parts/reading/body_table.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Placements of bodies that move: what they hang from, shapes, distributions; and circles.
void check_placements(const SystemSpec& spec, const DrawnStates& drawn, const BodyTable& bodies, Findings& findings);

void check_distribution(const std::string& pointer, const Distribution& value, Findings& findings);

}  // namespace cchnn
