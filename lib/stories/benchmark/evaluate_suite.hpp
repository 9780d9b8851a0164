#pragma once
// cchnn-eval suite: scores submissions to a suite (schemas/suite.md), in and out of distribution.
//
//   DIR/suite.lock.json + DIR/<task>/<split>/test.h5 + SUBS/<task>/<training>/<split>/*.h5, *.npz  ->  SuiteScores
//
// <training> says what a model was trained on: full (all of in/train.h5), size_<n>, noise_<level>. Submissions
// below one SUBS with the same <training> that name the same model are its training seeds; reference rollouts and
// naive forecasts are none.
//
// evaluate() scores each part that has submissions; suite_standings() ranks models over all of them. A split
// without a submission of a model counts as the worst error, so that leaving out a hard split gains nothing.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "score/score_submission.hpp"
#include "score/statistics/generalisation.hpp"
#include "stories/benchmark/suite_standings.hpp"

namespace cchnn {

// The error of one model on one split of one task.
struct SuiteError {
    std::string model, split;
    bool reference = false;  // rollouts of the true system
    std::size_t seeds = 0;
    double error = 0;  // geometric mean over trajectories and seeds, arithmetic of structure; what the task says
    std::optional<Interval> error_ci95;
    std::optional<Generalisation> over_in;  // error over error in; of other splits than "in"
    std::optional<StartError> start_error;  // when asked for
    std::string naive = {};                 // of a naive forecast: its name
    std::optional<double> crps = {};        // mean over trajectories and seeds, where somebody answers with an ensemble
    double climatology = 0;                 // its CRPS, where ranks go by CRPS
    std::vector<MetricScore> structure = {};  // of what is found, where ranks go by it
};

// One point of a learning curve or noise curve: a model that was trained on less or on noisier data, on the
// split "in".
struct SuitePoint {
    std::string model, training;  // "size_50", "noise_0.1", "full"
    double at = 0;                // training trajectories, or the level of noise
    std::size_t seeds = 0;
    double error = 0;
    std::optional<Interval> error_ci95;
    std::optional<double> crps = {};
    double climatology = 0;
};

// Everything about one task. `splits`, `why` and the order of `errors` follow the suite.
struct SuiteTaskScores {
    std::string name, system;
    std::vector<std::string> splits;  // "in" first
    std::vector<std::string> why;     // of each
    std::vector<SuiteError> errors;   // of models trained on everything, in the order of models, then splits
    std::vector<SuitePoint> by_size, by_noise;
    std::vector<std::string> signatures;         // of each split that somebody answers
    std::string error_words = "relative error";  // what `errors` are; or the kinetic error, where ranks go by it
};

// The generalisation ratio of a model on splits of one name, averaged over tasks.
struct SuiteMean {
    std::string model, split;
    std::size_t tasks = 0;  // that have the split and a ratio of the model
    Generalisation over_in;
};

struct SuiteScores {
    std::string name, title, directory;
    std::uint64_t most = 0;  // trajectories of a set, where it was cut
    std::vector<SuiteTaskScores> tasks;
    SuiteStandings standings;      // over all tasks that somebody answers
    std::vector<SuiteMean> means;  // geometric means of ratios over tasks
    std::vector<std::string> remarks;
};

struct SuiteRequest {
    std::filesystem::path directory;
    std::vector<std::filesystem::path> submissions;
    ScoringOptions options;
    bool start_error = false;
    // Called before each part, "chain_2/full/in", the `number`-th of `of` that somebody answers: submissions to parts
    // before it, and to all.
    std::function<void(const std::string& part, std::size_t number, std::size_t of, std::uint64_t done,
                       std::uint64_t total)>
        progress = nullptr;
};

// Throws UsageError (a directory that the suite does not have, with the nearest name; another context than the
// suite's), IoError (no submission), SpecError, and what evaluate() throws.
SuiteScores evaluate_suite(const SuiteRequest& request);

}  // namespace cchnn
