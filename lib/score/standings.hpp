#pragma once
// Models over several systems. E_sm is the geometric mean over training seeds and trajectories of the error of model m
// on system s, never below the reference's own bound (SubmissionScores::judged_error).
//   (1)  standing error   log e_m = mean over systems of log max(E_sm, f_s); a system without a submission of m counts
//                         as 1, the largest value that Err takes, and no error counts as more
//   (2)  floor            f_s = max(error_floor, geometric mean of error_bound over trajectories and samples after
//                         t = 0), error_floor of MetricChoices 1e-6 unless a flag says otherwise: nobody needs more, and
//                         one exact system must not outweigh the others
// The order of two models therefore depends on these two and on the test sets alone: whoever else hands something in,
// or a copy of something, moves neither. Models are sorted by (1), equal ones by name; the ratio to the first is shown
// beside it. Reference rollouts and published scores are not ranked.
//
// Intervals of (1) add the variances of the systems with Satterthwaite's degrees of freedom: s_S^2/S of training seeds,
// s_N^2/N of trajectories. A system on which an error counts as f_s or as 1 adds none for that model. Pairs are those of
// paired_test.hpp, so that over one system, above the floor, p is that of the table of the system.
//
//   (3)  draws            trajectories of each system are resampled with replacement, the same ones for all models, who
//                         answer the same ones; seeds are not (three would give their range): each model is moved by
//                         Student's t with the variance and the degrees of freedom of its seeds. From the draws follow
//                         how often a model is first, and the central 95 % of its ranks.
// tests/score/statistics/coverage_test.cpp measures how often (3) holds the true rank.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

// (3)
struct RankDraws {
    double first = 0;                // share of the draws in which no other model is better
    double lowest = 1, highest = 1;  // the central 95 % of the ranks
};

struct Standing {
    std::string model;
    std::vector<std::string> missing;    // systems without a submission of it
    double error = 1;                    // (1)
    std::optional<Interval> error_ci95;  // none where no submission has an interval, or no draws are asked for
    double error_ratio = 1;              // to the first
    double rank = 1;                     // 1 + models with a smaller error + half of those with the same
    std::optional<RankDraws> draws = {};
    std::optional<PairedTest> against_first = {};  // ratio of this model to the first
    std::optional<double> p_holm = {};             // corrected for the number of models beside the first
    std::string persistence = "";                  // "persistence", "no better than persistence" or ""
    std::string same_as = "";                      // an earlier model with the same predictions, and as many of them
};

// A model that stands still on every system that it answers is the persistence that it is: it is ranked by its errors like
// any other, and named so. So is one whose error (1) is not below that of the initial states kept.
struct Comparison {
    std::vector<Scores> systems;
    std::vector<Standing> standings;  // best first, by error
    std::vector<std::string> remarks;
};

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices);

// Models of one system, reference rollouts first, then by e_sm. A rank is 1 + models with a smaller error + half of
// those with the same; references have none, nor copies, which count for nobody's rank.
struct RankedModel {
    std::size_t model = 0;  // index into Scores::models
    std::optional<double> rank;
};
std::vector<RankedModel> ranked_models(const Scores& scores);

}  // namespace cchnn
