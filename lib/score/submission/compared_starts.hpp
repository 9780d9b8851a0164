#pragma once
// Whether a submission starts where its test set does: sample 0 is given, and has to be copied. How far it may be off
// is said at check_submission() (submission.hpp).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "score/submission/submission.hpp"

namespace cchnn {

// A submission without members, of the shape of its test set. score_submission() adds its blocks as it reads them, so
// that no chunk of a file is decoded for sample 0 alone.
class ComparedStarts {
  public:
    // Messages name at most `most_ids` trajectories.
    ComparedStarts(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids);

    // A block of the test set, and the same trajectories of the submission. What comes after the submission's last
    // trajectory does not count.
    void add(const TrajectoryBlock& block, const std::vector<double>& x, const std::vector<double>& v);
    // Throws DataError, with the trajectories of all blocks, if one that was added starts elsewhere and the submission
    // is no reference rollout.
    void refuse_others() const;
    SubmissionCheck finish() const;

  private:
    // Trajectories that start elsewhere.
    struct Moved {
        std::vector<std::uint64_t> ids;  // in order, as many as a message names
        std::uint64_t count = 0;
        double worst = 0;
        bool positions = false;  // of any, and not velocities alone

        void add(const Moved& other);
    };
    std::string perturbation() const;
    std::string advice_on_samples() const;
    std::string text_of(Moved moved, double beyond) const;
    double relative(double off, double largest_entry, double instead);

    const TrajectoryFile& truth_;
    const TrajectoryFile& submission_;
    const std::size_t most_ids_, size_;  // size_: entries of x of a state
    const bool reference_;
    Moved computed_, different_;  // up to computed_tolerance, and beyond
    bool at_rest_ = false;
};

// The same for whole files, whose initial states it reads.
SubmissionCheck compare_starts(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids);

}  // namespace cchnn
