#include "stories/generate/shard_origin.hpp"

#include <algorithm>
#include <bit>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "integrate/trajectory_source.hpp"

namespace cchnn {
namespace {

constexpr int as_many = 8;  // in lanes they take as long as one

// The initial state of trajectory i of a batch.
InitialState start_of(const TrajectoryBatch& batch, int i) {
    const auto width = static_cast<long>(batch.nodes) * batch.dimension;
    const long first = static_cast<long>(i) * batch.samples;
    const auto entries = [&](const std::vector<double>& all, long own) {
        return std::vector<double>(all.begin() + first * own, all.begin() + (first + 1) * own);
    };
    InitialState start{entries(batch.x, width), entries(batch.v, width)};
    const std::size_t states = to_size(batch.count) * batch.samples;
    for (const auto* all : {&batch.track_parameter, &batch.counted_angle}) {
        const std::vector<double> own = entries(*all, all->size() / states);
        start.s.insert(start.s.end(), own.begin(), own.end());
    }
    const auto inputs = batch.u.begin() + first * static_cast<long>(batch.u.size() / states);
    start.u.assign(inputs, inputs + batch.u.size() / batch.count);
    return start;
}

// The first trajectories of a block, made again by the plan.
// With a file of initial states the sampler is not asked; the states of the block itself then replace that
// file, beginning with trajectory 0.
TrajectoryBatch made_again(const DatasetPlan& plan, Split split, const TrajectoryBatch& block) {
    const int count = std::min(block.count, as_many);
    std::vector<InitialState> states;
    for (int i = 0; plan.states_source && i < count; ++i) states.push_back(start_of(block, i));
    GivenInputs inputs;
    if (plan.inputs_source) inputs = {block.u, to_size(block.count)};
    const GivenData given{states, inputs, -static_cast<std::int64_t>(block.first)};
    return drawn_trajectories(plan.compiled.system, plan.compiled.sampler, plan.options.seed, split, block.first, count,
                              plan.times, plan.options.protocol, plan.options.on_failure == OnFailure::resample,
                              plan.options.bound ? &plan.bound_rule : nullptr, &given, Refine::now)
        .batch;
}

// Describes the first difference, or "". After the end of a trajectory both are NaN.
std::string difference(const char* what, const std::vector<double>& stored, const std::vector<double>& again,
                       const TrajectoryBatch& batch) {
    const std::size_t each = std::max<std::size_t>(again.size() / to_size(batch.count), 1);
    for (std::size_t k = 0; k < again.size(); ++k)
        if (std::bit_cast<std::uint64_t>(stored[k]) != std::bit_cast<std::uint64_t>(again[k]) &&
            !(stored[k] != stored[k] && again[k] != again[k]))
            return "of trajectory " + std::to_string(batch.first + k / each) + " " + what + " is " +
                   number_text(stored[k]) + ", made again " + number_text(again[k]);
    return "";
}

}  // namespace

void require_made_by(const DatasetPlan& plan, Split split, const std::filesystem::path& journal,
                     const DrawnBatch& block) {
    TrajectoryBatch again = made_again(plan, split, block.batch);
    again.first = block.batch.first;
    for (const TrajectoryArray& array : kept_arrays)
        if (const std::string text = difference(array.path + 1, block.batch.*array.values, again.*array.values, again);
            !text.empty())
            throw DataError(
                journal.string(),
                "was not made with the job.json beside it (another seed, integration settings, times or system): " +
                    text + "; put the job.json of the run back, or make the shard again");
}

}  // namespace cchnn
