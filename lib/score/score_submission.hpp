#pragma once
// All trajectories of one submission against the truth, in blocks: memory holds one block, and a few numbers per
// trajectory. Trajectories of a block are scored in parallel and summed in order.

#include "dataset/trajectory_file.hpp"
#include "mechanics/constrained_system.hpp"
#include "score/scores.hpp"

namespace cchnn {

struct ScoringOptions {
    MetricChoices choices;
    int threads = 1;
    std::uint64_t block = 0;  // trajectories at a time; 0: as fits 16 MiB. Does not change a number
};

// The pair has been checked (submission.hpp). Label and remarks are the caller's. Without bodies there are no scores of
// single ones.
SubmissionScores score_submission(const ConstrainedSystem& system, const std::vector<BodyNodes>& bodies,
                                  const TrajectoryFile& truth,
                                  const TrajectoryFile& submission, const ScoringOptions& options);

}  // namespace cchnn
