// Cost of one right-hand side against the number of links: chains of points, chains of rods (bodies with two nodes on
// joints), rings (a closed loop). `ns/link` is per trajectory; it stays level where cost grows linearly. `KB/link`:
// what one thread keeps of a batch of lanes, counted where it is allocated.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "graph/body_graph.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "numbers/lanes.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"
#include "spec/system_family.hpp"

namespace cchnn::bench {
namespace {

double kilobytes_in_use() { return static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd) / 1024; }

void right_hand_side(benchmark::State& state, const SystemFamily& family, int links) {
    const SystemSpec spec = parse_system(system_text(family, {}), "bench.json");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    const Sampler sampler(spec, graph, system);
    SampleKey key{0, Split::train, 0, 0};
    const InitialState drawn = sampler.draw(key);
    const double before = kilobytes_in_use();
    Dynamics<Lanes> dynamics(system);
    std::vector<Lanes> z(dynamics.size(), Lanes(0.0)), rate(z);
    const double kept = kilobytes_in_use() - before;
    std::vector<double> p(drawn.v.size());
    system.momentum(drawn.v.data(), p.data());
    for (std::size_t i = 0; i < p.size(); ++i) {
        z[i] = Lanes(drawn.x[i]);
        z[p.size() + i] = Lanes(p[i]);
    }
    for (auto _ : state) {
        dynamics.on_manifold(z, rate);
        benchmark::DoNotOptimize(rate.data());
    }
    state.counters["ns/link"] = benchmark::Counter(
        1e-9 * links * lane_width, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["KB/link"] = kept / links;
}

const bool registered = [] {
    for (const int links : {3, 10, 30, 100, 300, 1000}) {
        const auto add = [&](const char* name, auto family) {
            family.count = links;
            benchmark::RegisterBenchmark((std::string("links/") + name + "/" + std::to_string(links)).c_str(),
                                         right_hand_side, SystemFamily(family), links);
        };
        add("chain", ChainFamily{});
        add("beam-chain", BeamChainFamily{});
        if (links > 3) add("ring", RingFamily{});  // a ring of three is a triangle
    }
    return true;
}();

}  // namespace
}  // namespace cchnn::bench
