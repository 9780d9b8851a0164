// A training set of 9,600 trajectories at the paper's protocol, without bounds, by one thread: the whole command with
// the files it writes, beside drawing and integrating alone. Run both interleaved and take the ratio of medians; files
// go to TMPDIR:
//
//   cchnn_bench --benchmark_filter=end_to_end --benchmark_enable_random_interleaving --benchmark_repetitions=11

#include <benchmark/benchmark.h>

#include "core/paths/temporary_directory.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/trajectory_source.hpp"
#include "spec/read_system.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t trajectories = 9600;

GenerateOptions options_in(const std::filesystem::path& directory) {
    GenerateOptions options;
    options.directory = directory;
    options.protocol = paper_protocol();
    options.bound = false;
    options.count = {trajectories, 0, 0};
    options.overwrite = true;
    return options;
}

void whole(benchmark::State& state, const char* name) {
    const TemporaryDirectory temporary("bench");
    const SystemSpec spec = load_system(name);
    for (auto _ : state) benchmark::DoNotOptimize(generate(spec, options_in(temporary.path())));
}

// In blocks as generate() makes them.
void integration(benchmark::State& state, const char* name) {
    const DatasetPlan plan(load_system(name), options_in("."));
    const std::uint64_t block = block_size(trajectories, 1, plan.times.samples, plan.compiled.system.state_size());
    for (auto _ : state)
        for (std::uint64_t first = 0; first < trajectories; first += block)
            benchmark::DoNotOptimize(drawn_trajectories(plan.compiled.system, plan.compiled.sampler, 0, Split::train,
                                                        first, std::min(block, trajectories - first), plan.times,
                                                        plan.options.protocol, true, nullptr));
}

const bool registered = [] {
    const char* name = "chain_pendulum_3";
    benchmark::RegisterBenchmark("end_to_end/integration", integration, name)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("end_to_end/whole", whole, name)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime();  // who writes is another thread than who integrates
    return true;
}();

}  // namespace
}  // namespace cchnn
