#include "integrate/trajectory.hpp"

#include <algorithm>

namespace cchnn {

void copy_trajectory(const TrajectoryBatch& source, int from, TrajectoryBatch& target, int to) {
    const auto copy = [&](const std::vector<double>& a, std::vector<double>& b, int width) {
        std::copy_n(a.begin() + static_cast<long>(from) * width, width, b.begin() + static_cast<long>(to) * width);
    };
    const int state = source.samples * source.nodes * source.dimension;
    copy(source.x, target.x, state);
    copy(source.v, target.v, state);
    copy(source.energy, target.energy, source.samples);
    if (!source.dissipated.empty()) copy(source.dissipated, target.dissipated, source.samples);
    for (const auto parameters : {&TrajectoryBatch::track_parameter, &TrajectoryBatch::counted_angle})
        copy(source.*parameters, target.*parameters,
             static_cast<int>((source.*parameters).size() / source.outcomes.size()));
    if (!source.error_bound.empty()) {
        copy(source.error_bound, target.error_bound, source.samples);
        copy(source.valid_until, target.valid_until, 1);
    }
    target.outcomes[to] = source.outcomes[from];
}

}  // namespace cchnn
