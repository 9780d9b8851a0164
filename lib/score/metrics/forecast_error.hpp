#pragma once
// Errors as papers on forecasting report them, over the D coordinates that move (coordinate_spread.hpp), z their
// values:
//   (1)  NRMSE(t) = sqrt( 1/D sum_i ((zhat_i - z_i) / sigma_i)^2 )
//   (2)  sMAPE(t) = 1/D sum_i 200 |zhat_i - z_i| / (|zhat_i| + |z_i|), in %;  0/0 is 0
//   (3)  MASE     = mean over i and counted samples of |zhat_i - z_i| / s_i,
//        s_i the mean of |z_i,k - z_i,k-1| over the context, k = 1 .. K-1; coordinates that stand still in the context,
//        s_i at most 1e-9 of the largest of x or of v, are left out
// (1) as in Zhang and Gilpin 2024 and the package dysts, whose sigma is of one trajectory; (2) Makridakis 1993 with the
// factor of dysts; (3) Hyndman and Koehler 2006.

#include <vector>
#include "score/metrics/relative_error.hpp"
#include "score/statistics/coordinate_spread.hpp"

namespace cchnn {

// Of one state; infinity and 200 of one that is not finite.
double nrmse(StateParts predicted, StateParts truth, const CoordinateSpread& spread);
double smape(StateParts predicted, StateParts truth, const CoordinateSpread& spread);

// s of (3), (2 n d), 0 for coordinates that are left out; x and v of (K, n, d).
std::vector<double> context_steps(const double* x, const double* v, int context, const CoordinateSpread& spread);

}  // namespace cchnn
