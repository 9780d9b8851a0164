#include "score/metrics/momentum_error.hpp"

#include <cmath>
#include <limits>

namespace cchnn {

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
