#include "integrate/batch_coordinates.hpp"

#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"
#include "model/compiled_system.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

// Makes room for the coordinates of all trajectories, then has those of each one written: `write` gets the number of
// the trajectory, its x and v, and where its q and qdot belong.
template <class Write>
void add_to_each(int coordinates, TrajectoryBatch& batch, const Write& write) {
    const std::size_t samples = batch.samples, count = batch.count;
    const std::size_t state = samples * to_size(batch.nodes) * batch.dimension, m = samples * coordinates;
    batch.q.resize(count * m);
    batch.qdot.resize(count * m);
    for (std::size_t i = 0; i < count; ++i)
        write(i, &batch.x[i * state], &batch.v[i * state], &batch.q[i * m], &batch.qdot[i * m]);
}

}  // namespace

void add_coordinates(const GeneralisedCoordinates& coordinates, double dt, TrajectoryBatch& batch) {
    if (!coordinates.exist()) return;
    add_to_each(coordinates.count(), batch,
                [&](std::size_t, const double* x, const double* v, double* q, double* qdot) {
                    coordinates.along_trajectory(batch.samples, dt, x, v, q, qdot, cchnn_kernels()->angles);
                });
}

void add_coordinates(const CompiledSystem& compiled, double dt, TrajectoryBatch& batch) {
    const std::vector<VariedProperty>& varied = compiled.spec.varied;
    if (batch.parameters.empty() || !draws_places(varied)) return add_coordinates(compiled.coordinates, dt, batch);
    if (!compiled.coordinates.exist()) return;
    add_to_each(compiled.coordinates.count(), batch,
                [&](std::size_t i, const double* x, const double* v, double* q, double* qdot) {
                    const double* own = &batch.parameters[i * varied.size()];
                    const BodyGraph graph(with_values(compiled.spec, {own, own + varied.size()}));
                    GeneralisedCoordinates(graph).along_trajectory(batch.samples, dt, x, v, q, qdot,
                                                                   cchnn_kernels()->angles);
                });
}

}  // namespace cchnn
