#pragma once
// Models over several systems. E_sm is the geometric mean over training seeds and trajectories of the error of model m
// on system s, with no sample below the floor or the reference's own bound (judged_errors.hpp). What the error is, a
// choice says (MetricChoices::rank_by): the kinetic error over several systems, unless it is another one.
//   (1)  standing error   log e_m = mean over systems of log max(E_sm, f_s); a system without a submission of m counts
//                         as 1, the largest value that Err takes, and no error counts as more
//   (2)  floor            f_s = max(error_floor, geometric mean of error_bound over trajectories and samples after
//                         t = 0), error_floor of MetricChoices 1e-6 unless a flag says otherwise: nobody needs more,
//                         and one exact system, trajectory or sample must not outweigh the others
// The order of two models therefore depends on these two and on the test sets alone: a third submission, or a copy of
// one, changes nothing. Models are sorted by (1), equal ones by name with a copy behind its original, and shown with
// their ratio to the first row, which need not be that of a first model: one without an order to another has no first place.
// Reference rollouts, naive forecasts and published scores are not ranked. Ranks and their draws: ranks.hpp.
//
// Standings may go by the equivalent start error E of a model (start_error.hpp): below the smallest level counts as
// f_s = error_floor, saturated and too chaotic as 1, and a system that is too regular for one of its models is left
// out. Or by a score of ensembles, whose mean over trajectories is arithmetic:
//   (3)  log e_s = mean over training seeds of log c,  c the mean over trajectories of c_i
//   (4)  a trajectory counts as  l_i = log c + (c_i - c)/c,  which has the mean log c, and its variance to first order
// The rest is the same with f_s = error_floor. 1 is the score of a forecast that is one spread off everywhere. Scores
// with a tail too heavy for an interval of their mean (statistics/intervals.hpp) have none here either.
//
// Beside them stand two numbers of Agarwal et al. 2021 (arXiv 2108.13264), of the logarithms l of the errors of
// trajectories, between log f_s and 0:
//   (5)  interquartile mean           exp of the mean of the middle half of l over all (system, trajectory) pairs
//   (6)  probability of improvement   mean over systems of the share of pairs (i, j) of trajectories with l_i of one model
//                                     below l_j of the other, equal ones half
//
// Intervals of (1): ranked_field.hpp. Pairs are those of paired_test.hpp, so that over one system, above the floor, p is
// that of the table of the system.

#include <optional>
#include <string>
#include <vector>

#include "score/ranked_field.hpp"
#include "score/ranks.hpp"
#include "score/scores.hpp"

namespace cchnn {

struct Standing {
    std::string model;
    std::vector<std::string> missing;    // systems without a submission of it
    double error = 1;                    // (1)
    std::optional<Interval> error_ci95;  // none where nothing varies, or no draws are asked for
    double error_ratio = 1;              // to the first
    double rank = 1;                     // ranks.hpp (1)
    std::optional<RankDraws> draws = {};
    std::optional<PairedTest> against_first = {};  // ratio of this model to the first
    std::optional<double> p_holm = {};             // corrected for the number of models other than the first
    std::string persistence = "";                  // "persistence", "no better than persistence" or ""
    std::string same_as = "";                      // an earlier model with the same predictions: a mark alone
    FailedShare failed = {};                       // of the trajectories of all systems that it answers
    bool unordered = false;                        // it and the first have no order (ranks.hpp (3))
    double interquartile_mean = 1;                 // (5)
    std::optional<double> improvement = {};        // (6), of this model over the first
};

// All systems of one comparison. A model that stands still on every system that it answers is ranked by its errors like
// any other, and marked as persistence; one whose error (1) is not below that of persistence is marked, too.
struct Comparison {
    std::vector<Scores> systems;
    std::vector<Standing> standings;  // smallest error first
    std::vector<std::string> remarks;
};

// What orders models on one system, over training seeds and trajectories: the geometric mean of judged errors, or the
// logarithm of the score that standings go by.
double ranked_level(const Scores& scores, const ModelScores& model);

// The error that tables of suites and boards show of a model: the kinetic error, where ranks go by it, or else the
// relative error; and its words.
const MetricScore& shown_error(const ModelScores& model);
const char* shown_words(RankChoice by);

// Whether the motions of a system are too regular for a start error, which ranks go by: standings leave it out.
bool too_regular(const Scores& scores);

// Known, as on a board: a copy then stands behind what it copies, whichever is nearer to the public reference.
enum class Arrival { unknown, known };
std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices,
                                Arrival arrival = Arrival::unknown);
// Of any sets, such as splits of a suite; models in the order of their names. Equal errors are ordered by `ties`.
std::vector<Standing> standings(const RankedField& field, const std::vector<std::string>& models,
                                const MetricChoices& choices, Arrival arrival, const std::vector<double>& ties);
// With the error, the failures and what is missing alone: of a reference rollout or a naive forecast.
Standing unranked_standing(const RankedField& field, const std::string& model);

// Naive forecasts over all systems, best first, shown below the models.
std::vector<Standing> naive_standings(const std::vector<Scores>& systems);

// Models of one system, reference rollouts and naive forecasts first, which have no rank, then in the order of standings.
struct RankedModel {
    std::size_t model = 0;  // index into Scores::models
    std::optional<double> rank;
    bool unordered = false;  // it and the first have no order (ranks.hpp (3))
    bool first = false;      // nobody is ahead of it, and it has an order with all others
};
std::vector<RankedModel> ranked_models(const Scores& scores);
// As if there were only these models, which have ranks.
std::vector<RankedModel> ranked_among(const Scores& scores, const std::vector<std::size_t>& ranked);

}  // namespace cchnn
