// Time of 900 trajectories (the paper's 800 + 100) of a system on one core, files aside: drawing initial states, and
// integrating them, and of one right-hand side; of 64 in double-double numbers. Counter `us/trajectory` is what tables
// quote; compare within one run only.

#include <benchmark/benchmark.h>

#include <filesystem>

#include "drawn_system.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"

namespace cchnn::bench {
namespace {

void sampling(benchmark::State& state, const char* name) {
    const DrawnSystem drawn(name);
    for (auto _ : state) benchmark::DoNotOptimize(drawn.draw());
    report_time_of(state, trajectories);
}

void integration(benchmark::State& state, const char* name, const Protocol& protocol) {
    const DrawnSystem drawn(name);
    const auto states = drawn.draw();
    TrajectoryBatch batch;
    for (auto _ : state) batch = integrate(drawn.system, states, drawn.times, protocol);
    report_time_of(state, trajectories);
    std::size_t steps = 0;
    for (const Outcome& outcome : batch.outcomes) steps += static_cast<std::size_t>(outcome.accepted);
    report_accuracy(state, steps, batch.x, integrate(drawn.system, states, drawn.times, default_protocol()));
}

// What refinement costs more where a trajectory needs it: two solutions in double-double numbers.
void refinement(benchmark::State& state, const char* name) {
    const DrawnSystem drawn(name);
    auto states = drawn.draw();
    states.resize(64);  // milliseconds each
    const std::vector<Accuracy> each(states.size(), {1e-18});
    for (auto _ : state)
        for (const Method method : {Method::extrapolation20, Method::extrapolation24})
            benchmark::DoNotOptimize(integrate_exactly(drawn.system, states, drawn.times, method, each));
    report_time_of(state, states.size());
}

// The field that integrate() steps: of minimal states where the system has them.
Dynamics<Lanes> stepped_field(const ConstrainedSystem& system) {
    if (system.constants().has_minimal_states()) return Dynamics<Lanes>(make_minimal_field<Lanes>(system));
    return Dynamics<Lanes>(system);
}

void put_in_lane(int l, const InitialState& start, const ConstrainedSystem& system, Dynamics<Lanes>& dynamics,
                 std::vector<Lanes>& z) {
    const std::size_t half = dynamics.positions();
    if (MinimalField<Lanes>* field = dynamics.minimal())
        return field->place(l, start.x.data(), start.v.data(), z.data(), z.data() + half);
    std::vector<double> p(half);
    system.momentum(start.v.data(), p.data());
    for (std::size_t i = 0; i < half; ++i) {
        set_lane(z[i], l, start.x[i]);
        set_lane(z[half + i], l, p[i]);
    }
}

// Of one right-hand side of a step; `ns/trajectory`, lanes together.
void right_hand_side(benchmark::State& state, const char* name) {
    const DrawnSystem drawn(name);
    const auto states = drawn.draw();
    Dynamics<Lanes> dynamics = stepped_field(drawn.system);
    std::vector<Lanes> z(dynamics.size(), Lanes(0.0)), rate(z);
    for (int l = 0; l < lane_width; ++l) put_in_lane(l, states[to_size(l)], drawn.system, dynamics, z);
    for (auto _ : state) {
        dynamics.on_manifold(z, rate);
        benchmark::DoNotOptimize(rate.data());
    }
    state.counters["ns/trajectory"] = benchmark::Counter(
        1e-9 * lane_width, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
    for (const char* name :
         {"chain_pendulum_1", "chain_pendulum_2", "chain_pendulum_3", "chain_pendulum_5", "coupled_pendulum_3",
          "magnet_pendulum", "gyroscope", "rigid_rotor", "satellite", "hinged_arm_3",
          CCHNN_TESTS "/physics/roads/chain_pendulum_2.json", CCHNN_TESTS "/physics/roads/gyroscope.json",
          CCHNN_TESTS "/bench/chain_of_links.json", CCHNN_TESTS "/bench/chain_of_formulas.json"}) {
        // A file of roads is a Lagrangian of the system with its name.
        const std::filesystem::path file = name;
        const bool is_road = file.parent_path().filename() == "roads";
        const std::string system = file.stem().string() + (is_road ? "_lagrangian" : "");
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
}  // namespace cchnn::bench
