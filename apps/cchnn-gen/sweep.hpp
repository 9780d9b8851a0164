#pragma once
// cchnn-gen rollout --sweep NAME=VALUE,VALUE,...: one rollout for each value, into files named after it.
//   rtol=1e-3,1e-5               tolerances; atol keeps its ratio to rtol unless --atol is given (paper, fig. 10c)
//   epsilon=1e-7,1e-5            perturbed starts (paper, fig. 6); epsilon-length too
//   drop=Link a-b,Link b-c       the first, the first two, ... constraints dropped (paper, fig. 10a)
//   baseline=persistence,mean    naive forecasts
// {} in the name of the output file becomes the value; for drop, the number of constraints.

#include <string>
#include <vector>

#include "stories/evaluate/rollout.hpp"

namespace cchnn {

// One entry without a sweep. Throws UsageError with every problem.
std::vector<RolloutOptions> expand_sweep(const RolloutOptions& options, const std::string& sweep, bool atol_given);

}  // namespace cchnn
