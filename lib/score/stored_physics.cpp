#include "score/stored_physics.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/lost_energy.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/motion_scales.hpp"
#include "mechanics/rows_in_time.hpp"
#include "score/metrics/relative_error.hpp"

namespace cchnn {
namespace {

// |part| / whole, where 0/0 is 0.
double share(double part, double whole) { return part == 0 ? 0 : std::fabs(part) / whole; }

// The limit of (4) at sample k. Without a finite limit and without bounds it is 1, the largest value that (4) takes.
double motion_limit(const PhysicsLimits& limits, const StoredMotion& motion, int k) {
    const double own = std::isfinite(limits.motion) ? limits.motion : 0;
    if (motion.bound) return std::max(own, 2 * motion.bound[k]);
    return own > 0 ? own : 1;
}

// (4) or (6), and its limit. A value that is not a number is beyond any.
struct Residual {
    double value = NAN, limit = 1;
    double in_limits() const { return std::isnan(value) ? INFINITY : value / limit; }
};

// The integration of intervals of one trajectory, each a trajectory of its own from its stored state, all in one batch.
class IntervalMotions {
  public:
    IntervalMotions(const ConstrainedSystem& system, const StoredMotion& motion, const PhysicsLimits& limits, double dt)
        : system_(system),
          motion_(motion),
          limits_(limits),
          dt_(dt),
          width_(system.state_size()),
          kinetic_(motion_scales(system, motion.samples, dt, motion.x, motion.v).kinetic) {}

    InitialState start(int k) const {
        const double *x = motion_.x + k * width_, *v = motion_.v + k * width_;
        InitialState state{{x, x + width_}, {v, v + width_}};
        const std::size_t parameters = system_.parameter_count(), inputs = system_.inputs().size();
        const double* s = motion_.parameters ? motion_.parameters + k * parameters : nullptr;
        if (s) state.s.assign(s, s + parameters);
        const double* u = motion_.u ? motion_.u + k * inputs : nullptr;
        if (u) state.u.assign(u, u + 2 * inputs);
        state.t = k * dt_;
        return state;
    }
    TimeGrid times() const { return {dt_, 2}; }
    // (4) of interval k, whose motion is trajectory i of the batch: of states or of the lost energy, whichever is
    // larger relative to its limit, and 1 where a counted angle is a turn off, which positions do not show.
    Residual residual(int k, const TrajectoryBatch& batch, std::size_t i) const {
        const std::size_t next = to_size(k + 1) * width_, tracks = system_.tracks().size(),
                          angles = system_.angles().size();
        double of_states = relative_error(end_of(batch, i), {motion_.x + next, motion_.v + next}, width_);
        for (std::size_t a = 0; motion_.parameters && a < angles; ++a) {
            const double stored = motion_.parameters[to_size(k + 1) * (tracks + angles) + tracks + a];
            if (std::fabs(stored - batch.counted_angle[(2 * i + 1) * angles + a]) > 1) of_states = 1;
        }
        const double lost = motion_.lost ? motion_.lost[k + 1] - motion_.lost[k] - lost_energy(batch, 2 * i + 1) : 0;
        return larger(of_states, lost, k);
    }
    // The same between two solutions of interval k.
    Residual difference(int k, const TrajectoryBatch& batch, std::size_t i, std::size_t j) const {
        const double lost = motion_.lost ? lost_energy(batch, 2 * i + 1) - lost_energy(batch, 2 * j + 1) : 0;
        return larger(relative_error(end_of(batch, i), end_of(batch, j), width_), lost, k);
    }

  private:
    StateParts end_of(const TrajectoryBatch& batch, std::size_t i) const {
        return {&batch.x[(2 * i + 1) * width_], &batch.v[(2 * i + 1) * width_]};
    }
    // The lost energy is a sum, not multiplied by the growth of errors: its limit is a twentieth of that of states, and
    // the rounding of the stored numbers.
    Residual larger(double of_states, double lost, int k) const {
        const Residual states{of_states, motion_limit(limits_, motion_, k + 1)};
        if (!motion_.lost) return states;
        double limit = states.limit;
        if (std::isfinite(limits_.motion))
            limit = limits_.motion / 20 +
                    share(0x1p-51 * (std::fabs(motion_.lost[k]) + std::fabs(motion_.lost[k + 1])), kinetic_);
        const Residual of_energy{share(lost, kinetic_), limit};
        return states.in_limits() >= of_energy.in_limits() ? states : of_energy;
    }

    const ConstrainedSystem& system_;
    const StoredMotion& motion_;
    const PhysicsLimits& limits_;
    const double dt_;
    const std::size_t width_;
    const double kinetic_;
};

// One interval in double-double numbers: (4), and by how much a rounding of its first state grows until its end.
struct ExactResidual {
    Residual residual;
    double growth = INFINITY;  // in limits; infinite where the motion does not end
};
std::vector<ExactResidual> exact_residuals(const ConstrainedSystem& system, const IntervalMotions& motions,
                                           const std::vector<int>& intervals) {
    // Far below the rounding of doubles, so that only that of the stored states counts.
    constexpr double rtol = 1e-20, rounding = 4e-16, most_steps = 1e4;
    std::vector<InitialState> states;
    std::vector<Accuracy> accuracies;
    for (const Accuracy& accuracy : {Accuracy{rtol, 0, 0, most_steps}, Accuracy{rtol, rounding, 0, most_steps},
                                     Accuracy{rtol, -rounding, 1, most_steps}})
        for (const int k : intervals) {
            states.push_back(motions.start(k));
            accuracies.push_back(accuracy);
        }
    const TrajectoryBatch batch =
        integrate_exactly(system, states, motions.times(), Method::extrapolation20, accuracies);
    const std::size_t count = intervals.size();
    std::vector<ExactResidual> found(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto ended = [&](std::size_t j) { return batch.outcomes[j].reason == EndReason::completed; };
        if (!ended(i) || !ended(i + count) || !ended(i + 2 * count)) continue;
        const int k = intervals[i];
        found[i] = {motions.residual(k, batch, i),
                    std::max(motions.difference(k, batch, i, i + count).in_limits(),
                             motions.difference(k, batch, i, i + 2 * count).in_limits())};
    }
    return found;
}

bool is_distance(const ConstraintRow& row) { return row.kind == ConstraintRow::Kind::distance && row.length > 0; }

}  // namespace

void Worst::see(const Worst& other) {
    if (other.trajectory < 0) return;
    const double seen = std::isnan(other.value) ? INFINITY : other.value;
    if (trajectory >= 0 && !(seen / other.limit > value / limit)) return;
    *this = other;
    value = seen;
}

void StateMeasures::merge(const StateMeasures& later) {
    energy.see(later.energy);
    phi.see(later.phi);
    phi_rate.see(later.phi_rate);
    drift.see(later.drift);
}

void StateMeasures::add(const ConstrainedSystem& system, const StoredMotion& motion, double dt, long trajectory) {
    const MotionScales scales = motion_scales(system, motion.samples, dt, motion.x, motion.v);
    const double kinetic = scales.kinetic, speed = scales.speed;
    const std::vector<ConstraintRow>& rows = system.rows();
    std::vector<double> off(rows.size()), rate(rows.size());
    SeenFromBase seen(system);
    for (int k = 0; k < motion.samples; ++k) {
        const std::size_t first = to_size(k) * system.state_size();
        seen.see(k * dt, motion.x + first, motion.v + first);
        const double* s = motion.parameters ? motion.parameters + to_size(k) * system.parameter_count() : nullptr;
        const double h = seen.energy(s), lost = motion.lost ? motion.lost[k] : 0;
        energy.see({share(motion.energy[k] - h, kinetic + std::fabs(h)), 1, trajectory, k});
        drift.see({share(motion.energy[k] + lost - motion.energy[0], kinetic), 1, trajectory, k});
        const RowsInTime in_time(system, k * dt);
        in_time.position_errors(seen.x(), off.data());
        in_time.phi_rate(seen.x(), seen.v(), rate.data());
        for (std::size_t c = 0; c < rows.size(); ++c) {
            phi.see({std::fabs(relative_violation(rows[c], off[c], system.length_scale())), 1, trajectory, k});
            phi_rate.see(
                {share(is_distance(rows[c]) ? rate[c] / (2 * rows[c].length) : rate[c], speed), 1, trajectory, k});
        }
    }
}

void MotionMeasure::merge(const MotionMeasure& later) {
    worst.see(later.worst);
    intervals += later.intervals;
    undecided += later.undecided;
}

// Double-double solutions are far more expensive, and wrong data would need one of each interval: the worst ones come
// first, and one of them that is wrong for certain is enough.
MotionMeasure motion_residual(const ConstrainedSystem& system, const StoredMotion& motion, double dt,
                              const Protocol& second, long trajectory, const PhysicsLimits& limits) {
    constexpr double safety = 10;
    constexpr std::size_t together = 8;
    MotionMeasure measure;
    if (motion.samples < 2) return measure;
    measure.intervals = to_size(motion.samples - 1);
    const IntervalMotions motions(system, motion, limits, dt);
    std::vector<InitialState> states;
    for (int k = 0; k + 1 < motion.samples; ++k) states.push_back(motions.start(k));
    const TrajectoryBatch batch = integrate(system, states, motions.times(), second);
    std::vector<std::pair<double, int>> beyond;  // in units of the limit, from the worst on
    const auto see = [&](const Residual& residual, int k) {
        measure.worst.see({residual.value, residual.limit, trajectory, k + 1});
    };
    for (int k = 0; k + 1 < motion.samples; ++k) {
        const Residual residual = motions.residual(k, batch, k);
        if (residual.in_limits() <= 1) see(residual, k);
        else beyond.emplace_back(-residual.in_limits(), k);
    }
    std::ranges::sort(beyond);
    for (std::size_t first = 0; first < beyond.size(); first += together) {
        std::vector<int> some;
        for (std::size_t i = first; i < std::min(first + together, beyond.size()); ++i)
            some.push_back(beyond[i].second);
        const std::vector<ExactResidual> exact = exact_residuals(system, motions, some);
        bool wrong = false;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const double off = exact[i].residual.in_limits();
            if (off > 1 && off <= safety * exact[i].growth) {
                ++measure.undecided;
                continue;
            }
            wrong = wrong || off > 1;
            see(exact[i].residual, some[i]);
        }
        if (wrong) return measure;
    }
    return measure;
}

PhysicsLimits PhysicsLimits::none() {
    PhysicsLimits limits(default_protocol());
    limits.energy = limits.phi = limits.phi_rate = limits.motion = INFINITY;
    return limits;
}

PhysicsLimits::PhysicsLimits(const Protocol& p) {
    const double none = INFINITY;
    const bool held = !projects(p.method) || p.project;  // to the constraints
    energy = 1e-11;
    phi = held ? 1e-10 : none;
    phi_rate = held ? 1e-10 : none;
    motion = fixed_step(p.method) ? none : 1000 * std::max(p.rtol, 1e-15);
}

}  // namespace cchnn
