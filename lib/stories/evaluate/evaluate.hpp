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

// The name of a submission in tables, in place of what its file says. An empty label stands for the name of the
// file.
struct SubmissionName {
    std::string model, label;
};

// What evaluate() is asked for. The programs fill it from options; compare, suite and board fill one for each
// test set.
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
    bool limits_on_ensembles = false;  // a limit is on a score of ensembles, which needs one number of members
};

// Scores submissions against one test set (schemas/metrics.md). The order of steps:
//
//   1. the test set is opened and its digests are recomputed from its arrays
//   2. its system is compiled from /system/json in the file, never from a file of the user
//   3. all submissions are opened and checked, initial states of a single one in step 5; the problems of all of
//      them are thrown together
//   4. labels with a special role are confirmed: reference rollouts and naive forecasts are made again
//   5. each submission is scored by itself, trajectory by trajectory
//   6. copies are found; estimated parameters are scored, with their bounds if the request has observations
//   7. training seeds are grouped into models, and models are tested in pairs
//   8. what was asked for besides: start errors, a classical solver, pictures
//
// Cheap checks come first, so that a mistake in the last file is reported before anything is integrated.
// Nothing is written: the report (lib/report/) turns Scores into text or files. A signal ends the work by
// Stopped, and nothing is kept.
//
// Throws UsageError (`shown` is no trajectory; a context, --until, a view or published scores that do not fit the
// test set), DataError with every problem of every submission, IoError, SpecError.
Scores evaluate(const EvaluateRequest& request);

}  // namespace cchnn
