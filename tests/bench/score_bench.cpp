// Scoring against a plain read of the same two files, test set and submission, on one core. Both read in the same
// blocks; counter `bytes_per_second`. Intervals are left out: their time depends on --bootstrap and not on the files.

#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>

#include "dataset/writer/dataset_writer.hpp"
#include "graph/body_graph.hpp"
#include "integrate/integrate.hpp"
#include "sample/sampler.hpp"
#include "score/score_submission.hpp"
#include "score/submission/submission.hpp"
#include "score/trajectory_blocks.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

constexpr int trajectories = 4000, distinct = 100;

struct Files {
    Files() : spec(load_system("chain_pendulum_3")), graph(spec), system(spec, graph) {
        std::string name = (std::filesystem::temp_directory_path() / "cchnn-bench-XXXXXX").string();
        directory = mkdtemp(name.data());
        const Sampler sampler(spec, graph, system);
        std::vector<InitialState> states;
        for (int i = 0; i < distinct; ++i) {
            SampleKey key{0, Split::test, static_cast<std::uint64_t>(i), 0};
            states.push_back(sampler.draw(key));
        }
        TrajectoryBatch batch = integrate(system, states, {spec.sampling.dt, spec.sampling.steps}, paper_protocol());
        write("test.h5", batch, "dataset");
        for (std::size_t i = 0; i < batch.x.size(); ++i) batch.x[i] += 1e-4 * static_cast<double>(i % 7);
        write("sub.h5", batch, "submission");
    }
    ~Files() { std::filesystem::remove_all(directory); }

    void write(const std::string& name, TrajectoryBatch batch, const std::string& kind) const {
        DatasetDescription d;
        d.kind = kind;
        d.split = "test";
        d.count = trajectories;
        d.times = {spec.sampling.dt, spec.sampling.steps};
        d.system_json = spec.json;
        d.nodes = node_labels(graph);
        d.protocol_json = to_json(paper_protocol());
        DatasetWriter writer(directory / name, d, system, true);
        for (int first = 0; first < trajectories; first += distinct) {
            batch.first = static_cast<std::uint64_t>(first);
            writer.append(batch);
        }
        writer.finish();
    }

    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    std::filesystem::path directory;
};

const Files& files() {
    static const Files shared;
    return shared;
}

void count_bytes(benchmark::State& state, const TrajectoryFileInfo& info) {
    const auto bytes =
        4 * sizeof(double) * info.count * static_cast<std::uint64_t>(info.samples * info.nodes * info.dimension);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

void plain_read(benchmark::State& state) {
    const TrajectoryFile truth(files().directory / "test.h5"), submission(files().directory / "sub.h5");
    for (auto _ : state) {
        double sum = 0;
        for (const TrajectoryFile* file : {&truth, &submission})
            for_each_trajectory_block(*file, trajectories_per_block(file->info()), [&](const TrajectoryBlock& block) {
                for (const std::vector<double>* values : {&block.x, &block.v})
                    for (double value : *values) sum += value;
            });
        benchmark::DoNotOptimize(sum);
    }
    count_bytes(state, truth.info());
}

void score(benchmark::State& state) {
    const TrajectoryFile truth(files().directory / "test.h5"), submission(files().directory / "sub.h5");
    const CoordinateSpread spread = check_truth(truth).spread;
    ScoringOptions options;
    options.choices.resamples = 0;
    options.threads = static_cast<int>(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(
            score_submission({files().spec, files().system, {}, spread}, truth, submission, options));
    count_bytes(state, truth.info());
}

BENCHMARK(plain_read)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK(score)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
}  // namespace cchnn
