#pragma once
// The Cramer-Rao bound beside every estimated parameter (score/statistics/information_bound.hpp): what the observations
// that a view or a noise stands for can tell, at best.
//
//   unknown: the parameters that a submission estimates, and, in one of the two bounds, where each trajectory starts
//   of an estimate for each trajectory: those of its trajectory, the ones that all share being known

#include <filesystem>
#include <vector>

#include "dataset/reader/parameter_estimate.hpp"

namespace cchnn {

struct CompiledSystem;
struct Scores;
class TrajectoryFile;

struct ObservedBy {
    std::filesystem::path view;  // a file of a view; or
    double noise = 0;            // of every entry of x and v of the test set
    bool given() const { return !view.empty() || noise > 0; }
};

// For submissions with estimates, `estimates` as many as scores.submissions; nothing where none has any. Throws UsageError, DataError, IoError:
// the view is of another truth, and this one is not beside the test set.
void add_parameter_bounds(const CompiledSystem& compiled, const TrajectoryFile& test, const ObservedBy& observed,
                          const std::vector<std::vector<ParameterEstimate>>& estimates, int threads, Scores& scores);

}  // namespace cchnn
