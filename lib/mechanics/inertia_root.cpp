#include "mechanics/inertia_root.hpp"

#include <cmath>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

std::vector<double> inertia_root(const ConstrainedSystem& system, const std::vector<double>& q) {
    const std::size_t n = q.size();
    const auto energy = [&](std::size_t i, std::size_t j) {
        std::vector<double> rates(n, 0.0);
        rates[i] += 1;
        rates[j] += 1;
        return system.kinetic_energy(q.data(), rates.data());
    };
    std::vector<double> root(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = j == i ? energy(i, i) / 2 : energy(i, j) - energy(i, i) / 4 - energy(j, j) / 4;
            for (std::size_t k = 0; k < j; ++k) rest -= root[i * n + k] * root[j * n + k];
            root[i * n + j] = j == i ? std::sqrt(rest) : rest / root[j * n + j];
        }
    return root;
}

}  // namespace cchnn
