#include "integrate/integrate.hpp"

#include <array>
#include <limits>

#include "integrate/integrate_double_double.hpp"
#include "integrate/integrate_rattle.hpp"
#include "integrate/lane_driver.hpp"

namespace cchnn {

namespace {

using Run = void (*)(const ConstrainedSystem&, const std::vector<InitialState>&, TimeGrid, const Protocol&,
                     TrajectoryBatch&);

template <class Driver>
void run(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
         const Protocol& protocol, TrajectoryBatch& out) {
    Driver(system, states, times, protocol, out).run();
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
    {Method::extrapolation20, integrate_double_double},
    {Method::extrapolation24, integrate_double_double},
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

TrajectoryBatch integrate(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                          const Protocol& protocol) {
    TrajectoryBatch out = empty_batch(system, states.size(), times);
    drivers.at(static_cast<std::size_t>(protocol.method)).run(system, states, times, protocol, out);
    return out;
}

}  // namespace cchnn
