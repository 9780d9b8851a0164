#pragma once
// One number from a curve sampled at t = k dt, k = 0 .. T-1.
//   (1)  geometric mean   exp( 1/span  int log(h + floor) dt ), trapezoid rule      (paper, section 7)
//   (2)  mean, root mean square: over the counted samples
// The integral and the means start at k = 1, or at k = 0 when t = 0 counts. span is the length of the integral, or
// (counted samples) dt, which is how the published tables divide 99 intervals by 100 dt.
// Infinity in, infinity out: a worst value stays one.

#include <vector>

#include "score/metrics/metric_choices.hpp"

namespace cchnn {

double geometric_mean_over_time(const std::vector<double>& h, double dt, const MetricChoices& choices);
double mean_over_time(const std::vector<double>& h, bool include_t0);
double root_mean_square_over_time(const std::vector<double>& h, bool include_t0);

// How long a prediction can be used: the first sample time at which a curve of errors (Err, NRMSE or sMAPE) is above
// the threshold. A prediction that never exceeds it is valid until the last sample (censored: the true valid time may
// be longer).

struct ValidTime {
    double time = 0;  // s
    bool censored = false;
};
ValidTime valid_time(const std::vector<double>& err, double dt, double threshold);

}  // namespace cchnn
