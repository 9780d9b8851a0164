#include "score/metrics/conservation_errors.hpp"

#include <cmath>
#include <limits>

namespace cchnn {

double relative_energy_error(double predicted, double truth) {
    if (!std::isfinite(predicted)) return 1;
    if (predicted == truth) return 0;
    // Halves, so that neither sum nor difference of two large energies overflows.
    const double error = std::abs(truth / 2 - predicted / 2) / (std::abs(truth) / 2 + std::abs(predicted) / 2);
    return error <= 1 ? error : 1;
}

double scaled_energy_error(double predicted, double truth, double max_kinetic) {
    if (!std::isfinite(predicted)) return std::numeric_limits<double>::infinity();
    if (predicted == truth) return 0;
    return std::abs(predicted - truth) / max_kinetic;
}

namespace {

// Infinite if a number is NaN: such a state has the worst value.
double sum_of_squares(const double* rows, std::size_t count) {
    double sum = 0;
    for (std::size_t a = 0; a < count; ++a) sum += rows[a] * rows[a];
    return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

}  // namespace

double root_mean_square(const double* rows, std::size_t count) {
    return std::sqrt(sum_of_squares(rows, count) / static_cast<double>(count));
}

double stacked_norm(const double* phi, const double* phi_rate, std::size_t count) {
    return std::sqrt(sum_of_squares(phi, count) + sum_of_squares(phi_rate, count));
}

double momentum_scale(const ConstrainedSystem& system, const ConservedQuantity& quantity, const double* x,
                      const double* v) {
    const std::size_t d = system.dimension();
    std::vector<double> p(system.state_size());
    system.momentum(v, p.data());
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); i += d) {
        double p_squared = 0, arm_squared = quantity.centre.empty() ? 1 : 0;
        for (std::size_t k = 0; k < d; ++k) {
            p_squared += p[i + k] * p[i + k];
            if (quantity.centre.empty()) continue;
            const double arm = x[i + k] - quantity.centre[k];
            arm_squared += arm * arm;
        }
        sum += std::sqrt(p_squared * arm_squared);
    }
    return sum;
}

double scaled_momentum_error(double predicted, double truth, double scale) {
    if (!std::isfinite(predicted)) return std::numeric_limits<double>::infinity();
    if (predicted == truth) return 0;
    return std::abs(predicted - truth) / scale;
}

}  // namespace cchnn
