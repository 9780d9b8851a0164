#include "integrate/integrate.hpp"

#include <limits>

#include "integrate/integrate_double_double.hpp"
#include "integrate/lane_driver.hpp"
#include "integrate/rattle_driver.hpp"

namespace cchnn {

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
    if (symplectic(protocol.method)) RattleDriver<Lanes>(system, states, times, protocol, out).run();
    else if (protocol.method == Method::dopri5)
        LaneDriver<Lanes, Dopri5Step>(system, states, times, protocol, out).run();
    else if (protocol.method == Method::fehlberg78)
        LaneDriver<Lanes, Fehlberg78Step>(system, states, times, protocol, out).run();
    else if (protocol.method == Method::extrapolation20 || protocol.method == Method::extrapolation24)
        integrate_double_double(system, states, times, protocol, out);
    else LaneDriver<Lanes, Verner87Step>(system, states, times, protocol, out).run();
    return out;
}

}  // namespace cchnn
