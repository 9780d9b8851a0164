#include "score/metrics/constraint_error.hpp"

#include <cmath>
#include <limits>

namespace cchnn {
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

}  // namespace cchnn
