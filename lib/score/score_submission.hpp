#pragma once
// Scores all trajectories of one submission against the truth, block by block: memory holds one block, and a few
// numbers for each trajectory. Trajectories of a block are scored in parallel and summed in order, so that no digit
// depends on the number of threads.

#include "dataset/reader/trajectory_file.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "mechanics/constrained_system.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/scores.hpp"
#include "score/submission/compared_starts.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

struct ScoringOptions {
    MetricChoices choices;
    int threads = 1;
    bool rank_given = false;  // choices.rank_by was asked for; else it is the default of what is scored
    bool ensembles = false;   // then their scores too, of a prediction without members as of one
    std::uint64_t block = 0;  // trajectories at a time; 0: trajectories_per_block(). Changes no number
};

// The system of a test set. Where properties are drawn for each trajectory, each is scored with its own energy, masses
// and constraints, from the values that the test set stores.
struct ScoredSystem {
    const SystemSpec& spec;
    const ConstrainedSystem& system;            // at the nominal values of varied properties
    std::vector<BodyNodes> bodies;              // none: no scores of single ones
    CoordinateSpread spread;                    // of the test set
    double floor = 1e-6;                        // f of judged_errors.hpp
    std::optional<KineticSpread> kinetic = {};  // where ranks go by the kinetic error, or structure is scored
    std::vector<ContactGap> gaps = {};          // of its contacts
};

// The pair has been checked (submission.hpp). Where `starts` is given, initial states have not: they are added to it
// block by block, and throw DataError. Label and remarks are the caller's.
SubmissionScores score_submission(const ScoredSystem& scored, const TrajectoryFile& truth,
                                  const TrajectoryFile& submission, const ScoringOptions& options,
                                  ComparedStarts* starts = nullptr);

}  // namespace cchnn
