#pragma once
// What benchmarks of trajectories share: a system and 900 initial states, the paper's 800 + 100, drawn with seed 0; the
// counters that tables quote; differences between solutions.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "integrate/integrate.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

namespace cchnn::bench {

inline constexpr std::uint64_t trajectories = 900;

struct DrawnSystem {
    explicit DrawnSystem(const std::string& name)
        : spec(load_system(name)),
          graph(spec),
          system(spec, graph),
          sampler(spec, graph, system),
          times{spec.sampling.dt, spec.sampling.steps} {}

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
    TimeGrid times;
};

inline void report_time_of(benchmark::State& state, std::size_t count) {
    state.counters["us/trajectory"] = benchmark::Counter(
        1e-6 * static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Of each trajectory the largest difference of a coordinate, m, in samples 0 .. last; x is like that of the reference.
inline std::vector<double> largest_differences(const std::vector<double>& x, const TrajectoryBatch& reference,
                                               int last) {
    std::vector<double> largest(to_size(reference.count));
    const std::size_t width = to_size(reference.nodes) * to_size(reference.dimension);
    for (std::size_t i = 0; i < largest.size(); ++i) {
        const std::size_t begin = i * to_size(reference.samples) * width;
        for (std::size_t j = begin; j < begin + to_size(last + 1) * width; ++j) {
            const double difference = std::fabs(x[j] - reference.x[j]);
            if (!(difference <= largest[i])) largest[i] = difference;  // a NaN too
        }
    }
    return largest;
}

// Accepted steps of a trajectory, and the median over trajectories of the largest differences in all samples.
inline void report_accuracy(benchmark::State& state, std::size_t steps, const std::vector<double>& x,
                            const TrajectoryBatch& reference) {
    std::vector<double> differences = largest_differences(x, reference, reference.samples - 1);
    const auto middle = differences.begin() + trajectories / 2;
    std::nth_element(differences.begin(), middle, differences.end());
    state.counters["steps"] = static_cast<double>(steps) / static_cast<double>(trajectories);
    state.counters["difference"] = *middle;
}

}  // namespace cchnn::bench
