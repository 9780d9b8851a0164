#include "score/metrics/energy_error.hpp"

#include <algorithm>
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

}  // namespace cchnn
