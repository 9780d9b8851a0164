#include "mechanics/motion_scales.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr double at_rest_below = 1e-12;  // of W

double largest_speed(const ConstrainedSystem& system, int samples, const double* v) {
    const int d = system.dimension();
    double largest = 0;
    for (int i = 0; i < samples * system.node_count(); ++i) {
        double square = 0;
        for (int axis = 0; axis < d; ++axis) square += v[i * d + axis] * v[i * d + axis];
        largest = std::max(largest, square);
    }
    return std::sqrt(largest);
}

}  // namespace

MotionScales motion_scales(const ConstrainedSystem& system, int samples, double dt, const double* x, const double* v) {
    const std::size_t size = system.state_size();
    MotionScales scales;
    for (int k = 0; k < samples; ++k)
        scales.kinetic = std::max(scales.kinetic, system.kinetic_energy(x + to_size(k) * size, v + to_size(k) * size));
    const double length = system.length_scale(), u = length / (dt * std::max(1, samples - 1));
    std::vector<double> all_at_u(size);
    for (std::size_t i = 0; i < size; i += to_size(system.dimension())) all_at_u[i] = u;
    const double w = system.kinetic_energy(x, all_at_u.data());
    scales.at_rest = scales.kinetic <= at_rest_below * w;
    scales.speed = scales.at_rest ? u : largest_speed(system, samples, v);
    if (scales.at_rest) scales.kinetic = w;
    scales.linear_momentum = 2 * w / u;
    scales.angular_momentum = 2 * w / u * length;
    return scales;
}

}  // namespace cchnn
