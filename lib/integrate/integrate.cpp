#include "integrate/integrate.hpp"

#include <array>
#include <limits>
#include <numeric>

#include "integrate/integrate_double_double.hpp"
#include "integrate/integrate_rattle.hpp"
#include "integrate/lane_driver.hpp"

namespace cchnn {

namespace {

using Run = void (*)(const BatchSystems&, const std::vector<InitialState>&, TimeGrid, const Protocol&,
                     TrajectoryBatch&);

template <class Driver>
void run(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times, const Protocol& protocol,
         TrajectoryBatch& out) {
    Driver(systems, states, times, protocol, out).run();
}

void run_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                       const Protocol& protocol, TrajectoryBatch& out) {
    integrate_double_double(systems, states, times, protocol.method,
                            std::vector<Accuracy>(states.size(), {protocol.rtol}), out);
}

struct DriverRow {
    Method method;
    Run run;
};
constexpr std::array<DriverRow, method_count> drivers{{
    {Method::verner87, run<LaneDriver<Lanes, Verner87Step>>},
    {Method::dopri5, run<LaneDriver<Lanes, Dopri5Step>>},
    {Method::rattle2, integrate_rattle},
    {Method::rattle4, integrate_rattle},
    {Method::rattle6, integrate_rattle},
    {Method::rattle8, integrate_rattle},
    {Method::fehlberg78, run<LaneDriver<Lanes, Fehlberg78Step>>},
    {Method::extrapolation20, run_double_double},
    {Method::extrapolation24, run_double_double},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < drivers.size(); ++i)
        if (static_cast<std::size_t>(drivers[i].method) != i || !drivers[i].run) return false;
    return true;
}
static_assert(in_order(), "each Method has its driver, in the order of the enumeration");

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

std::uint64_t trajectories_side_by_side() { return lane_width; }

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
    out.outcomes.resize(count);
    return out;
}

namespace {

// All trajectories that can share a kernel by one call of `run`, each of the others by one of its own.
// run(systems, states, which they are, out)
template <class RunSome>
TrajectoryBatch by_kernels(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const RunSome& run) {
    TrajectoryBatch out = empty_batch(systems.like(), states.size(), times);
    const auto run_some = [&](const BatchSystems& some, const std::vector<int>& which) {
        std::vector<InitialState> starts;
        for (int i : which) starts.push_back(states[to_size(i)]);
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
    const Run run = drivers.at(static_cast<std::size_t>(protocol.method)).run;
    return by_kernels(systems, states, times,
                      [&](const BatchSystems& some, const std::vector<InitialState>& starts, const std::vector<int>&,
                          TrajectoryBatch& out) { run(some, starts, times, protocol, out); });
}

TrajectoryBatch integrate_exactly(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                                  Method method, std::span<const Accuracy> each) {
    return by_kernels(systems, states, times,
                      [&](const BatchSystems& some, const std::vector<InitialState>& starts,
                          const std::vector<int>& which, TrajectoryBatch& out) {
                          std::vector<Accuracy> own;
                          for (int i : which) own.push_back(each[to_size(i)]);
                          integrate_double_double(some, starts, times, method, own, out);
                      });
}

}  // namespace cchnn
