#pragma once
// cchnn-eval score, as a story: a test set and submissions in, Scores out.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "score/score_submission.hpp"
#include "stories/evaluate/parameter_bounds.hpp"

namespace cchnn {

// What a submission is called, whatever its file says; without a label as its file is.
struct SubmissionName {
    std::string model, label;
};

struct EvaluateRequest {
    std::filesystem::path truth;
    std::vector<std::filesystem::path> submissions;
    ScoringOptions options;
    bool group_by_model = false;              // submissions of one model are training seeds of it
    bool published = false;                   // also the published scores of this system
    std::optional<std::uint64_t> shown = {};  // the trajectory to draw; default: a typical one of the first submission
    bool animate = false;                     // also what an animation shows
    bool start_error = false;                 // also equivalent start errors
    std::vector<SubmissionName> names = {};   // as many as submissions; none: names are those of the files
    ObservedBy observed = {};                 // also bounds of estimated parameters
    std::filesystem::path train = {};  // by which naive forecasts are made again; none: train.h5 beside the truth
    bool solver = false;               // also a classical solver beside each model, timed on this machine
    std::filesystem::path view = {};   // whose samples the context is; none: those of the test set
};

// Throws UsageError when `shown` is no trajectory, DataError with every problem of every submission, IoError,
// SpecError.
Scores evaluate(const EvaluateRequest& request);

}  // namespace cchnn
