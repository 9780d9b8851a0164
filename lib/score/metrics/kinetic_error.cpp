#include "score/metrics/kinetic_error.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/metrics/modulo_turns.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// |u|^2 = tr(u^T M u), twice the kinetic energy of the velocities u; of a Lagrangian at one state, `at`.
double square(const ConstrainedSystem& system, const std::vector<double>& at, const std::vector<double>& u) {
    return 2 * system.kinetic_energy(at.data(), u.data());
}

// m_x and m_v of (1), at least 1 where nothing can move.
double free_positions(const ConstrainedSystem& system) {
    return std::max<double>(1, system.tangent_dimension() - system.degrees_of_freedom());
}
double free_velocities(const ConstrainedSystem& system) { return std::max(1, system.degrees_of_freedom()); }

// Mean and variance of states in the kinetic metric, in one pass. States are taken relative to the first one, so that
// no digits are lost far from the origin.
class Moments {
  public:
    Moments(const ConstrainedSystem& system, const std::vector<double>& at) : system_(system), at_(at) {}

    void add(const double* state) {
        if (count_ == 0) {
            first_.assign(state, state + system_.state_size());
            sum_.assign(first_.size(), 0);
        }
        std::vector<double> off(first_.size());
        for (std::size_t i = 0; i < off.size(); ++i) {
            off[i] = state[i] - first_[i];
            sum_[i] += off[i];
        }
        squares_ += square(system_, at_, off);
        ++count_;
    }
    std::vector<double> mean() const {
        std::vector<double> mean = first_;
        for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += sum_[i] / to_double(count_);
        return mean;
    }
    double variance() const {
        std::vector<double> off = sum_;
        for (double& c : off) c /= to_double(count_);
        return std::max(0.0, squares_ / to_double(count_) - square(system_, at_, off));
    }

  private:
    const ConstrainedSystem& system_;
    const std::vector<double>& at_;
    std::vector<double> first_, sum_;
    double squares_ = 0;
    std::uint64_t count_ = 0;
};

// (1) of the blocks of states that `for_each` gives to its argument.
template <class ForEach>
KineticSpread spread_of(const ConstrainedSystem& system, double span, const ForEach& for_each) {
    constexpr double never_moves = 1e-9;  // of the other half: rounding of a state at rest is far below
    const std::size_t size = system.state_size();
    std::vector<double> metric_at;
    Moments x(system, metric_at), v(system, metric_at);
    for_each([&](const std::vector<double>& block_x, const std::vector<double>& block_v) {
        if (metric_at.empty()) metric_at.assign(block_x.data(), block_x.data() + size);
        std::vector<double> state(size);
        for (std::size_t at = 0; at < block_x.size(); at += size) {
            std::copy_n(&block_x[at], size, state.begin());
            take_turns_off(system.angle_coordinates(), state.data());
            x.add(state.data());
            v.add(&block_v[at]);
        }
    });
    KineticSpread spread{&system,
                         std::sqrt(x.variance() / free_positions(system)),
                         std::sqrt(v.variance() / free_velocities(system)),
                         x.mean(),
                         v.mean(),
                         metric_at};
    if (spread.position <= never_moves * spread.velocity * span) spread.position = spread.velocity * span;
    else if (spread.velocity * span <= never_moves * spread.position) spread.velocity = spread.position / span;
    if (spread.position == 0) {
        spread.position = system.length_scale();
        spread.velocity = spread.position / span;
    }
    return spread;
}

// (2) of a - b.
double distance(const ConstrainedSystem& system, const KineticSpread& spread, StateParts a, StateParts b) {
    const std::size_t size = system.state_size();
    std::vector<double> x(size), v(size);
    for (std::size_t i = 0; i < size; ++i) {
        x[i] = (a.x[i] - b.x[i]) / spread.position;
        v[i] = (a.v[i] - b.v[i]) / spread.velocity;
    }
    return std::sqrt(square(system, spread.metric_at, x) / free_positions(system) +
                     square(system, spread.metric_at, v) / free_velocities(system));
}

}  // namespace

KineticSpread kinetic_spread(const ConstrainedSystem& system, const TrajectoryFile& truth) {
    const double span = truth.info().description.times.dt * (truth.info().samples - 1);
    return spread_of(system, span, [&](const auto& add) {
        for_each_trajectory_block(truth, trajectories_per_block(truth.info()),
                                  [&](const TrajectoryBlock& block) { add(block.x, block.v); });
    });
}

KineticSpread kinetic_spread(const ConstrainedSystem& system, double span, const std::vector<double>& x,
                             const std::vector<double>& v) {
    return spread_of(system, span, [&](const auto& add) { add(x, v); });
}

std::vector<double> kinetic_error_curve(const KineticSpread& spread, int samples, TrajectoryView predicted,
                                        TrajectoryView truth, bool kept) {
    const ConstrainedSystem& system = *spread.system;
    const std::size_t size = system.state_size();
    const ModuloTurns turns(system, samples, predicted, kept ? 0 : size, truth);
    const StateParts centre{spread.centre_x.data(), spread.centre_v.data()};
    std::vector<double> errors;
    for (int k = 0; k < samples; ++k) {
        const std::size_t at = k * size, from = k * turns.step();
        const StateParts a{turns.predicted().x + from, turns.predicted().v + from},
            b{turns.truth().x + at, turns.truth().v + at};
        const double off = distance(system, spread, a, b);
        const double whole = distance(system, spread, a, centre) + distance(system, spread, b, centre);
        const double error = off == 0 ? 0 : off / whole;
        errors.push_back(error <= 1 ? error : 1);  // also what is not finite
    }
    return errors;
}

}  // namespace cchnn
