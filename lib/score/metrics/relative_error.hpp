#pragma once
// How far a predicted state is from the true one (paper, section 7):
//   (1)  Err = |zhat - z| / (|zhat| + |z|)      in [0, 1], Euclidean norms, z = (x, v) or (x, M v), all nodes stacked
//   (2)  Err = |zhat - z| / |zhat + z|          that of the training logs of the paper's code; never below (1), equal
//        to it to second order for small errors, and without a bound near zhat = -z: 1000 is the largest value it has
//        here
// 0/0 is 0: two states at rest in the origin agree. A prediction that is not finite has the worst value, 1 or 1000.

#include <cstddef>
#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn {

// z and zhat are given in two parts of `size` numbers each: positions, then velocities or momenta.
struct StateParts {
    const double* x;
    const double* v;
};

// (1) or (2) of one sample. All numbers are scaled by a power of two first, so that no square overflows or underflows.
double relative_error(StateParts predicted, StateParts truth, std::size_t size, NormChoice norm = NormChoice::sum);
// The same of all samples of a curve, of the first `compared` numbers of each part. States are `size` numbers apart,
// those of the prediction `step`: with 0 one state is compared with all samples.
std::vector<double> relative_errors(StateParts predicted, std::size_t step, StateParts truth, std::size_t size,
                                    int samples, std::size_t compared, NormChoice norm);
double worst_error(NormChoice norm);

// Are all numbers of both parts finite?
bool is_finite(StateParts state, std::size_t size);

// Err at every sample of one trajectory, of (x, v) or (x, M v) as the choices say.
std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth);

// Persistence: the geometric mean over time of Err of the first state, kept: that at t = 0 or, with a context, that of
// the last given sample. A model has to be better than this.
double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth);

}  // namespace cchnn
