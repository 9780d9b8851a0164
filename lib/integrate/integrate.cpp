#include "integrate/integrate.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/impacts/sampled_impacts.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/singular_places.hpp"

namespace cchnn {

namespace {

bool has_parameters(const BatchSystems& systems, const std::vector<InitialState>& states) {
    const std::size_t count = systems.like().parameter_count();
    return std::all_of(states.begin(), states.end(),
                       [&](const InitialState& state) { return state.s.size() == count; });
}
// A state without parameters gets the curve parameters of the nearest points, and the counted angles that motions start
// with.
std::vector<InitialState> with_parameters(const BatchSystems& systems, std::vector<InitialState> states) {
    const std::size_t count = systems.like().parameter_count();
    for (std::size_t i = 0; i < states.size(); ++i) {
        InitialState& state = states[i];
        if (state.s.size() != count) state.s = systems.of(i).nearest_parameters(state.x.data(), state.v.data());
    }
    return states;
}

}  // namespace

const char* describe(EndReason reason) {
    switch (reason) {
        case EndReason::completed: return "completed";
        case EndReason::step_size_underflow: return "step size underflow";
        case EndReason::not_finite: return "state or force not finite";
        case EndReason::singular: return "singular place";
        case EndReason::too_many_steps: return "too many steps between two output times";
        case EndReason::constraints_unsolved: return "constraints of a step could not be solved";
        case EndReason::simultaneous_impacts: return "simultaneous impacts that act on each other";
        case EndReason::grazing: return "grazing contact";
        case EndReason::closed_contact: return "closed contact";
    }
    return "unknown";
}

std::string kernel_set() { return cchnn_kernels()->instruction_set; }
std::uint64_t trajectories_side_by_side() { return cchnn_kernels()->side_by_side; }

namespace {

// Of a motion without impacts.
TrajectoryBatch empty_motion(const ConstrainedSystem& system, std::size_t count, TimeGrid times) {
    TrajectoryBatch out;
    out.count = static_cast<int>(count);
    out.samples = times.samples;
    out.nodes = system.node_count();
    out.dimension = system.dimension();
    const std::size_t samples = count * times.samples;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    out.x.assign(samples * system.state_size(), nan);
    out.v = out.x;
    out.energy.assign(samples, nan);
    if (system.dissipative() || has_contacts(system)) out.dissipated.assign(samples, nan);
    if (system.driven()) out.work.assign(samples, nan);
    out.u.assign(samples * system.inputs().size(), nan);
    out.track_parameter.assign(samples * system.tracks().size(), nan);
    out.counted_angle.assign(samples * system.angles().size(), nan);
    out.outcomes.resize(count);
    return out;
}

}  // namespace

TrajectoryBatch empty_batch(const ConstrainedSystem& system, std::size_t count, TimeGrid times) {
    TrajectoryBatch out = empty_motion(system, count, times);
    if (!has_contacts(system)) return out;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    out.impact_count.assign(count, 0.0);
    for (std::vector<double>* values :
         {&out.impact_time, &out.impact_contact, &out.impact_speed, &out.impact_impulse, &out.impact_loss})
        values->assign(count * stored_impacts, nan);
    return out;
}

namespace {

void require_inputs(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times) {
    const std::size_t values = system.inputs().size() * to_size(times.samples);
    for (const InitialState& state : states)
        if (state.u.size() < values)
            throw DataError(system.name(), "is driven by " + system.inputs().front().id + ", and " +
                                               std::to_string(values) + " values of its inputs are needed, got " +
                                               std::to_string(state.u.size()));
}

// Kernels compute motions as seen from Origins that move.
std::vector<InitialState> seen_from_base(const BatchSystems& systems, std::vector<InitialState> states) {
    const BaseMotion base(systems.like());
    for (InitialState& state : states) {
        std::array<std::vector<double>, 2> lost;
        base.shift(state.t, -1, state.x, state.v, &lost);
        state.more_x = std::move(lost[0]);
        state.more_v = std::move(lost[1]);
    }
    return states;
}

// Converts a batch that was computed as seen from the Origins. The work of inputs in space exceeds that seen from the
// Origins by the change of the difference of the two energies.
TrajectoryBatch in_space(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                         TrajectoryBatch batch) {
    const std::size_t size = systems.like().state_size(), samples = times.samples;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const ConstrainedSystem& system = systems.of(i);
        const BaseMotion base(system);
        SeenFromBase seen(system);
        double first = 0;
        for (std::size_t k = 0; k < samples; ++k) {
            const std::size_t sample = i * samples + k;
            double *const x = &batch.x[sample * size], *const v = &batch.v[sample * size];
            const double t = states[i].t + times.time(static_cast<int>(k));
            std::vector<double> position(x, x + size), velocity(v, v + size);
            base.shift(t, 1, position, velocity);
            std::copy(position.begin(), position.end(), x);
            std::copy(velocity.begin(), velocity.end(), v);
            if (k == 0) {  // the state as given, without the rounding of two shifts
                std::copy(states[i].x.begin(), states[i].x.end(), x);
                std::copy(states[i].v.begin(), states[i].v.end(), v);
            }
            seen.see(t, x, v);
            const double more = seen.energy_of_motion();
            if (k == 0) first = more;
            batch.energy[sample] += more;
            batch.work[sample] += more - first;
        }
    }
    return batch;
}

}  // namespace

TrajectoryBatch run_seen_from_origins(
    const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
    const std::function<TrajectoryBatch(const std::vector<InitialState>& seen)>& run) {
    if (BaseMotion(systems.like()).at_rest()) return run(states);
    return in_space(systems, states, times, run(seen_from_base(systems, states)));
}

namespace {

// Ends those trajectories at their start from which no unique motion starts (mechanics/forces.hpp at_rest_at_centre()).
void end_without_motion(const BatchSystems& systems, const std::vector<InitialState>& states, TrajectoryBatch& out) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        const ConstrainedSystem& system = systems.of(i);
        if (!at_rest_at_centre(system.dimension(), system.forces(), states[i].x.data(), states[i].v.data())) continue;
        out.outcomes[i] = {.reason = EndReason::not_finite, .samples = 1};
        for (const TrajectoryArray& array : trajectory_arrays) {
            if (array.from != TrajectoryArray::From::integration) continue;
            std::vector<double>& values = out.*array.values;
            const std::size_t all = values.size() / states.size(), sample = all / out.samples;
            double* const begin = values.data() + i * all;
            std::fill(begin + sample, begin + all, std::numeric_limits<double>::quiet_NaN());
        }
    }
}

// Names the reason of those that ended where the description of the system has no accelerations.
void name_singular_places(const BatchSystems& systems, const std::vector<InitialState>& states, TrajectoryBatch& out) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        Outcome& outcome = out.outcomes[i];
        if (outcome.last.empty()) continue;
        if (is_singular_at(systems.of(i), states[i].x, outcome.last)) outcome.reason = EndReason::singular;
        outcome.last.clear();
    }
}

// Integrates all trajectories that can share a kernel by one call of `run`, and each of the others by its own call. The
// arguments of `run` are systems, states, the indices of the trajectories, and the output batch.
template <class RunSome>
TrajectoryBatch by_kernels(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const RunSome& run, SeenFrom seen_from) {
    if (seen_from == SeenFrom::space)
        return run_seen_from_origins(systems, states, times, [&](const std::vector<InitialState>& seen) {
            return by_kernels(systems, seen, times, run, SeenFrom::origins);
        });
    if (!has_parameters(systems, states))
        return by_kernels(systems, with_parameters(systems, states), times, run, seen_from);
    require_inputs(systems.like(), states, times);
    TrajectoryBatch out = empty_motion(systems.like(), states.size(), times);
    const auto run_some = [&](const BatchSystems& some, const std::vector<int>& which) {
        std::vector<InitialState> starts;
        for (int i : which) starts.push_back(states[i]);
        TrajectoryBatch part = empty_motion(systems.like(), which.size(), times);
        run(some, starts, which, part);
        for (std::size_t k = 0; k < which.size(); ++k) copy_trajectory(part, static_cast<int>(k), out, which[k]);
    };
    if (systems.odd().empty()) {
        std::vector<int> all(states.size());
        std::iota(all.begin(), all.end(), 0);
        run(systems, states, all, out);
    } else if (!systems.alike().empty()) {
        run_some(systems.only(systems.alike()), systems.alike());
    }
    for (int i : systems.odd()) run_some(systems.of(i), {i});
    end_without_motion(systems, states, out);
    name_singular_places(systems, states, out);
    return out;
}

// Whether a body is tied to others so much heavier than itself that the rounding of doubles in the forces which pass
// through it, divided by its mass, would shorten steps: by a factor of 20 at 1e4, of 200 at 1e5.
bool ties_light_bodies(const ConstrainedSystem& system) {
    constexpr double too_light = 1e4;
    const std::vector<double>&tied = system.tolerance_masses(), &own = system.masses().body_mass();
    return !std::equal(tied.begin(), tied.end(), own.begin(),
                       [](double with_others, double alone) { return with_others <= too_light * alone; });
}

TrajectoryBatch exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                        Method method, std::span<const Accuracy> each, SeenFrom seen_from) {
    const auto run = [&](const BatchSystems& some, const std::vector<InitialState>& starts,
                         const std::vector<int>& which, TrajectoryBatch& out) {
        std::vector<Accuracy> own;
        for (int i : which) own.push_back(each[i]);
        cchnn_kernels()->integrate_exactly(some, starts, times, method, own, out);
    };
    return by_kernels(systems, states, times, run, seen_from);
}

}  // namespace

TrajectoryBatch integrate(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                          const Protocol& protocol) {
    const AtWork integrating(Work::integrating);
    if (!has_contacts(systems.like())) return integrate_smoothly(systems, states, times, protocol);
    require_contacts(systems);
    if (samples_impacts(protocol)) return integrate_with_sampled_impacts(systems, states, times, protocol);
    return integrate_with_contacts(systems, states, times, protocol);
}

// Where bodies are too light for doubles, methods that choose their steps are replaced by extrapolation in double-double
// numbers: of order 24, or of order 20 in place of the method that only other solutions of bounds have, and so much finer
// that what both have in common is far below the perturbations of these solutions.
TrajectoryBatch integrate_smoothly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                   const Protocol& protocol, SeenFrom seen_from) {
    if (!fixed_step(protocol.method) && protocol.project && ties_light_bodies(systems.like())) {
        const bool other = protocol.method == Method::fehlberg78;
        const Accuracy stricter{protocol.rtol / (other ? 100 : 1000), 0, 0,
                                static_cast<double>(protocol.max_steps) * times.samples};
        return exactly(systems, states, times, other ? Method::extrapolation20 : Method::extrapolation24,
                       std::vector<Accuracy>(states.size(), stricter), seen_from);
    }
    const auto run = [&](const BatchSystems& some, const std::vector<InitialState>& starts, const std::vector<int>&,
                         TrajectoryBatch& out) { cchnn_kernels()->integrate(some, starts, times, protocol, out); };
    return by_kernels(systems, states, times, run, seen_from);
}

TrajectoryBatch integrate_exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                  Method method, std::span<const Accuracy> each) {
    refuse_contacts(systems.like(), "solutions in double-double arithmetic");
    return exactly(systems, states, times, method, each, SeenFrom::space);
}

}  // namespace cchnn
