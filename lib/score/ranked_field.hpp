#pragma once
// The errors of models on all test sets over which they are ranked: one set a split of a task in a suite, one a system in a
// comparison, which is a suite of tasks that have the split "in" alone.
//
//   (1)  log e_m = sum over sets of w_s log max(E_sm, f_s),  sum of w_s = 1,  between log f_s and log 1
//   (2)  by shares of climatology, which are arithmetic means:  e_m = sum over sets of w_s max(E_sm, f_s). Every set then
//        has the level log e_m, and deviations in proportion to its own part of e_m, as the logarithm of a mean has to
//        first order
//
// E_sm is the geometric mean over training seeds and trajectories, f_s the floor. A set without a submission of the model
// counts as 1. Intervals add the variances of the sets with Satterthwaite's degrees of freedom: s_N^2/N of trajectories,
// and s_S^2/S of training seeds, where a seed is one trained model on all sets of a group, so that its deviations there
// add up. A set on which an error counts as f_s or as 1 adds none for that model.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "score/ranks.hpp"
#include "score/scores.hpp"
#include "score/statistics/paired_test.hpp"

namespace cchnn {

// Logarithms of what standings go by, one for each trajectory of a submission.
std::vector<double> ranked_logs(const SubmissionScores& submission, const MetricChoices& choices);
// Whether the mean of a score of ensembles has no interval (statistics/intervals.hpp).
bool tail_too_heavy(const SubmissionScores& submission, const MetricChoices& choices);

// Logarithms of the errors of one model on one set.
struct SetErrors {
    std::vector<double> of_seeds;         // the mean over trajectories of each training seed; none without a submission
    std::vector<double> of_trajectories;  // (N) means over seeds
    std::vector<double> of_samples;       // median_logs()
    std::vector<double> of_parts;         // part_logs()
    double level = 0;                     // log max(E, f) of (1)
    bool varies = false;                  // the level is E: neither the floor nor the worst value
    double rest = 0;                      // rest_variance
    FailedShare failed = {};
    bool heavy = false;  // the tail of a score is too heavy for an interval
    bool still = false;  // every seed is persistence

    bool answered() const { return !of_seeds.empty(); }
    // Of trajectory i; where the whole set counts as the floor or as the worst value, that value.
    double at(std::size_t i) const { return varies ? of_trajectories[i] : level; }
};

// Errors are divided by exp(log_unit).
SetErrors set_errors(const Scores& scores, const ModelScores& model, double log_floor, double log_unit = 0);

struct RankedSet {
    std::string group, name;
    double weight = 1, log_floor = 0;
    std::size_t trajectories = 0, samples = 0;
    std::map<std::string, SetErrors> models;                           // by label
    std::optional<double> log_persistence = {}, log_climatology = {};  // in the unit and the bounds of the errors

    const SetErrors& of(const std::string& model) const;  // those of no answer where there is none
};

// What is summed for one model: plus or minus its errors on a set.
struct Term {
    const RankedSet* set;
    const SetErrors* errors;
    double weight;
};

// What a model is on all sets that it answers: neither, a reference rollout, or a naive forecast of this name.
struct ModelKind {
    bool reference = false;
    std::string naive = {};

    bool ranked() const { return !reference && naive.empty(); }
};
std::map<std::string, ModelKind> kinds_of(const std::vector<const Scores*>& all);  // by label

struct RankedField {
    std::vector<RankedSet> sets;
    bool arithmetic = false;                 // (2): after take_arithmetic_means()
    std::size_t fewest_trajectories = 1;     // of a set, or nothing is said of how far errors vary
    std::vector<const Scores*> scores = {};  // of the sets, to find copies

    std::vector<Term> terms(const std::string& model, double sign = 1) const;
    void take_arithmetic_means(const std::map<std::string, ModelKind>& models);
};

// What is known of one set: the scores on it, null where nobody answers.
struct SetAnswers {
    std::string group, name;
    double weight;
    const Scores* scores;
};

// The largest share of the CRPS of climatology that counts: that of a point drawn from it.
constexpr double worst_share = 2;

// The errors of all models. By shares they are CRPS over `worst_share` times that of climatology.
RankedField ranked_field(const std::vector<SetAnswers>& answers, const MetricChoices& choices, bool shares = false);

double log_value(const std::vector<Term>& terms);
// How far the ends of the 95 % interval of log_value() are from it; none where nothing varies or too few trajectories do.
std::optional<double> half_width(const std::vector<Term>& terms, std::size_t fewest_trajectories);
// The interval of e, cut off at the floor and at 1, which no error passes.
std::optional<Interval> value_interval(const std::vector<Term>& terms, std::size_t fewest_trajectories);
// What a sum is said of: single training runs, or methods of three seeds or more wherever there are answers.
PairedTest::Of kind_of(const std::vector<Term>& terms);
// Whether (3) of paired_test.hpp finds a better than b.
PairedTest paired_test(const RankedField& field, const std::string& a, const std::string& b,
                       const MetricChoices& choices);
Rival rival_of(const std::vector<Term>& terms);
std::vector<RankDraws> draws_of(const RankedField& field, const std::vector<std::string>& models, const Copies& copies,
                                const Unordered& unordered, const MetricChoices& choices);
// "persistence" of what stands still on every set that it answers, "no better than persistence" or climatology, or "".
std::string persistence_of(const RankedField& field, const std::string& model);

}  // namespace cchnn
