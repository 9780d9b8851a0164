#include "stories/generate/finished_splits.hpp"

#include <algorithm>

#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_file.hpp"
#include "stories/generate/split_writing.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_numbers = 1 << 22;  // numbers x in a block

std::vector<double> column(const Hdf5File& file, const char* name, std::uint64_t first, std::uint64_t count) {
    std::vector<double> values(count);
    file.read_doubles(name, {first}, {count}, values.data());
    return values;
}

// The part of a block that add_to_report() reads.
DrawnBatch stored_block(const TrajectoryFile& file, const Hdf5File& arrays, std::uint64_t first, std::uint64_t count) {
    DrawnBatch block;
    TrajectoryBatch& batch = block.batch;
    batch.first = first;
    batch.count = static_cast<int>(count);
    batch.samples = file.info().samples;
    batch.nodes = file.info().nodes;
    batch.dimension = file.info().dimension;
    file.read(first, count, batch.x, batch.v);
    file.read_energy(first, count, batch.energy);
    file.read_losses(first, count, batch.dissipated);
    if (file.info().description.bounded) {
        file.read_error_bound(first, count, batch.error_bound);
        batch.valid_until = column(arrays, "/valid_until", first, count);
    }
    const std::vector<double> accepted = column(arrays, "/steps_accepted", first, count),
                              rejected = column(arrays, "/steps_rejected", first, count);
    batch.outcomes.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        batch.outcomes[i].accepted = static_cast<long>(accepted[i]);
        batch.outcomes[i].rejected = static_cast<long>(rejected[i]);
    }
    if (!arrays.has("/refined")) return block;
    const std::vector<double> refined = column(arrays, "/refined", first, count);
    for (std::size_t i = 0; i < count; ++i) batch.outcomes[i].refined = refined[i] != 0;
    return block;
}

// Reads one file block by block, and sums its report as its writer did.
SplitReport finished_split(const DatasetPlan& plan, Split split, const fs::path& path) {
    const TrajectoryFile file(path);
    const Hdf5File arrays = Hdf5File::open(path);
    SplitReport report = empty_report(plan, split);
    report.file = path;
    const std::uint64_t size = to_size(file.info().samples) * plan.compiled.system.state_size();
    const std::uint64_t per_block = std::max<std::uint64_t>(1, most_numbers / size);
    for (std::uint64_t first = 0; first < file.info().count; first += per_block) {
        throw_if_stopped();
        const std::uint64_t count = std::min(per_block, file.info().count - first);
        add_to_report(report, plan, stored_block(file, arrays, first, count));
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
