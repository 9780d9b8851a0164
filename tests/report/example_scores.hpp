#pragma once
// Scores of two made-up submissions, one of them with a diverged trajectory, for tests of what is written about them.

#include <cmath>
#include <limits>

#include "score/scores.hpp"

namespace cchnn {

inline MetricScore example_metric(const Metric& metric, double value) {
    MetricScore score{metric, {}, 0};
    score.summary = {
        value, value / 2, value / 3, value / 4, value * 5, Interval{value / 2, value * 2}, Interval{value / 4, value}};
    return score;
}

inline SubmissionScores example_submission(const std::string& label, const MetricChoices& choices, double value) {
    SubmissionScores submission;
    submission.label = submission.model = label;
    submission.path = label + ".h5";
    for (const Metric& metric : metrics_for(choices, 3, true))
        submission.metrics.push_back(example_metric(metric, value));
    submission.relative_error = submission.judged_error = {value, value};
    submission.error_over_time = {{0, 0.5, 1}, {0, value, 1}, {0, value, 1}, {0, value / 2, value}, {0, value * 2, 1}};
    submission.energy_over_time = submission.nrmse_over_time = submission.error_over_time;
    return submission;
}

inline Scores example_scores() {
    Scores scores;
    scores.truth = {"data/test.h5", "chain_pendulum_1", std::string(64, 'a'), "test", 7, 2, 3, 1, 2, 0.5, {"bob1"}};
    scores.signature = signature(scores.choices, scores.truth.system, scores.truth.digest, "");
    scores.submissions = {example_submission("good", scores.choices, 1e-4),
                          example_submission("bad", scores.choices, 0.1)};
    SubmissionScores& bad = scores.submissions[1];
    bad.diverged = {1, {1}, 4};
    bad.metrics[2].summary.mean = std::numeric_limits<double>::infinity();
    bad.remarks = {"reference rollout"};
    bad.truth_floor = TruthFloor{2, 6, 1, 1e-10};
    scores.shown = {1, {{0, -1, 1, 0, 0, -1}, {0, -1, 1, 0, 0, -1}, {0, -1, 1, 0.1, NAN, NAN}}};
    return scores;
}

}  // namespace cchnn
