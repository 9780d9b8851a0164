// Time of 900 trajectories (the paper's 800 + 100) of a system on one core, files aside: drawing initial states, and
// integrating them, and of one right-hand side; of 64 in double-double numbers. Counter `us/trajectory` is what tables
// quote; compare within one run only.

#include <benchmark/benchmark.h>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t trajectories = 900;

struct Bench {
    explicit Bench(const std::string& name)
        : spec(load_system(name)), graph(spec), system(spec, graph), sampler(spec, graph, system) {}

    std::vector<InitialState> draw() const {
        std::vector<InitialState> states;
        for (std::uint64_t i = 0; i < trajectories; ++i) {
            SampleKey key{0, Split::train, i, 0};
            states.push_back(sampler.draw(key));
        }
        return states;
    }

    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    Sampler sampler;
};

void report(benchmark::State& state, std::size_t count = trajectories) {
    state.counters["us/trajectory"] = benchmark::Counter(
        1e-6 * static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void sampling(benchmark::State& state, const char* name) {
    const Bench bench(name);
    for (auto _ : state) benchmark::DoNotOptimize(bench.draw());
    report(state);
}

void integration(benchmark::State& state, const char* name, const Protocol& protocol) {
    const Bench bench(name);
    const auto states = bench.draw();
    const TimeGrid times{bench.spec.sampling.dt, bench.spec.sampling.steps};
    for (auto _ : state) benchmark::DoNotOptimize(integrate(bench.system, states, times, protocol));
    report(state);
}

// What refinement costs more where a trajectory needs it: two solutions in double-double numbers.
void refinement(benchmark::State& state, const char* name) {
    const Bench bench(name);
    auto states = bench.draw();
    states.resize(64);  // milliseconds each
    const TimeGrid times{bench.spec.sampling.dt, bench.spec.sampling.steps};
    const std::vector<Accuracy> each(states.size(), {1e-18});
    for (auto _ : state)
        for (const Method method : {Method::extrapolation20, Method::extrapolation24})
            benchmark::DoNotOptimize(integrate_exactly(bench.system, states, times, method, each));
    report(state, states.size());
}

// Of one right-hand side of a step; `ns/trajectory`, lanes together.
void right_hand_side(benchmark::State& state, const char* name) {
    const Bench bench(name);
    const auto states = bench.draw();
    Dynamics<Lanes> dynamics(bench.system);
    std::vector<Lanes> z(dynamics.size(), Lanes(0.0)), rate(z);
    const std::size_t half = to_size(bench.system.state_size());
    std::vector<double> p(half);
    for (int l = 0; l < lane_width; ++l) {
        const InitialState& drawn = states[to_size(l)];
        bench.system.momentum(drawn.v.data(), p.data());
        for (std::size_t i = 0; i < half; ++i) {
            set_lane(z[i], l, drawn.x[i]);
            set_lane(z[half + i], l, p[i]);
        }
    }
    for (auto _ : state) {
        dynamics.on_manifold(z, rate);
        benchmark::DoNotOptimize(rate.data());
    }
    state.counters["ns/trajectory"] = benchmark::Counter(
        1e-9 * lane_width, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
    for (const char* name : {"chain_pendulum_1", "chain_pendulum_2", "chain_pendulum_3", "chain_pendulum_5",
                             "coupled_pendulum_3", "magnet_pendulum", "gyroscope", "rigid_rotor", "hinged_arm_3"}) {
        const std::string system = name;
        benchmark::RegisterBenchmark(("rhs/" + system).c_str(), right_hand_side, name);
        benchmark::RegisterBenchmark(("sample/" + system).c_str(), sampling, name)->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("paper/" + system).c_str(), integration, name, paper_protocol())
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("default/" + system).c_str(), integration, name, default_protocol())
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(("refinement/" + system).c_str(), refinement, name)->Unit(benchmark::kMillisecond);
    }
    return true;
}();

}  // namespace
}  // namespace cchnn
