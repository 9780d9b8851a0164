#pragma once
// What the energy H of a trajectory has lost since t = 0: the dissipated energy minus the work of inputs.

#include "integrate/trajectory.hpp"

namespace cchnn {

// H plus this is constant; `k` counts samples of the whole batch.  [J]
inline double lost_energy(const TrajectoryBatch& batch, std::size_t k) {
    const double dissipated = batch.dissipated.empty() ? 0 : batch.dissipated[k];
    return dissipated - (batch.work.empty() ? 0 : batch.work[k]);
}

}  // namespace cchnn
