#pragma once
// Submissions as models: several submissions that name the same model are training seeds of it. Scores of a model are
// summaries over all its (seed, trajectory) pairs, with intervals over both (intervals.hpp). Models are compared in
// pairs on the same trajectories (paired_test.hpp), as methods where both have three seeds or more. Errors below the
// bound of the reference count as the bound (SubmissionScores::judged_error), and models with the same predictions, or
// nearly so (near_copies.hpp), count once.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

// One entry per model, in the order of first appearance. A submission without a model's name is a model of its own.
std::vector<ModelScores> group_by_model(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices);
// Every submission as a model of its own.
std::vector<ModelScores> one_model_each(const std::vector<SubmissionScores>& submissions,
                                        const MetricChoices& choices = {});

// "persistence" of a prediction that stands still, "no better than persistence" or "no better than climatology", or "".
std::string persistence_words(const ModelScores& model);

// The comparison of a model with persistence, the last given states kept, on the same trajectories. None if the
// reference is at rest in one of them, where persistence has no error.
std::optional<PairedTest> against_persistence(const std::vector<SubmissionScores>& submissions,
                                              const ModelScores& model, const MetricChoices& choices, int threads);

// All pairs of up to 8 models and reference rollouts without copies, and up to 16 with them; of more, each one with the
// one of the smallest geometric mean of judged errors. A copy is in no pair with what it copies, a naive forecast in
// none at all.
std::vector<ModelComparison> compare_models(const std::vector<SubmissionScores>& submissions,
                                            const std::vector<ModelScores>& models, const MetricChoices& choices,
                                            int threads);

}  // namespace cchnn
