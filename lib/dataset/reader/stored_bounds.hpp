#pragma once
// What a stored error_bound may be, whatever it is of (integrate/error_bound.hpp):
//   (1)  0 <= bound_0 <= bound_1 <= ... <= 1 at every sample before the trajectory's end, dimensionless
// Anything else bounds nothing: compared with an error, NaN says that it is above and an infinity that it is below.

#include <string>
#include <vector>

namespace cchnn {

class TrajectoryFile;

// "t[3] = nan, expected a number from 0 to 1", "t[3] = 1e-12 after 2e-12, a bound never decreases"; "" where (1) holds.
std::string why_impossible(const double* bound, int samples);

// Every trajectory of a dataset that has bounds and is complete. Throws DataError that names the first.
void require_possible_bounds(const TrajectoryFile& file);

}  // namespace cchnn
