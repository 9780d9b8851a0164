#pragma once
// Counts errors that are no larger than the accuracy of the reference. A test set states for each of its states how far
// off it may be (error_bound, in units of Err). A prediction whose error is within that bound cannot be distinguished
// from the true motion, so nothing more is claimed of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/metrics/metric_choices.hpp"

namespace cchnn {

class TrajectoryFile;

// The counts of one submission.
struct TruthFloor {
    std::uint64_t samples = 0;       // samples after t = 0 with Err <= error_bound
    std::uint64_t of_samples = 0;    // samples after t = 0
    std::uint64_t trajectories = 0;  // with one such sample or more
    double largest_bound = 0;        // of those samples
};

// Adds one trajectory: err and bound at its (T) samples, from `first` on (1 where t = 0 does not count).
void add_trajectory(TruthFloor& floor, const std::vector<double>& err, const double* bound, std::size_t first);

// Geometric mean of /error_bound over all trajectories and scored samples that are not given; bounds below the rounding
// of Err, 1e-16, count as that. 0 where the file has no bounds.
double typical_bound(const TrajectoryFile& truth, const MetricChoices& choices);

// For people; "" when no error is that small.
std::string remark(const TruthFloor& floor);

}  // namespace cchnn
