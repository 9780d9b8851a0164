#pragma once
// Scores made of nothing but errors: submissions, models and systems for tests of what is said over them.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "score/model_scores.hpp"
#include "score/standings.hpp"

namespace cchnn_test {

using namespace cchnn;

inline const Metric error_metric{Metric::Kind::relative_error, "relative_error", "", "1"};

inline SubmissionScores submission(const std::string& model, const std::vector<double>& errors,
                                   bool reference = false) {
    SubmissionScores s;
    s.label = s.model = model;
    s.reference = reference;
    s.values = s.relative_error = s.judged_error = errors;
    s.metrics = {{error_metric, summarize(errors), 0}};
    return s;
}

inline MetricChoices quick(std::uint32_t resamples = 500) {
    MetricChoices choices;
    choices.resamples = resamples;
    return choices;
}

inline Scores scores_of(const std::string& system, const std::vector<SubmissionScores>& submissions) {
    Scores scores;
    scores.truth.system = system;
    scores.truth.trajectories = submissions.front().relative_error.size();
    scores.submissions = submissions;
    scores.models = group_by_model(submissions, quick(0));
    return scores;
}

// What stands still in every trajectory.
inline SubmissionScores standing_still(const std::vector<double>& errors) {
    SubmissionScores s = submission("still", errors);
    s.motion.trajectories = s.motion.still = errors.size();
    return s;
}

inline const Standing& standing_of(const std::vector<Standing>& all, const std::string& model) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Standing& s) { return s.model == model; });
    if (found == all.end()) throw std::out_of_range(model);
    return *found;
}

}  // namespace cchnn_test
