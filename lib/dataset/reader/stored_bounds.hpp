#pragma once
// The values that a stored error_bound may have, whatever its trajectory (integrate/error_bound.hpp):
//   (1)  0 <= bound_0 <= bound_1 <= ... <= 1 at every sample of a completed trajectory, dimensionless
//   (2)  of a system with contacts bounds of 1, at samples next to an impact, may stand between those of (1)
// Scores depend on comparisons of errors with bounds, and NaN or an infinite bound would decide them in either
// direction.

#include <string>
#include <vector>

namespace cchnn {

class TrajectoryFile;

// Why bounds violate (1), or (2) with impacts: "t[3] = nan, expected a number from 0 to 1", "t[3] = 1e-12 after 2e-12,
// a bound never decreases"; "" if they satisfy it. `bound` has `samples` entries.
std::string why_impossible(const double* bound, int samples, bool with_impacts);

// Checks all samples of every trajectory of a dataset with bounds whose trajectories are all completed. Throws
// DataError that names the first violation.
void require_possible_bounds(const TrajectoryFile& file);

}  // namespace cchnn
