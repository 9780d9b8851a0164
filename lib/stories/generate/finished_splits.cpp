#include "stories/generate/finished_splits.hpp"

#include <algorithm>

#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/stored_batch.hpp"
#include "stories/generate/split_writing.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_numbers = 1 << 22;  // numbers x in a block

// Reads one file block by block, and sums its report as its writer did.
SplitReport finished_split(const DatasetPlan& plan, Split split, const fs::path& path) {
    const TrajectoryFile file(path);
    SplitReport report = empty_report(plan, split);
    report.file = path;
    const std::uint64_t size = to_size(file.info().samples) * plan.compiled.system.state_size();
    const std::uint64_t per_block = std::max<std::uint64_t>(1, most_numbers / size);
    for (std::uint64_t first = 0; first < file.info().count; first += per_block) {
        throw_if_stopped();
        const std::uint64_t count = std::min(per_block, file.info().count - first);
        add_to_report(report, plan, {.batch = stored_batch(file, first, count), .failures = {}});
    }
    return report;
}

}  // namespace

// The manifest says how many trajectories were drawn again and what the digests are; everything else is summed
// from the arrays.
std::vector<SplitReport> finished_splits(const DatasetPlan& plan, const fs::path& directory) {
    const LockFile lock = read_lock_file(directory / "manifest.json");
    std::vector<SplitReport> reports;
    for (const SplitContent& said : lock.splits)
        for (const Split split : all_splits) {
            if (said.split != name(split)) continue;
            reports.push_back(finished_split(plan, split, directory / (said.split + ".h5")));
            reports.back().redrawn = said.resampled;
            reports.back().truth_digest = said.truth_digest;
            reports.back().content_digest = said.content_digest;
        }
    return reports;
}

}  // namespace cchnn
