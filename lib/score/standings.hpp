#pragma once
// Models over several systems. e_sm is the geometric mean over training seeds and trajectories of the error of model m
// on system s, never below the truth's own bound (SubmissionScores::judged_error), so that models at the floor are
// tied.
//   (1)  rank          1 + models with a smaller e_sm + half of those with the same; averaged over systems. Where m has
//   no
//                      submission it is behind all that have one. On each system models with the same predictions count once, near
//                      copies (near_copies.hpp) with the errors of the first; one without predictions of its own
//                      anywhere counts nowhere.
//   (2)  error ratio   geometric mean over systems of r_sm = min(100, e_sm / min over m of e_sm), 100 where m has no
//                      submission: 1 is the best everywhere. Without a limit one exact system would outweigh all others.
// Reference rollouts and published scores are not ranked. The 95 % interval of (2) adds the variances of the log ratios
// to each system's best model (paired_test.hpp: (3), or of trajectories alone where one of both has one seed). Chance
// makes the smallest of several e_sm smaller than it should be, so the lower end goes by the largest e_sp of those
// models that are not significantly worse than the best one (p > 0.05 alone), and by 1 where m is one of them.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

constexpr double largest_error_ratio = 100;  // of a system, in (2)

struct Standing {
    std::string model;
    std::vector<std::string> missing;  // systems without a submission of it
    double mean_rank = 0, error_ratio = 0;
    std::optional<Interval> error_ratio_ci95;
    std::string same_as = "";  // an earlier model with the same predictions, and as many of them
};

struct Comparison {
    std::vector<Scores> systems;
    std::vector<Standing> standings;  // best first, by error ratio
    std::vector<std::string> remarks;
};

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices);

// Models of one system, reference rollouts first, then by e_sm. Ranks as in (1); none for references and copies.
struct RankedModel {
    std::size_t model = 0;  // index into Scores::models
    std::optional<double> rank;
};
std::vector<RankedModel> ranked_models(const Scores& scores);

}  // namespace cchnn
