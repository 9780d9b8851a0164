#pragma once
// The plan of one dataset: the compiled system, all options resolved, and what follows from them alone: how many
// trajectories each split has, how a block of them is made, what their file says, and which command makes the same
// dataset again.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"
#include "dataset/reader/inputs_file.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "integrate/drawn_batch.hpp"
#include "integrate/error_bound.hpp"
#include "model/compiled_system.hpp"
#include "stories/generate/generate.hpp"
#include "stories/generate/start_states.hpp"

namespace cchnn {

// A contiguous part of a split: trajectories first .. first+count-1.
struct Range {
    std::uint64_t first = 0, count = 0;
};
// The part of a split with `count` trajectories that belongs to a shard.
Range part_of(std::uint64_t count, Shard shard);

// Const after construction, except for the Lyapunov exponent; threads share it while they make blocks.
//
// generate() makes one plan for a run, merge() one for each set of shards, and make_suite() one to compare with a
// part that exists already. All of them then ask it for blocks, descriptions and documents, so that a dataset does
// not depend on which story made it. Members are initialised in the order of their declaration, and each uses those
// before it.
class DatasetPlan {
  public:
    // Throws UsageError, SpecError.
    DatasetPlan(const SystemSpec& spec, const GenerateOptions& asked);
    DatasetPlan(const DatasetPlan&) = delete;
    DatasetPlan& operator=(const DatasetPlan&) = delete;

    std::uint64_t count(Split split) const;
    Range range(Split split) const;  // those of the shard, or all
    std::uint64_t total() const;     // of the ranges of all splits
    int numbers_a_sample() const;    // half of those that a block holds of each sample, for its size

    // Makes a block of a split, without the refinement of drawn.awaiting and without what complete() adds.
    DrawnBatch begin(Split split, std::uint64_t first, std::uint64_t count) const;
    // Adds to a refined block what follows from its states: generalised coordinates, which journals and shards do not
    // contain.
    void complete(DrawnBatch& drawn) const;

    // A batch of one trajectory without values, which says what lengths the arrays of a journal have.
    TrajectoryBatch one_trajectory() const;

    DatasetDescription description(Split split) const;
    ManifestContent manifest(std::vector<SplitContent> splits) const;
    std::string protocol_json() const;
    double refine_level() const;  // 0: nothing is refined
    // The command line that makes the dataset again: all choices spelled out, and no path.
    std::string command() const;
    // The index in `starts` and `inputs` of the first trajectory of a split.
    std::uint64_t first_start(Split split) const;
    // Everything that the bits depend on, as JSON (dataset/resume/job.hpp): two runs may share journals if it
    // is equal. It also holds the version of the program, because another version may round in another way;
    // number of threads, directories and progress are left out.
    std::string job() const;
    // Whether a dataset with all files of this one is in a directory, of whatever job.
    bool is_complete(const std::filesystem::path& directory) const;
    // Of a complete one, how its manifest differs from this job: "--seed: is 3 there, 4 here".
    std::vector<std::string> differences(const std::filesystem::path& directory) const;
    // Whether a directory holds the finished dataset of the same job, according to its manifest.
    bool is_finished(const std::filesystem::path& directory) const;
    // Checks a finished dataset that is to stay: throws DataError if a file differs from its SHA256SUMS.
    void require_unchanged(const std::filesystem::path& directory) const;

    const CompiledSystem compiled;
    const TimeGrid times;
    const GenerateOptions options;
    const ErrorBoundRule bound_rule;
    const StartStates starts;                                     // given initial states; empty if they are drawn
    const InputsFile inputs;                                      // given values of inputs; empty if they are drawn
    const std::optional<GivenFile> states_source, inputs_source;  // files and digests of both
    std::optional<LyapunovRecord> lyapunov;                       // set before the first file is begun
};

}  // namespace cchnn
