#pragma once
// Makes one block of a split: draws initial states, integrates them, and may draw those again whose integration failed.
// Datasets and shards (stories/generate), streams and corpora are made of such blocks.

#include <cstdint>

#include "integrate/drawn_batch.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "sample/given_inputs.hpp"

namespace cchnn {

// What is given instead of drawn: trajectory i of a split begins at states[i + first], if there are states, and has row
// i + first of the inputs, if there are some.
struct GivenData {
    const std::vector<InitialState>& states;
    const GivenInputs& inputs;
    std::int64_t first;
};

// Trajectories first .. first+count-1 of a split. With `draw_again` a failed one is drawn again, up to 100 times. After
// that, without `draw_again`, and from given or listed states a failure throws NumericalError with trajectory, reason
// and time. With `bound` the batch has error bounds; if the rule has a refinement, it is refined at once, or lists what
// is to be refined later.
enum class Refine { now, later };
DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again, const ErrorBoundRule* bound = nullptr, const GivenData* given = nullptr,
                              Refine when = Refine::now);

}  // namespace cchnn
