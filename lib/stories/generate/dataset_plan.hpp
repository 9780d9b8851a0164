#pragma once
// A dataset on its way, as generate() makes it and merge() puts it together: the system compiled once, every choice of
// the options resolved, and what follows from them alone: how many trajectories, how a block of them is made, what
// their file says, which command makes the same again.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "integrate/drawn_batch.hpp"
#include "integrate/error_bound.hpp"
#include "model/compiled_system.hpp"
#include "stories/generate/generate.hpp"
#include "stories/generate/start_states.hpp"

namespace cchnn {

// Trajectories first .. first+count-1 of a split.
struct Range {
    std::uint64_t first = 0, count = 0;
};
Range part_of(std::uint64_t count, Shard shard);

class DatasetPlan {
  public:
    // Throws UsageError, SpecError.
    DatasetPlan(const SystemSpec& spec, const GenerateOptions& asked);
    DatasetPlan(const DatasetPlan&) = delete;
    DatasetPlan& operator=(const DatasetPlan&) = delete;

    std::uint64_t count(Split split) const;
    Range range(Split split) const;  // those of the shard, or all
    std::uint64_t total() const;     // of the ranges of all splits

    // A block of a split but for refinement, which drawn.awaiting says, and for what complete() adds.
    DrawnBatch begin(Split split, std::uint64_t first, std::uint64_t count) const;
    // Of a block that is refined: what follows from its states, and so is in no journal and in no shard.
    void complete(DrawnBatch& drawn) const;

    DatasetDescription description(Split split) const;
    ManifestContent manifest(std::vector<SplitContent> splits) const;
    std::string protocol_json() const;
    double refine_level() const;  // 0: nothing is refined
    // The command line that makes the dataset again: every choice spelled out, no path.
    std::string command() const;
    // The first state of a split in `starts`.
    std::uint64_t first_start(Split split) const;
    // All that the bits depend on, as JSON: two runs may share journals when it is the same.
    std::string job() const;
    // Whether a dataset with all files of this one is in a directory, of whatever job.
    bool is_complete(const std::filesystem::path& directory) const;
    // Of a complete one, how its manifest differs from this job: "--seed: is 3 there, 4 here".
    std::vector<std::string> differences(const std::filesystem::path& directory) const;
    // Whether the finished dataset of the same job stands in a directory, as its manifest says.
    bool is_finished(const std::filesystem::path& directory) const;
    // Of a finished one that is to stay: throws DataError where a file is not what its SHA256SUMS says.
    void require_unchanged(const std::filesystem::path& directory) const;

    const CompiledSystem compiled;
    const TimeGrid times;
    const GenerateOptions options;
    const ErrorBoundRule bound_rule;
    const StartStates starts;                         // that were given; none when they are drawn
    const std::optional<StatesSource> states_source;  // what `starts` are
    std::optional<LyapunovRecord> lyapunov;           // found before the first file is begun
};

}  // namespace cchnn
