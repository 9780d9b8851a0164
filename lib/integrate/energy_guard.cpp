#include "integrate/energy_guard.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/lost_energy.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "mechanics/base_motion.hpp"

namespace cchnn {
namespace {

constexpr double rounding = 0x1p-46, rounding_of_losses = 0x1p-33;
constexpr int finer = 16;                // factor by which steps shrink each time
constexpr int finest = 4096;             // largest product of these factors
constexpr double most_samples = 400000;  // of one trajectory in finer steps

double norm(const std::vector<double>& numbers) {
    double square = 0;
    for (const double c : numbers) square += c * c;
    return std::sqrt(square);
}

// H does not contain the forces that inputs drive.
Forces without_inputs(Forces forces) {
    forces.driven = {};
    return forces;
}

// Evaluates (1) for the samples of one trajectory in order.
class EnergyChange {
  public:
    EnergyChange(const ConstrainedSystem& system, TimeGrid times, std::size_t i, const TrajectoryBatch& batch)
        : system_(system),
          times_(times),
          batch_(batch),
          i_(i),
          size_(system.state_size()),
          forces_(without_inputs(system.forces())),
          rounding_(system.dissipative() || system.driven() ? rounding_of_losses : rounding) {}

    // Takes samples 0, 1, ... in order. The maximum of g_k is extended over the samples from 0 to k only until it
    // explains the change, usually few.
    void see(int k) {
        const std::size_t first = i_ * batch_.samples, sample = first + k;
        const double lost = lost_energy(batch_, sample);
        change_ = std::fabs(batch_.energy[sample] + lost - batch_.energy[first]);
        const double energies = std::fabs(batch_.energy[sample]) + std::fabs(lost) + std::fabs(batch_.energy[first]);
        const auto explains = [&] {
            // An energy that is not finite is not judged here.
            return !std::isfinite(change_) ||
                   change_ <= scale_ * (batch_.error_bound[sample] + rounding_) + rounding_ * energies;
        };
        while (!explains() && looked_at_ <= sample - first) {
            const std::size_t next = first + looked_at_++;
            scale_ = std::max(scale_, 2 * gradient(next) * size(next));
        }
        explained_ = explains();
    }
    bool explained() const { return explained_; }
    double change() const { return change_; }
    // The bound that would explain the change.
    double needed() const { return change_ / scale_; }

  private:
    double size(std::size_t sample) const {
        const double* const x = &batch_.x[sample * size_];
        const double* const v = &batch_.v[sample * size_];
        std::vector<double> z(x, x + size_);
        z.insert(z.end(), v, v + size_);
        return norm(z);
    }
    // |(dV/dx, M v)|; with damping dR/dv is added to the former. In a system with gyroscopic forces, which do not
    // change H, forces are taken at rest, where these are 0; then dR/dv is 0, too.
    double gradient(std::size_t sample) const {
        SeenFromBase seen(system_);
        seen.see(times_.time(static_cast<int>(sample - i_ * batch_.samples)), &batch_.x[sample * size_],
                 &batch_.v[sample * size_]);
        const double *const x = seen.x(), *const v = seen.v();
        if (system_.lagrangian()) return gradient_of_lagrangian(x, v);
        std::vector<double> both(2 * size_);
        const std::vector<double> s = parameters(sample), rest(size_, 0.0);
        const double* const moving = system_.gyroscopic() ? rest.data() : v;
        if (system_.dimension() == 1) forces_at<1>(forces_, x, moving, s.data(), both.data());
        else if (system_.dimension() == 2) forces_at<2>(forces_, x, moving, s.data(), both.data());
        else forces_at<3>(forces_, x, moving, s.data(), both.data());
        system_.momentum(v, both.data() + size_);
        return norm(both);
    }
    // The same of the energy of a Lagrangian by its differences, which is enough for a scale.
    double gradient_of_lagrangian(const double* x, const double* v) const {
        constexpr double step = 1e-7;  // of an entry: half the digits
        std::vector<double> z(x, x + size_);
        z.insert(z.end(), v, v + size_);
        const auto energy = [&] { return system_.energy(z.data(), z.data() + size_); };
        std::vector<double> slope(2 * size_);
        for (std::size_t i = 0; i < z.size(); ++i) {
            const double kept = z[i], by = step * std::max(1.0, std::fabs(kept));
            z[i] = kept + by;
            const double above = energy();
            z[i] = kept - by;
            slope[i] = (above - energy()) / (2 * by);
            z[i] = kept;
        }
        return norm(slope);
    }
    std::vector<double> parameters(std::size_t sample) const {
        const std::size_t tracks = system_.tracks().size(), angles = system_.angles().size();
        std::vector<double> s(tracks + angles);
        std::copy_n(batch_.track_parameter.begin() + sample * tracks, tracks, s.begin());
        std::copy_n(batch_.counted_angle.begin() + sample * angles, angles, s.begin() + tracks);
        return s;
    }

    const ConstrainedSystem& system_;
    const TimeGrid times_;
    const TrajectoryBatch& batch_;
    const std::size_t i_, size_;
    const Forces forces_;
    const double rounding_;
    std::size_t looked_at_ = 0;  // samples that enter scale_ so far
    double scale_ = 0, change_ = 0;
    bool explained_ = true;
};

// Every `stride`-th sample of a batch of one trajectory.
TrajectoryBatch thinned(const ConstrainedSystem& system, const TrajectoryBatch& fine, TimeGrid times, int stride) {
    TrajectoryBatch some = empty_batch(system, 1, times);
    make_room_for_bounds(some);
    for (const TrajectoryArray& array : trajectory_arrays) {
        if (!array.solved()) continue;
        if (!array.each_sample && array.from == TrajectoryArray::From::integration)
            some.*array.values = fine.*array.values;
        if (!array.each_sample) continue;
        const std::vector<double>& all = fine.*array.values;
        const std::size_t width = (some.*array.values).size() / to_size(times.samples);
        for (std::size_t k = 0; k < to_size(times.samples); ++k)
            std::copy_n(all.begin() + k * to_size(stride) * width, width, (some.*array.values).begin() + k * width);
    }
    some.outcomes = fine.outcomes;
    some.outcomes.front().samples = times.samples;
    return some;
}

// valid_until from the bounds, error_bound.hpp (3).
void find_validity(TimeGrid times, const ErrorBoundRule& rule, std::size_t i, TrajectoryBatch& batch) {
    batch.valid_until[i] = std::numeric_limits<double>::quiet_NaN();
    for (int k = 0; k < batch.outcomes[i].samples; ++k)
        if (batch.error_bound[i * batch.samples + k] <= rule.level) batch.valid_until[i] = times.time(k);
}

// The values of inputs on a grid of dt/stride, from their values at `samples` times: held, or linear in between.
std::vector<double> held_longer(const std::vector<double>& u, const std::vector<Input>& inputs, int samples,
                                int stride) {
    std::vector<double> longer;
    for (int k = 0; k <= (samples - 1) * stride; ++k)
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::size_t at = to_size(k / stride) * inputs.size() + i;
            const double share = static_cast<double>(k % stride) / stride;
            const bool between = inputs[i].linear && share > 0;
            longer.push_back(between ? u[at] + share * (u[at + inputs.size()] - u[at]) : u[at]);
        }
    return longer;
}

// Integrates trajectory i in shorter and shorter steps; true if a solution that satisfies (1) has replaced it.
bool explained_by_shorter_steps(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                const ErrorBoundRule& rule, std::size_t i, TrajectoryBatch& batch) {
    const InitialState& from = states[i];
    const BatchSystems one = systems.only({static_cast<int>(i)});
    const ConstrainedSystem& system = systems.of(i);
    for (int stride = finer; stride <= finest; stride *= finer) {
        if ((times.samples - 1.0) * stride > most_samples) return false;
        const TimeGrid fine{times.dt / stride, (times.samples - 1) * stride + 1};
        const std::vector<InitialState> start{
            {from.x, from.v, from.s, held_longer(from.u, system.inputs(), times.samples, stride)}};
        TrajectoryBatch again = integrate(one, start, fine, rule.first);
        if (again.outcomes.front().reason != EndReason::completed) return false;
        bound_by_other_solutions(one, start, fine, rule, again);
        TrajectoryBatch some = thinned(system, again, times, stride);
        if (unexplained_sample(system, times, 0, some) >= 0) continue;
        find_validity(times, rule, 0, some);
        copy_trajectory(some, 0, batch, static_cast<int>(i));
        return true;
    }
    return false;
}

}  // namespace

int unexplained_sample(const ConstrainedSystem& system, TimeGrid times, std::size_t i, const TrajectoryBatch& batch) {
    int last = -1;
    EnergyChange energy(system, times, i, batch);
    for (int k = 0; k < batch.outcomes[i].samples; ++k) {
        energy.see(k);
        if (!energy.explained()) last = k;
    }
    return last;
}

void raise_unexplained_bound(const ConstrainedSystem& system, TimeGrid times, const ErrorBoundRule& rule, std::size_t i,
                             TrajectoryBatch& batch) {
    if (unexplained_sample(system, times, i, batch) < 0) return;
    EnergyChange energy(system, times, i, batch);
    Outcome& outcome = batch.outcomes[i];
    double needed = 0;
    for (int k = 0; k < outcome.samples; ++k) {
        energy.see(k);
        double& bound = batch.error_bound[i * batch.samples + k];
        if (!energy.explained()) {
            if (outcome.unexplained_at < 0) outcome.unexplained_at = times.time(k);
            outcome.unexplained_energy = std::max(outcome.unexplained_energy, energy.change());
            needed = std::max(needed, rule.safety * energy.needed());
        }
        bound = std::min(1.0, std::max(bound, needed));
    }
    find_validity(times, rule, i, batch);
}

void explain_energies(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (unexplained_sample(systems.of(i), times, i, batch) < 0) continue;
        if (!explained_by_shorter_steps(systems, states, times, rule, i, batch))
            raise_unexplained_bound(systems.of(i), times, rule, i, batch);
    }
}

void RaisedBounds::add(const TrajectoryBatch& batch) {
    for (std::size_t i = 0; i < batch.outcomes.size(); ++i) {
        const Outcome& outcome = batch.outcomes[i];
        if (outcome.unexplained_at < 0) continue;
        if (trajectories_++ > 0) continue;
        first_ = batch.first + i;
        energy_ = outcome.unexplained_energy;
        at_ = outcome.unexplained_at;
    }
}

std::string RaisedBounds::text() const {
    if (trajectories_ == 0) return "";
    const bool one = trajectories_ == 1;
    return std::to_string(trajectories_) + (one ? " trajectory changes its" : " trajectories change their") +
           " energy by more than " + (one ? "its error bound explains" : "their error bounds explain") +
           " (trajectory " + std::to_string(first_) + " by " + short_number(energy_) +
           " J, first seen at t = " + short_number(at_) +
           " s), in shorter steps too: " + (one ? "its bound is" : "their bounds are") +
           " raised to what the energy shows; look for something in the system that is narrower than a step, and give "
           "a "
           "smaller " +
           option("dt");
}

}  // namespace cchnn
