#pragma once
// cchnn-eval score --at VIEW, as a story: estimated states at the samples of a view, against the clean truth.

#include <filesystem>
#include <vector>

#include "score/observed_scores.hpp"

namespace cchnn {

struct EvaluateObservedRequest {
    std::filesystem::path truth, view;
    std::vector<std::filesystem::path> submissions;
    MetricChoices choices;
    int threads = 1;
};

// Throws UsageError (a view of another test set), DataError with every problem of every submission, IoError.
ObservedScores evaluate_observed(const EvaluateObservedRequest& request);

}  // namespace cchnn
