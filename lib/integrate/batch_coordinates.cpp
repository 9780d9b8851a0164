#include "integrate/batch_coordinates.hpp"

#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"

namespace cchnn {

void add_coordinates(const GeneralisedCoordinates& coordinates, double dt, TrajectoryBatch& batch) {
    if (!coordinates.exist()) return;
    const std::size_t samples = to_size(batch.samples), count = to_size(batch.count);
    const std::size_t state = samples * to_size(batch.nodes) * to_size(batch.dimension),
                      m = samples * to_size(coordinates.count());
    batch.q.resize(count * m);
    batch.qdot.resize(count * m);
    for (std::size_t i = 0; i < count; ++i)
        coordinates.along_trajectory(batch.samples, dt, &batch.x[i * state], &batch.v[i * state], &batch.q[i * m],
                                     &batch.qdot[i * m], cchnn_kernels()->angles);
}

}  // namespace cchnn
