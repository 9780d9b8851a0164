#pragma once
// Models over several systems. e_sm is the geometric mean over training seeds and trajectories of the relative error of
// model m on system s; the worst value (1, or 1000: relative_error.hpp) where m has no submission, so that leaving out
// a hard system never helps.
//   (1)  rank          1 + models with a smaller e_sm + half of those with the same; averaged over systems
//   (2)  error ratio   geometric mean over systems of e_sm / min over m of e_sm: 1 is the best everywhere
// Reference rollouts and published scores are not ranked. 95 % intervals: resample b draws trajectories of each system
// and seeds of each model (bootstrap.hpp), the same trajectories for all models, and (1) and (2) are formed anew.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

struct Standing {
    std::string model;
    std::vector<std::string> missing;  // systems without a submission of it
    double mean_rank = 0, error_ratio = 0;
    std::optional<Interval> mean_rank_ci95, error_ratio_ci95;
};

struct Comparison {
    std::vector<Scores> systems;
    std::vector<Standing> standings;  // best first, by error ratio
    std::vector<std::string> remarks;
};

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices, int threads);

// Models of one system, reference rollouts first, then by geometric mean. Ranks as in (1); none for references.
struct RankedModel {
    std::size_t model = 0;  // index into Scores::models
    std::optional<double> rank;
};
std::vector<RankedModel> ranked_models(const Scores& scores);

}  // namespace cchnn
