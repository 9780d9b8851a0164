#include "corpus/time_scale.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/kernel_door.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

using Vector = std::vector<double>;

Vector state_vector(const ConstrainedSystem& system, const InitialState& state, bool at_rest) {
    const Vector still(state.v.size(), 0);
    const Vector& v = at_rest ? still : state.v;
    Vector p(v.size());
    const std::size_t d = system.dimension(), n = v.size() / d;
    const Vector mass = system.mass_matrix();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < d; ++k) p[i * d + k] += mass[i * n + j] * v[j * d + k];
    Vector z = state.x;
    z.insert(z.end(), p.begin(), p.end());
    if (system.dissipative()) z.push_back(0);
    const Vector s = system.nearest_parameters(state.x.data(), v.data());
    z.insert(z.end(), s.begin(), s.end());
    return z;
}

Vector field(const ConstrainedSystem& system, const Vector& z) {
    Vector rate(z.size());
    cchnn_kernels()->vector_field(system, z, rate);
    return rate;
}

double norm(const Vector& u) {
    double sum = 0;
    for (const double one : u) sum += one * one;
    return std::sqrt(sum);
}

}  // namespace

double acceleration_at_rest(const ConstrainedSystem& system, const InitialState& state) {
    const Vector rate = field(system, state_vector(system, state, true));
    const std::size_t size = state.x.size();
    const Vector force(rate.begin() + size, rate.begin() + 2 * size);
    Vector acceleration(size);
    system.velocity(force.data(), acceleration.data());
    double power = 0, whole = 0;
    for (std::size_t i = 0; i < size; ++i) power += force[i] * acceleration[i];
    for (const double entry : system.mass_matrix()) whole += entry;  // rows of an extended body sum to its mass
    return std::sqrt(std::max(power, 0.0) / whole);
}

double highest_rate(const ConstrainedSystem& system, const InitialState& state) {
    constexpr int rounds = 16, first = 8;
    const Vector z = state_vector(system, state, false);
    RandomStream random(0, 0x600, 0, 0);
    Vector u(z.size());
    for (double& one : u) one = random.normal();
    const double step = 0x1p-20 * norm(z) / std::sqrt(static_cast<double>(z.size()));
    double growth = 1;
    for (int round = 0; round < rounds; ++round) {
        const double length = norm(u);
        if (!(length > 0) || !std::isfinite(length)) return 0;
        Vector ahead = z, behind = z;
        for (std::size_t i = 0; i < z.size(); ++i) {
            ahead[i] += step * u[i] / length;
            behind[i] -= step * u[i] / length;
        }
        const Vector up = field(system, ahead), down = field(system, behind);
        for (std::size_t i = 0; i < z.size(); ++i) u[i] = (up[i] - down[i]) / (2 * step);
        if (round >= first) growth *= norm(u);
    }
    return std::sqrt(std::sqrt(std::sqrt(growth)));
}

}  // namespace cchnn
