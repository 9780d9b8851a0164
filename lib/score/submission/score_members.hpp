#pragma once
// The members of one trajectory of a submission against the reference, read in pieces of bounded memory.

#include <cstdint>
#include <mutex>

#include "dataset/reader/trajectory_file.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// Counted samples are first .. end-1 of `samples`. At samples 0 .. given-1 every member is the reference.
struct CountedSamples {
    int first = 0, end = 0, samples = 0, given = 0;
};

// Of an ensemble, whose mean over members goes to mean_x, mean_v (samples, n, d), which hold the given samples, and NaN
// where the file ends. The truth has the spread of its test set.
// Threads that read the same submission share `reading`.
EnsembleScores score_members(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                             CountedSamples counted, std::mutex& reading, double* mean_x, double* mean_v);

// Of a prediction without members, an ensemble of one.
EnsembleScores score_single(TrajectoryView truth, TrajectoryView predicted, CountedSamples counted);

// Energy, constraints, momenta, distributions and long-term statistics: a mean of motions that part keeps none of them.
inline bool of_one_member(MetricFamily family) {
    return family == MetricFamily::energy || family == MetricFamily::constraint || family == MetricFamily::momentum ||
           family == MetricFamily::distribution || family == MetricFamily::statistics;
}

}  // namespace cchnn
