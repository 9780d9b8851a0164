#include "dataset/reader/stored_batch.hpp"

#include <algorithm>

#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/trajectory_end.hpp"
#include "integrate/trajectory_arrays.hpp"

namespace cchnn {
namespace {

EndReason reason_of(double code) {
    return code >= 0 && code < outcome_count ? static_cast<EndReason>(static_cast<int>(code)) : EndReason::not_finite;
}

// A count of steps in a file of a stranger may be any number of 64 bits, which a double rounds up beyond long.
long count_of_steps(double stored) { return static_cast<long>(std::clamp(stored, -1e18, 1e18)); }

}  // namespace

TrajectoryBatch stored_batch(const TrajectoryFile& file, std::uint64_t first, std::uint64_t count) {
    const TrajectoryFileInfo& info = file.info();
    TrajectoryBatch batch;
    batch.first = first;
    batch.count = static_cast<int>(count);
    batch.samples = info.samples;
    batch.nodes = info.nodes;
    batch.dimension = info.dimension;
    file.read(first, count, batch.x, batch.v);
    for (const TrajectoryArray& array : kept_arrays)
        if ((batch.*array.values).empty()) batch.*array.values = file.rows(array.path, first, count);
    const std::vector<double> codes = file.rows("/outcome", first, count),
                              accepted = file.rows("/steps_accepted", first, count),
                              rejected = file.rows("/steps_rejected", first, count),
                              refined = file.rows("/refined", first, count);  // none before 0.2.0
    const std::size_t width = batch.x.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
        Outcome& outcome = batch.outcomes.emplace_back();
        outcome.reason = reason_of(codes.at(i));
        outcome.samples =
            samples_before_end(outcome.reason == EndReason::completed, info.samples,
                               to_size(info.nodes) * info.dimension, &batch.x[i * width], &batch.v[i * width]);
        outcome.accepted = count_of_steps(accepted.at(i));
        outcome.rejected = count_of_steps(rejected.at(i));
        outcome.refined = !refined.empty() && refined[i] != 0;
    }
    return batch;
}

}  // namespace cchnn
