#pragma once
// Checks whether a submission answers a test set, before it is scored. Shapes, times, digest and initial states have to
// agree. Values that are not finite are counted: they are a result and not a mistake.

#include <cstdint>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "score/statistics/coordinate_spread.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {

struct SubmissionCheck {
    std::vector<Problem> problems;     // every reason why it cannot be scored; empty: valid
    std::vector<std::string> remarks;  // what a reader of its scores has to know
};

// Whether a submission is a reference rollout: it carries an integration protocol of this program, which can be read
// back whole. With any other text there it is a model.
bool is_reference(const TrajectoryFile& submission);

// The coordinates that a submission in q, qdot is read through, from the test set's own system.
GeneralisedCoordinates coordinates_of(const TrajectoryFile& truth);

// Why q alone does not determine the states of a system: "has no generalised coordinates: ..."; "" if it does.
std::string why_not_from_q(const SystemSpec& spec, const GeneralisedCoordinates& coordinates);

// Whether sample 0 is given, and has to be copied, or estimated like the others (observed_scores.hpp). With
// truth_while_scored it has to be copied, and score_submission() compares it in place of check_submission().
enum class StartOf { truth, truth_while_scored, estimate };

// Fewer trajectories or samples than the test set has become a remark: what is missing has the worst value
// (prepared_submission.hpp). More of them, or other nodes or axes, are a problem.
// Initial states may differ by rounding: by 1e-6 of the largest entry (float32 is well inside) without a word, by 1e-4
// (float32 that went through momenta or angles) with a remark. Velocities that are all zero are measured against the
// largest position over the time span, positions at the origin against velocity times the span. A submission that
// carries an integration protocol is a reference rollout: it may start elsewhere on purpose, which becomes a remark.
// With a context of several samples all of them are given: what a submission says there is not looked at. One that was
// made from a longer context than it is scored with is a problem.
// Messages name at most `most_ids` trajectories.
SubmissionCheck check_submission(const TrajectoryFile& truth, const TrajectoryFile& submission,
                                 std::size_t most_ids = 5, StartOf start = StartOf::truth, int context = 1);

struct NotFinite {
    std::uint64_t values = 0, trajectories = 0;
    std::vector<std::uint64_t> ids;  // the first few

    // Those of a block, whose trajectories have `all_samples`, in samples from `first` on.
    void add(const TrajectoryBlock& block, int all_samples, std::size_t most_ids, int first);
};
// In samples from `first` on.
NotFinite count_not_finite(const TrajectoryFile& file, std::size_t most_ids, int first = 0);

// Initial states and times are copied, perhaps through float32 (6e-8): 1e-6 is far above that.
constexpr double copy_tolerance = 1e-6;

std::string file_name(const TrajectoryFile& file);
// "(100, 50, 3, 2)": trajectories, members where there are any, samples, nodes, axes.
std::string shape_text(const TrajectoryFileInfo& info);
// "3, 17, 42, ..." : the first ids of `total`.
std::string list_ids(const std::vector<std::uint64_t>& ids, std::uint64_t total);

// A test set that may be scored against, read once: whether it is whole, and how its coordinates spread.

struct CheckedTruth {
    ContentDigest digests;  // of what it holds
    CoordinateSpread spread;
};
// A test set must be whole: at least one trajectory and two samples, finite everywhere, its content as its digest says,
// its error bounds what bounds may be. Throws DataError.
CheckedTruth check_truth(const TrajectoryFile& truth);

}  // namespace cchnn
