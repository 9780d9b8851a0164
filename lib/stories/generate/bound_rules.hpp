#pragma once
// The rules for options of error bounds and refinement, common to generate and rollout.

#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "integrate/protocol/protocol.hpp"

namespace cchnn {

// All violated rules. `refine`: the bound beyond which trajectories are integrated again; 0: none.
std::vector<Problem> refinement_problems(const Protocol& protocol, bool bound, std::optional<double> refine);

}  // namespace cchnn
