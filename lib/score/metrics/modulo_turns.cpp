#include "score/metrics/modulo_turns.hpp"

#include <cmath>
#include <numbers>

#include "core/to_size.hpp"

namespace cchnn {

constexpr double turn = 2 * std::numbers::pi;

void take_turns_off(const std::vector<int>& angles, double* x) {
    for (const int i : angles) x[i] = std::remainder(x[i], turn);
}

ModuloTurns::ModuloTurns(const ConstrainedSystem& system, int samples, TrajectoryView predicted, std::size_t step,
                         TrajectoryView truth)
    : predicted_(predicted), truth_(truth), step_(step) {
    const std::vector<int>& angles = system.angle_coordinates();
    if (angles.empty()) return;
    const std::size_t size = to_size(system.state_size());
    x_true_.assign(truth.x, truth.x + to_size(samples) * size);
    for (std::size_t k = 0; k < to_size(samples); ++k) {
        x_.insert(x_.end(), predicted.x + k * step, predicted.x + k * step + size);
        v_.insert(v_.end(), predicted.v + k * step, predicted.v + k * step + size);
        double *const own = &x_[k * size], *const true_one = &x_true_[k * size];
        take_turns_off(angles, true_one);
        for (const int i : angles) own[i] = true_one[i] + std::remainder(own[i] - true_one[i], turn);
    }
    step_ = size;
    predicted_.x = x_.data();
    predicted_.v = v_.data();
    truth_.x = x_true_.data();
}

}  // namespace cchnn
