#pragma once
// What may be asked of error bounds and refinement, as generate and rollout take them.

#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "integrate/protocol/protocol.hpp"

namespace cchnn {

// `refine`: a bound beyond which trajectories are integrated again; 0: none.
std::vector<Problem> refinement_problems(const Protocol& protocol, bool bound, std::optional<double> refine);

}  // namespace cchnn
