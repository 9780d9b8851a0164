// Does a second set of kernels in this program, that for every x86-64 processor, compute what its own do? Trajectories with
// curves and friction, solutions in double-double numbers, RATTLE, the field of one state, tangent vectors: every bit.

#include <cstdio>

#include "integrate/integrate_fixture.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "numbers/standard_arithmetic.hpp"

using namespace cchnn_test;

extern "C" decltype(cchnn_kernels) cchnn_kernels_x86_64;

namespace {

std::vector<double> motion(const KernelDoor& kernels, const Compiled& c, Method method) {
    Protocol protocol = symplectic(method) ? fixed_step_protocol(method) : default_protocol();
    protocol.method = method;
    const std::vector<InitialState> states = c.draw(5);
    const TimeGrid times{c.spec.sampling.dt, 6};
    TrajectoryBatch out = empty_batch(c.system, states.size(), times);
    kernels.integrate(c.system, states, times, protocol, out);
    std::vector<double> all = out.x;
    for (const auto* more : {&out.v, &out.energy, &out.dissipated, &out.track_parameter})
        all.insert(all.end(), more->begin(), more->end());
    return all;
}

std::vector<double> field(const KernelDoor& kernels, const Compiled& c) {
    const InitialState state = c.draw(1).front();
    std::vector<double> z = state.x;
    z.resize(2 * state.x.size());
    c.system.momentum(state.v.data(), &z[state.x.size()]);
    if (c.system.dissipative()) z.push_back(0);
    z.insert(z.end(), state.s.begin(), state.s.end());
    std::vector<double> rate(z.size());
    kernels.vector_field(c.system, z, rate);
    return rate;
}

std::vector<double> tangent(const KernelDoor& kernels, const Compiled& c, bool each) {
    const auto flow = (each ? kernels.tangent_each : kernels.tangents_of_one)(c.system, 1e-9, c.spec.sampling.dt);
    const std::size_t numbers = 2 * to_size(c.system.state_size());
    for (int l = 0; l < (each ? kernels.side_by_side : 1); ++l) flow->set_state(l, c.draw(1).front());
    for (int l = 0; l < kernels.side_by_side; ++l)
        for (std::size_t i = 0; i < numbers; ++i) flow->set_tangent(i, l, 1.0 / static_cast<double>(i + 1));
    flow->project();
    flow->advance(c.spec.sampling.dt);
    std::vector<double> all;
    for (std::size_t i = 0; i < numbers; ++i) all.push_back(flow->tangent(i, 0));
    return all;
}

int differences = 0;

void compare(const Compiled& c, const char* what, const std::vector<double>& a, const std::vector<double>& b) {
    if (same_bits(a, b)) return;
    ++differences;
    std::printf("%s: %s differs\n", c.system.name().c_str(), what);
}

// The signal is this program's, and what is thrown there is caught here.
bool stops(const KernelDoor& kernels, const Compiled& c) {
    kernels.use_stop_signal(stop_signal);
    stop_signal = 2;
    bool stopped = false;
    try {
        motion(kernels, c, Method::verner87);
    } catch (const Stopped& end) {
        stopped = end.signal() == 2;
    }
    stop_signal = 0;
    return stopped && !motion(kernels, c, Method::verner87).empty();
}

}  // namespace

int main() {
    const KernelDoor *own = cchnn_kernels(), *other = cchnn_kernels_x86_64();
    std::printf("%d trajectories side by side, and %d\n", own->side_by_side, other->side_by_side);
    const StandardArithmetic ieee;
    for (const char* name : {"chain_pendulum_3", "roller_coaster", "damped_pendulum", "rolling_disk", "hinged_arm_3"}) {
        const Compiled c(name);
        for (const Method method :
             {Method::verner87, Method::dopri5, Method::rattle4, Method::fehlberg78, Method::extrapolation20}) {
            Protocol protocol = default_protocol();
            protocol.method = method;
            if (!refusals(protocol, c.system).empty()) continue;
            compare(c, cchnn::name(method), motion(*own, c, method), motion(*other, c, method));
        }
        compare(c, "the field", field(*own, c), field(*other, c));
        for (const bool each : {true, false})
            compare(c, "a tangent vector", tangent(*own, c, each), tangent(*other, c, each));
    }
    if (!stops(*other, Compiled("chain_pendulum_1"))) {
        std::printf("a signal is not heard\n");
        ++differences;
    }
    return differences == 0 ? 0 : 1;
}
