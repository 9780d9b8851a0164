#pragma once
// Scores of state estimation (filtering and smoothing): how near estimated states are to the clean truth at the
// samples of a view, from noisy observations. Forecasts begin at the clean state, so that the two are never compared:
// they have different signatures.
//
//   (1)  relative_error_at   exp( mean over the K samples of log(Err + floor) ), Err of metrics/relative_error.hpp
//   (2)  rmse_x_at, rmse_v_at      over all entries of these samples, m, m/s
//   (3)  rmse_x_seen, rmse_x_unseen   over the nodes that the view has there, and over those that it hides or has lost
//
// The first sample counts, since it is not given. A state that is not finite anywhere has the worst Err, 1 (1000 with
// the vector norm), and an infinite error in (2), (3). Where a view hides and loses nothing there is no rmse_x_unseen;
// else it is over the trajectories that lack something, and rmse_x_seen over those in which something is seen.

#include <cstdint>
#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "dataset/reader/view_file.hpp"
#include "score/metrics/metric_choices.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {

struct ObservedMetric {
    std::string key, heading, unit;
    Summary summary;
};

// The scores of one submission. evaluate_observed.cpp fills in the texts and remarks.
struct ObservedSubmission {
    std::string label, path, model, notes;
    std::vector<std::string> remarks;
    std::vector<ObservedMetric> metrics;
    std::uint64_t diverged = 0;                  // trajectories
    std::vector<double> relative_error_at = {};  // (N)
};

struct ObservedScores {
    std::string truth, system, digest;  // of the test set
    std::string view, view_digest;      // content digest
    std::uint64_t trajectories = 0;
    int samples = 0, of_samples = 0;  // K of T
    double noise_x = 0, noise_v = 0;  // of what is seen, m and m/s; 0: none, or not seen
    MetricChoices choices = {};
    std::string signature;
    std::vector<ObservedSubmission> submissions = {};
};

// cchnn|at:0123456789ab|err:sum|z:xv|floor:1e-16|t0:yes|agg:geomean|ci:t|sys:chain_pendulum_3|truth:3f9a...|v:0.3.0
std::string observed_signature(const MetricChoices& choices, const std::string& system, const std::string& truth_digest,
                               const std::string& view_digest);

// Assumes that the view is one of this truth and that the submission has been checked. Label, path, model, notes and
// remarks are left to the caller.
ObservedSubmission score_observed(const TrajectoryFile& truth, const ViewFile& view, const TrajectoryFile& submission,
                                  const MetricChoices& choices, int threads);

}  // namespace cchnn
