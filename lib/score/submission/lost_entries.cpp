#include "score/submission/lost_entries.hpp"

#include <cmath>
#include <limits>

#include "score/statistics/largest_magnitude.hpp"

namespace cchnn {
namespace {

void lose_what_is_beyond(double most, double* predicted, std::size_t size) {
    constexpr double beyond = 1e6;
    if (!(most > 0 && largest_magnitude(predicted, size) > beyond * most)) return;
    for (std::size_t i = 0; i < size; ++i)
        if (std::abs(predicted[i]) > beyond * most) predicted[i] = std::numeric_limits<double>::infinity();
}

}  // namespace

void lose_what_is_beyond(const TrajectoryView& truth, double span, double* x, double* v, std::size_t size) {
    constexpr double rounding = 1e-9;
    const double far = largest_magnitude(truth.x, size), fast = largest_magnitude(truth.v, size), slow = far / span;
    lose_what_is_beyond(far, x, size);
    lose_what_is_beyond(fast > rounding * slow ? fast : slow, v, size);
}

}  // namespace cchnn
