#pragma once
// The Cramer-Rao bound of every estimated parameter (score/information_bound.hpp): the smallest
// standard deviation that any unbiased estimator can reach from the observations, which a view or a level of
// noise describes.
//
//   two bounds of each estimate: initial conditions known, and initial conditions estimated as well
//   an estimate for each trajectory uses that trajectory alone; parameters that all trajectories share count as known

#include <filesystem>
#include <vector>

#include "dataset/reader/parameter_estimate.hpp"

namespace cchnn {

struct CompiledSystem;
struct Scores;
class TrajectoryFile;

// What was observed: one of the two members is set, or neither.
struct ObservedBy {
    std::filesystem::path view;  // a file of a view; or
    double noise = 0;            // of every entry of x and v of the test set
    bool given() const { return !view.empty() || noise > 0; }
};

// Adds the bounds to scores.submissions[i].parameters, for the estimates[i] of each submission. Does nothing if
// no submission estimates anything. Integrates sensitivities (integrate/derivatives/sensitivities.hpp) of each observed
// trajectory once, for all submissions together. Throws UsageError, DataError, IoError: for instance when the
// view belongs to another reference solution that is not beside the test set.
void add_parameter_bounds(const CompiledSystem& compiled, const TrajectoryFile& test, const ObservedBy& observed,
                          const std::vector<std::vector<ParameterEstimate>>& estimates, int threads, Scores& scores);

}  // namespace cchnn
