#include "score/stored_physics.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/lost_energy.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/motion_scales.hpp"
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

// The error of the other integrated components: of the energy lost in the interval, relative to the largest kinetic
// energy, and 1 where a counted angle is off by a turn, which positions do not show.
double off_beside(const ConstrainedSystem& system, const StoredMotion& motion, const TrajectoryBatch& batch, int k,
                  double kinetic) {
    double off = 0;
    if (motion.lost) off = share(motion.lost[k + 1] - motion.lost[k] - lost_energy(batch, 2 * k + 1), kinetic);
    const std::size_t tracks = system.tracks().size(), angles = system.angles().size();
    for (std::size_t a = 0; motion.parameters && a < angles; ++a) {
        const double stored = motion.parameters[to_size(k + 1) * (tracks + angles) + tracks + a];
        if (std::fabs(stored - batch.counted_angle[to_size(2 * k + 1) * angles + a]) > 1) off = 1;
    }
    return off;
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
    const MotionScales scales = motion_scales(system, motion.samples, dt, motion.v);
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
        system.position_errors(seen.x(), off.data());
        system.phi_rate(seen.x(), seen.v(), rate.data());
        for (std::size_t c = 0; c < rows.size(); ++c) {
            phi.see({std::fabs(relative_violation(rows[c], off[c], system.length_scale())), 1, trajectory, k});
            phi_rate.see(
                {share(is_distance(rows[c]) ? rate[c] / (2 * rows[c].length) : rate[c], speed), 1, trajectory, k});
        }
    }
}

Worst motion_residual(const ConstrainedSystem& system, const StoredMotion& motion, double dt, const Protocol& second,
                      long trajectory, const PhysicsLimits& limits) {
    const std::size_t width = system.state_size();
    // Every interval is a trajectory of its own, from its stored state; all of them are integrated as one batch.
    std::vector<InitialState> states;
    for (int k = 0; k + 1 < motion.samples; ++k) {
        const double *x = motion.x + k * width, *v = motion.v + k * width;
        states.push_back({{x, x + width}, {v, v + width}});
        const double* s = motion.parameters ? motion.parameters + to_size(k) * system.parameter_count() : nullptr;
        if (s) states.back().s.assign(s, s + system.parameter_count());
        const std::size_t inputs = system.inputs().size();
        const double* u = motion.u ? motion.u + k * inputs : nullptr;
        if (u) states.back().u.assign(u, u + 2 * inputs);
        states.back().t = k * dt;
    }
    Worst worst;
    if (states.empty()) return worst;
    const TrajectoryBatch batch = integrate(system, states, TimeGrid{dt, 2}, second);
    const double kinetic = motion_scales(system, motion.samples, dt, motion.v).kinetic;
    for (int k = 0; k + 1 < motion.samples; ++k) {
        const std::size_t next = to_size(k + 1) * width, found = to_size(2 * k + 1) * width;
        const double residual =
            relative_error({&batch.x[found], &batch.v[found]}, {motion.x + next, motion.v + next}, width);
        const double beside = std::max(residual, off_beside(system, motion, batch, k, kinetic));
        worst.see({beside, motion_limit(limits, motion, k + 1), trajectory, k + 1});
    }
    return worst;
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
