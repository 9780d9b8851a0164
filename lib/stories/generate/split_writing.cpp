#include "stories/generate/split_writing.hpp"

#include <algorithm>
#include <cmath>

#include "core/at_work.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/stored_batch.hpp"
#include "integrate/lost_energy.hpp"
#include "mechanics/motion_scales.hpp"

namespace cchnn {
namespace {

// The largest |H(t) + dissipated - work - H(0)| / K of a batch, where K is the largest kinetic energy of the trajectory
// (at rest: motion_scales.hpp). Unlike |H(0)|, this scale does not depend on where the potential is zero.
double energy_drift(const ConstrainedSystem& system, double dt, const TrajectoryBatch& batch) {
    double worst = 0;
    for (int i = 0; i < batch.count; ++i) {
        double drift = 0;
        const std::size_t begin = to_size(i) * batch.samples;
        for (std::size_t k = begin; k < begin + batch.samples; ++k) {
            const double lost = lost_energy(batch, k);
            drift = std::max(drift, std::fabs(batch.energy[k] + lost - batch.energy[begin]));
        }
        const std::size_t size = system.state_size();
        const double *const x = &batch.x[begin * size], *const v = &batch.v[begin * size];
        const std::size_t middle = to_size(batch.samples / 2) * size;
        // The maximum is at least the value at one sample; this bound already excludes most trajectories from being the
        // worst.
        const double some = system.kinetic_energy(x + middle, v + middle);
        if (some > 0 && drift / some <= worst) continue;
        worst = std::max(worst, drift / motion_scales(system, batch.samples, dt, x, v).kinetic);
    }
    return worst;
}

void add_bound_statistics(SplitReport& report, TimeGrid times, const TrajectoryBatch& batch) {
    for (double bound : batch.error_bound) report.worst_bound = std::max(report.worst_bound, bound);
    const std::size_t samples = times.samples;
    for (std::size_t last = samples; report.refine_level > 0 && last <= batch.error_bound.size(); last += samples)
        report.beyond_refinement += batch.error_bound[last - 1] > report.refine_level;
    for (double until : batch.valid_until) report.beyond_level += !(until >= times.time(times.samples - 1));
}

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

SplitReport empty_report(const DatasetPlan& plan, Split split) {
    SplitReport report;
    report.split = split;
    report.bound_level = plan.options.bound ? plan.bound_rule.level : 0;
    report.refine_level = plan.refine_level();
    return report;
}

void add_to_report(SplitReport& report, const DatasetPlan& plan, const DrawnBatch& block) {
    report.count += static_cast<std::uint64_t>(block.batch.count);
    for (const auto& [reason, times] : block.failures) report.failures[reason] += times;
    report.redrawn += block.redrawn;
    for (const Outcome& outcome : block.batch.outcomes) {
        report.accepted += outcome.accepted;
        report.rejected += outcome.rejected;
        report.refined += outcome.refined;
    }
    report.worst_energy_drift =
        std::max(report.worst_energy_drift, energy_drift(plan.compiled.system, plan.times.dt, block.batch));
    add_bound_statistics(report, plan.times, block.batch);
    report.passed.add(block.batch);
    report.passed_centres = report.passed.text(plan.options.protocol, plan.times.dt);
    report.raised.add(block.batch);
    report.raised_bounds = report.raised.text();
}

SplitWriter::SplitWriter(const DatasetPlan& plan, Split split, const std::filesystem::path& file)
    : plan_(plan),
      report_(empty_report(plan, split)),
      writer_(file, plan.description(split), plan.compiled.system, false, plan.options.threads) {
    report_.file = file;
}

void SplitWriter::add(const DrawnBatch& block) {
    const AtWork writing(Work::writing);
    writer_.append(block.batch, derived_arrays(plan_.compiled, block.batch, plan_.times.dt, plan_.options.with,
                                               plan_.options.threads));
    for (const Outcome& outcome : block.batch.outcomes) ++outcomes_[outcome_name(outcome.reason)];
    add_to_report(report_, plan_, block);
}

SplitReport SplitWriter::finish() {
    const AtWork writing(Work::writing);
    report_.content_digest = writer_.finish(Sync::by_staged_directory);
    report_.truth_digest = writer_.content().truth;
    return report_;
}

SplitContent SplitWriter::content() const {
    return describe_split(report_.file, report_.redrawn, writer_.content(), outcomes_);
}

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
