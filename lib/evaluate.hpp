#pragma once
// cchnn-eval score, as a story: a test set and submissions in, Scores out.

#include <filesystem>
#include <vector>

#include "score/score_submission.hpp"

namespace cchnn {

struct EvaluateRequest {
    std::filesystem::path truth;
    std::vector<std::filesystem::path> submissions;
    ScoringOptions options;
};

// Throws DataError with every problem of every submission, IoError, SpecError.
Scores evaluate(const EvaluateRequest& request);

}  // namespace cchnn
