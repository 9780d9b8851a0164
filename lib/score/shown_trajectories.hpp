#pragma once
// Trajectories to look at: for a picture one of the test set with all its predictions, for an animation a few of them,
// the best, the typical and the worst of the first submission, at no more than 600 times each.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "score/score_submission.hpp"

namespace cchnn {

struct ChosenTrajectory {
    std::uint64_t id = 0;
    std::string name;  // "median error of NAME"
};

// The trajectory whose error is nearest to the submission's median (in the logarithm): a typical one.
std::uint64_t typical_trajectory(const SubmissionScores& scores);

// Without repetition: the one that was asked for, then those with the median, the smallest and the largest error.
std::vector<ChosenTrajectory> trajectories_to_animate(const SubmissionScores& scores,
                                                      std::optional<std::uint64_t> asked);

// All samples of one trajectory, for a picture.
ShownTrajectory show_trajectory(std::uint64_t id, int context, const TrajectoryFile& truth,
                                const std::vector<const TrajectoryFile*>& submissions);
// At most 600 evenly spaced samples, with the error of every submission at each. With varied properties the system of
// this very trajectory is built for them.
AnimatedTrajectory animate_trajectory(const ChosenTrajectory& chosen, const ScoredSystem& scored,
                                      const MetricChoices& choices, const TrajectoryFile& truth,
                                      const std::vector<const TrajectoryFile*>& submissions);

}  // namespace cchnn
