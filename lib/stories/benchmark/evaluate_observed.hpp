#pragma once
// cchnn-eval score --at VIEW: scores state estimates, which are given at the samples of a view (noisy or
// incomplete observations, schemas/view.md), against the exact states of the reference solution.

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
