#include "mechanics/angle_count.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr double half_turn = std::numbers::pi;

// The advance of an angle over one sample by the trapezoidal rule, or 0 where its two rates are too different.
double ahead(double before, double after, double dt) {
    return std::fabs(after - before) * dt < half_turn ? dt * (before + after) / 2 : 0;
}

}  // namespace

std::vector<double> counted_along(const ConstrainedSystem& system, const double* x, const double* v, int samples,
                                  double dt, const double* first) {
    if (system.angles().empty()) return {};
    const std::size_t tracks = system.tracks().size(), count = system.angles().size(), width = tracks + count,
                      size = system.state_size();
    std::vector<double> all(samples * width, 0.0), here(width, 0.0), before(count), rate(count);
    std::fill(here.begin() + tracks, here.end(), NAN);
    if (first) std::copy_n(first, count, here.begin() + tracks);
    for (std::size_t k = 0; k < to_size(samples); ++k) {
        system.angle_rates(x + k * size, v + k * size, rate.data());
        std::vector<double> next = here;
        for (std::size_t i = 0; i < count && k > 0; ++i) next[tracks + i] += ahead(before[i], rate[i], dt);
        system.settle_angles(x + k * size, next.data());
        if (std::all_of(next.begin(), next.end(), [](double c) { return std::isfinite(c); })) {
            here = next;
            before = rate;
        }
        std::copy(here.begin(), here.end(), all.begin() + k * width);
    }
    return all;
}

bool samples_tell_turns(const ConstrainedSystem& system, const double* x, const double* v, int samples, double dt,
                        const double* stored) {
    if (system.angles().empty()) return true;
    const std::size_t width = system.parameter_count(), tracks = system.tracks().size();
    int whole = 0;  // samples before the trajectory's end
    while (whole < samples && std::isfinite(stored[whole * width + tracks])) ++whole;
    const std::vector<double> found = counted_along(system, x, v, whole, dt, stored + tracks);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (i % width >= tracks && !(std::fabs(found[i] - stored[i]) < half_turn)) return false;
    return true;
}

}  // namespace cchnn
