#pragma once
// The ranks of models, and how certain they are. Smaller errors are better. (1) needs their order only; (2) takes their
// logarithms.
//
//   (1)  rank    1 + models ahead of it + half of those that are neither ahead nor behind: with the same error, or
//                without an order (3). Models with the same predictions count once, by the better of them, and not for
//                each other: a copy moves nobody's rank
//   (2)  draws   trajectories of each test set are resampled with replacement, the same ones for all models, who answer
//                the same ones; seeds are not (three would give their range): each model is moved by Student's t with
//                the variance and the degrees of freedom of its seeds. From the draws follow how often a model is
//                first, and the central 95 % of its ranks.
//   (3)  order   a model with a smaller error is ahead of another one if it also has the smaller error on more
//                trajectories than the other one, and fails on no larger share of them (statistics/summary.hpp), and if the
//                other one has not less than half of its median Err at more samples than it has of the other's. Else
//                exactness on some trajectories or samples pays for errors on others, and there is no order. Half, as
//                motions that are lost differ by chance at all later samples. Nor is a model ahead that is at its floor
//                on parts of the motions (judged_errors.hpp (3)) and, on those where neither model is, has the larger
//                mean: what is exact says nothing of a model. Nor one whose errors are below a hundredth of the other's on
//                parts, and on the rest twice as large, if that is a twentieth of the parts of a test set. Where one has the smaller errors everywhere,
//                it is ahead in any case. Scores of ensembles have arithmetic means, to which failures count in full,
//                and always an order
// In draws a model is first if it is ahead of all others. tests/score/statistics/coverage_test.cpp measures how often (2) holds the true rank.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {

// Which models have the same predictions, [a][b] and [b][a]. Not transitive: a model may be a near copy of two others
// that are not near copies of each other.
using Copies = std::vector<std::vector<bool>>;

Copies copies_in(const Scores& scores);
// Of models by their names: the same on every test set that either of them answers. References and naive forecasts have
// no copies.
Copies copies_over(const std::vector<std::string>& models, const std::vector<const Scores*>& sets);
// The first model that it copies on all test sets and that is listed before it; "" if it is no copy.
std::string original_of(const std::string& model, const std::vector<const Scores*>& sets);

// What keeps models from being ahead (3): pairs without an order, [a][b] and [b][a], and the share on which each fails,
// which draws leave as it is.
struct Unordered {
    std::vector<std::vector<bool>> pairs;
    std::vector<double> failed;

    bool operator()(std::size_t ahead, std::size_t behind) const {
        return pairs[ahead][behind] || failed[ahead] > failed[behind];
    }
};
// What (3) looks at: errors of trajectories, as many of every model, the share that fails, the logarithms of the
// median Err at all samples, and of each test set those of the parts of its motions, -infinity at the floor.
struct Rival {
    double error = 1;
    std::vector<double> of_trajectories = {};
    double failed = 1;
    std::vector<double> of_samples = {};
    std::vector<std::vector<double>> of_parts = {};
};
// The logarithms of medians on one system, at kept samples, not below the floor; means over seeds. None where ranks go by
// derivatives: these medians are of errors of states.
std::vector<double> median_logs(const Scores& scores, const ModelScores& model);
// Of parts on one system: means over the seeds that are above the floor there.
std::vector<double> part_logs(const Scores& scores, const ModelScores& model);
Unordered unordered_pairs(const std::vector<Rival>& rivals, RankChoice by);

// The counts of (1) for one model.
struct Place {
    double smaller = 0, equal = 0;  // of others that count
    bool contested = false;         // by one without an order
    double rank() const { return 1 + smaller + 0.5 * equal; }
    bool first() const { return smaller == 0 && !contested; }
};
// (1) of each model; `errors`, `copies` and `unordered` are in the same order.
std::vector<Place> places_of(const std::vector<double>& errors, const Copies& copies, const Unordered& unordered);

// (2)
struct RankDraws {
    double first = 0;                // share of the draws in which it is ahead of all, or equal
    double lowest = 1, highest = 1;  // the central 95 % of the ranks
};

// A test set that is part of a mean with some weight.
struct DrawnSet {
    struct Errors {
        std::vector<double> of_trajectories;  // (N) means over seeds; none without a submission, which counts as log 1
        double mean = 0;
    };
    double weight = 1, log_floor = 0;
    std::size_t trajectories = 0;
    std::vector<Errors> models;
};

// Err is at most 1, and log 1 = 0 is what an unanswered test set counts as.
double clamped_log_error(double log_error, double log_floor);

// `seeds` of each model: variance of its mean error by its training seeds, where they vary.
std::vector<RankDraws> rank_draws(const std::vector<DrawnSet>& sets, const std::vector<std::optional<Centre>>& seeds,
                                  const Copies& copies, const Unordered& unordered, const MetricChoices& choices);

}  // namespace cchnn
