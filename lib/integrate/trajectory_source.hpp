#pragma once
// One block of a split: states drawn, integrated, and drawn again where an integration could not succeed.

#include <cstdint>

#include "integrate/drawn_batch.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {

// Where trajectories start that are not drawn: trajectory i of a split at states[first + i].
struct GivenStarts {
    const std::vector<InitialState>& states;
    std::uint64_t first;
};

// Trajectories first .. first+count-1 of a split. With `draw_again` a failed one is drawn again (up to 100 times);
// without, and from `starts`, it throws NumericalError that names trajectory, reason and time. With `bound` the batch
// has error bounds, and is refined, or says what awaits it.
enum class Refine { now, later };
DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again, const ErrorBoundRule* bound = nullptr,
                              const GivenStarts* starts = nullptr, Refine when = Refine::now);

}  // namespace cchnn
