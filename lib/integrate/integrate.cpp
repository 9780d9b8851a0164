#include "integrate/integrate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/at_work.hpp"
#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"

namespace cchnn {

namespace {

// A state without parameters gets the curve parameters of the nearest points, and the counted angles that motions start
// with.
bool has_parameters(const BatchSystems& systems, const std::vector<InitialState>& states) {
    const std::size_t count = systems.like().parameter_count();
    return std::all_of(states.begin(), states.end(),
                       [&](const InitialState& state) { return state.s.size() == count; });
}
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
        case EndReason::too_many_steps: return "too many steps between two output times";
        case EndReason::constraints_unsolved: return "constraints of a step could not be solved";
    }
    return "unknown";
}

std::string kernel_set() { return cchnn_kernels()->instruction_set; }
std::uint64_t trajectories_side_by_side() { return to_size(cchnn_kernels()->side_by_side); }

TrajectoryBatch empty_batch(const ConstrainedSystem& system, std::size_t count, TimeGrid times) {
    TrajectoryBatch out;
    out.count = static_cast<int>(count);
    out.samples = times.samples;
    out.nodes = system.node_count();
    out.dimension = system.dimension();
    const std::size_t samples = count * to_size(times.samples);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    out.x.assign(samples * to_size(system.state_size()), nan);
    out.v = out.x;
    out.energy.assign(samples, nan);
    if (system.dissipative()) out.dissipated.assign(samples, nan);
    out.track_parameter.assign(samples * system.tracks().size(), nan);
    out.counted_angle.assign(samples * system.angles().size(), nan);
    out.outcomes.resize(count);
    return out;
}

namespace {

// Integrates all trajectories that can share a kernel by one call of `run`, and each of the others by its own. The
// arguments of `run` are systems, states, the indices of the trajectories, and the output batch.
template <class RunSome>
TrajectoryBatch by_kernels(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const RunSome& run) {
    if (!has_parameters(systems, states)) return by_kernels(systems, with_parameters(systems, states), times, run);
    TrajectoryBatch out = empty_batch(systems.like(), states.size(), times);
    const auto run_some = [&](const BatchSystems& some, const std::vector<int>& which) {
        std::vector<InitialState> starts;
        for (int i : which) starts.push_back(states[i]);
        TrajectoryBatch part = empty_batch(systems.like(), which.size(), times);
        run(some, starts, which, part);
        for (std::size_t k = 0; k < which.size(); ++k) copy_trajectory(part, static_cast<int>(k), out, which[k]);
    };
    if (systems.odd().empty()) {
        std::vector<int> all(states.size());
        std::iota(all.begin(), all.end(), 0);
        run(systems, states, all, out);
        return out;
    }
    if (!systems.alike().empty()) run_some(systems.only(systems.alike()), systems.alike());
    for (int i : systems.odd()) run_some(systems.of(to_size(i)), {i});
    return out;
}

}  // namespace

TrajectoryBatch integrate(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                          const Protocol& protocol) {
    const AtWork integrating(Work::integrating);
    return by_kernels(systems, states, times,
                      [&](const BatchSystems& some, const std::vector<InitialState>& starts, const std::vector<int>&,
                          TrajectoryBatch& out) { cchnn_kernels()->integrate(some, starts, times, protocol, out); });
}

TrajectoryBatch integrate_exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                  Method method, std::span<const Accuracy> each) {
    return by_kernels(systems, states, times,
                      [&](const BatchSystems& some, const std::vector<InitialState>& starts,
                          const std::vector<int>& which, TrajectoryBatch& out) {
                          std::vector<Accuracy> own;
                          for (int i : which) own.push_back(each[i]);
                          cchnn_kernels()->integrate_exactly(some, starts, times, method, own, out);
                      });
}

}  // namespace cchnn
