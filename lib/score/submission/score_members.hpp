#pragma once
// Scores the members of one trajectory of a submission against the reference. Members are read a few samples at a time,
// since all of them together may not fit into memory.

#include <cstdint>
#include <functional>
#include <mutex>

#include "dataset/reader/trajectory_file.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// Which samples of a trajectory count: first .. end-1 of `samples`. At samples 0 .. given-1 every member is the
// reference.
struct CountedSamples {
    int first = 0, end = 0, samples = 0, given = 0;
};

// The scores of an ensemble. Writes the mean over members to mean_x, mean_v (samples, n, d). On entry these hold the
// given samples, and NaN elsewhere, which stays where the file ends. The truth has the spread of its test set. Threads
// that read the same submission share `reading`.
EnsembleScores score_members(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                             CountedSamples counted, std::mutex& reading, double* mean_x, double* mean_v);

// The same scores of a prediction without members, which counts as an ensemble of one.
EnsembleScores score_single(TrajectoryView truth, TrajectoryView predicted, CountedSamples counted);

// Calls see(motion) for each member of one trajectory of an ensemble: all samples, with the given ones of the truth, and NaN
// where the file ends or lacks some. Reads as many members at a time as memory lets them be.
void each_member(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                 CountedSamples counted, double span, std::mutex& reading,
                 const std::function<void(TrajectoryView)>& see);

// Metrics that are computed of every member and not of the mean: energy, constraints, momenta, distributions and
// long-term statistics. The mean of motions that diverge from each other is no motion, and has none of these right. A
// trajectory has their mean over its members, so that no choice of one of them decides.
inline bool of_each_member(MetricFamily family) {
    return family == MetricFamily::energy || family == MetricFamily::constraint || family == MetricFamily::momentum ||
           family == MetricFamily::distribution || family == MetricFamily::statistics;
}

}  // namespace cchnn
