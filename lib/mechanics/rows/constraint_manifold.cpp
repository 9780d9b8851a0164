#include "mechanics/rows/constraint_manifold.hpp"

namespace cchnn {

std::vector<double> ConstraintManifold::nearest_tracks(const double* x, const double* v) const {
    std::vector<double> s;
    const RowReader at{x, dimension, tracks, nullptr};
    for (const SystemTrack& track : tracks) {
        const Vector3 point = at.value(track.point), speed = v ? at.rate(track.point, v) : Vector3{};
        s.push_back(track.search->nearest(point.data(), v ? speed.data() : nullptr));
    }
    return s;
}

void ConstraintManifold::position_errors(const double* x, double* out) const {
    const std::vector<double> s = nearest_tracks(x, nullptr);
    const RowReader at{x, dimension, tracks, s.data()};
    for (std::size_t c = 0; c < rows.size(); ++c) out[c] = at.position_error(rows[c]);
}

}  // namespace cchnn
