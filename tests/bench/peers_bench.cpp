// The trajectories of integrate_bench.cpp as a specialist computes them without this library: equations of motion in
// minimal coordinates (reduced_systems.hpp), by methods of Boost.Odeint or in its control, one trajectory at a time.
// `dopri5` has the tolerances of the paper's settings, and is to be compared with `paper/`; `dop853` those of the
// default settings, with `default/`. `difference` is from integrate() at the default settings, the median over
// trajectories of the largest one of a coordinate, m.

#include "dop853_stepper.hpp"
#include "peer.hpp"
#include "reduced_systems.hpp"

namespace cchnn::bench {
namespace {

template <class State>
auto dop853_stepper(double atol, double rtol) {
    using Stepper = Dop853Stepper<State>;
    using Adjuster = boost::numeric::odeint::default_step_adjuster<double, double>;
    return boost::numeric::odeint::controlled_runge_kutta<Stepper, RootMeanSquare, Adjuster>(
        RootMeanSquare(), Adjuster(), Stepper(atol, rtol));
}

template <class Equations>
void add(const std::string& system) {
    using State = typename Equations::State;
    const auto add_method = [&](const std::string& method, const Protocol& protocol, auto make_stepper) {
        benchmark::RegisterBenchmark(("peers/" + system + "/" + method).c_str(), [=](benchmark::State& state) {
            peer_benchmark<Equations>(state, system, protocol, make_stepper);
        })->Unit(benchmark::kMillisecond);
    };
    add_method("dopri5", paper_protocol(), dopri5_stepper<State>);
    add_method("dop853", default_protocol(), dop853_stepper<State>);
}

const bool registered = [] {
    add<ReducedChain<1>>("chain_pendulum_1");
    add<ReducedChain<2>>("chain_pendulum_2");
    add<ReducedChain<3>>("chain_pendulum_3");
    add<ReducedChain<5>>("chain_pendulum_5");
    add<ReducedCoupledPendulums>("coupled_pendulum_3");
    add<ReducedMagnetPendulum>("magnet_pendulum");
    add<ReducedBody<true>>("gyroscope");
    add<ReducedBody<false>>("rigid_rotor");
    return true;
}();

}  // namespace
}  // namespace cchnn::bench
