// 10,000 trajectories as `cchnn-gen generate` integrates them, files aside: how many of the steps that lanes took moved
// a trajectory (`busy`), and how much faster two threads are than one, measured alternately in one run (`speed-up`).

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "graph/body_graph.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/trajectory_source.hpp"
#include "spec/read_system.hpp"

namespace cchnn::bench {
namespace {

constexpr std::uint64_t trajectories = 10000;

struct Steps {
    long all = 0, busy = 0;
};

double seconds_of(const ConstrainedSystem& system, const Sampler& sampler, TimeGrid times, int threads, Steps& steps) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t size = block_size(trajectories, threads, times.samples, system.state_size());
    ordered_blocks((trajectories + size - 1) / size, threads,
                   [&](std::uint64_t block) {
                       const std::uint64_t first = block * size;
                       return drawn_trajectories(system, sampler, 0, Split::train, first,
                                                 std::min(size, trajectories - first), times, default_protocol(), true);
                   },
                   [&](DrawnBatch&& drawn) {
                       steps.all += drawn.batch.lane_steps;
                       steps.busy += drawn.batch.busy_lane_steps;
                   });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void threads_and_lanes(benchmark::State& state, const char* name) {
    const SystemSpec spec = load_system(name);
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    const Sampler sampler(spec, graph, system);
    const TimeGrid times{spec.sampling.dt, spec.sampling.steps};
    std::vector<double> ratios;
    Steps steps;
    for (auto _ : state) {
        const double one = seconds_of(system, sampler, times, 1, steps);
        ratios.push_back(one / seconds_of(system, sampler, times, 2, steps));
    }
    std::sort(ratios.begin(), ratios.end());
    state.counters["busy"] = static_cast<double>(steps.busy) / static_cast<double>(steps.all);
    state.counters["speed-up"] = ratios[ratios.size() / 2];
}

const bool registered = [] {
    for (const char* name : {"chain_pendulum_1", "chain_pendulum_3", "magnet_pendulum", "gyroscope"})
        benchmark::RegisterBenchmark((std::string("threads/") + name).c_str(), threads_and_lanes, name)
            ->Unit(benchmark::kMillisecond)
            ->MinTime(3);
    return true;
}();

}  // namespace
}  // namespace cchnn::bench
