// Work against precision: CPU time of methods at several tolerances, one trajectory after the other (no lanes, so that
// Bulirsch-Stoer can take part), and the median over trajectories of the worst true relative error, by quad precision.
// All of them step the same dynamics and hit the output times; those of LaneDriver project after every step,
// Bulirsch-Stoer after every output.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <map>
#include <memory>
#include <string>

#include "bench/dop853.hpp"
#include "drawn_system.hpp"
#include "integrate/steppers/lane_driver.hpp"
#include "integrate/true_solution.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t trajectories = 8;

struct Bench : bench::DrawnSystem {
    explicit Bench(const std::string& name) : DrawnSystem(name) {
        for (std::uint64_t i = 0; i < trajectories; ++i) {
            SampleKey key{0, Split::test, i, 0};
            states.push_back(sampler.draw(key));
        }
    }
    std::size_t width() const { return to_size(system.state_size()); }

    TrajectoryBatch empty() const {
        TrajectoryBatch out;
        out.count = static_cast<int>(states.size());
        out.samples = times.samples;
        out.nodes = system.node_count();
        out.dimension = system.dimension();
        out.x.assign(states.size() * to_size(times.samples) * width(), 0.0);
        out.v = out.x;
        out.energy.assign(states.size() * to_size(times.samples), 0.0);
        out.outcomes.resize(states.size());
        return out;
    }

    std::vector<InitialState> states;
};

Protocol at(double rtol) {
    Protocol protocol = default_protocol();
    protocol.rtol = protocol.atol = rtol;
    return protocol;
}

template <template <class> class Step>
TrajectoryBatch run(const Bench& bench, double rtol) {
    TrajectoryBatch out = bench.empty();
    const Protocol protocol = at(rtol);
    LaneDriver<double, Step>(bench.system, bench.states, bench.times, protocol, out).run();
    return out;
}

void bulirsch_stoer_trajectory(const Bench& bench, std::size_t i, double rtol, TrajectoryBatch& out) {
    using State = std::vector<double>;
    Dynamics<double> dynamics(bench.system);
    boost::numeric::odeint::bulirsch_stoer<State> stepper(rtol, rtol);
    const std::size_t half = bench.width();
    State z = bench.states[i].x;
    z.resize(2 * half);
    bench.system.momentum(bench.states[i].v.data(), &z[half]);
    double proposed = 0.1 * bench.times.dt;
    for (int k = 0; k < bench.times.samples; ++k) {
        const auto sample = static_cast<long>((i * to_size(bench.times.samples) + to_size(k)) * half);
        std::copy(z.begin(), z.begin() + static_cast<long>(half), out.x.begin() + sample);
        bench.system.velocity(&z[half], &out.v[static_cast<std::size_t>(sample)]);
        double t = 0;
        while (t < bench.times.dt) {
            double h = std::min(proposed, bench.times.dt - t);
            const bool cut = h < proposed;
            const double before = t;
            stepper.try_step(std::ref(dynamics), z, t, h);
            if (t > before && bench.times.dt - t < 1e-12 * bench.times.dt) t = bench.times.dt;
            if (!cut || h < proposed) proposed = std::min(h, bench.times.dt);
        }
        dynamics.project(z, true);
    }
}

TrajectoryBatch bulirsch_stoer(const Bench& bench, double rtol) {
    TrajectoryBatch out = bench.empty();
    for (std::size_t i = 0; i < bench.states.size(); ++i) bulirsch_stoer_trajectory(bench, i, rtol, out);
    return out;
}

using Run = TrajectoryBatch (*)(const Bench&, double);
struct Method {
    const char* name;
    Run run;
};
const std::vector<Method> methods{{"dopri5", run<Dopri5Step>},
                                  {"fehlberg78", run<Fehlberg78Step>},
                                  {"dop853", run<Dop853Step>},
                                  {"bulirsch_stoer", bulirsch_stoer},
                                  {"verner87", run<Verner87Step>}};
const std::vector<double> tolerances{1e-5, 1e-7, 1e-9, 1e-11, 1e-13};

// Median over trajectories of the worst true error, of every method and tolerance; the truth is computed once.
std::map<std::string, double> measure(const Bench& bench) {
    std::vector<std::string> names;
    std::vector<TrajectoryBatch> all;
    for (const Method& method : methods)
        for (double rtol : tolerances) {
            names.push_back(method.name + std::to_string(rtol * 1e15));
            all.push_back(method.run(bench, rtol));
        }
    std::vector<std::vector<double>> worst(all.size());
    for (std::size_t i = 0; i < trajectories; ++i) {
        std::vector<StoredTrajectory> stored;
        const std::size_t begin = i * to_size(bench.times.samples) * bench.width();
        for (const TrajectoryBatch& batch : all) stored.push_back({&batch.x[begin], &batch.v[begin]});
        const auto errors = true_errors(bench.system, bench.times, stored);
        for (std::size_t m = 0; m < all.size(); ++m)
            worst[m].push_back(*std::max_element(errors[m].begin(), errors[m].end()));
    }
    std::map<std::string, double> medians;
    for (std::size_t m = 0; m < all.size(); ++m) {
        std::sort(worst[m].begin(), worst[m].end());
        medians[names[m]] = worst[m][trajectories / 2];
    }
    return medians;
}

void work_precision(benchmark::State& state, const std::string& system, const Method& method, double rtol) {
    static std::map<std::string, std::pair<std::unique_ptr<Bench>, std::map<std::string, double>>> known;
    auto& [bench, medians] = known[system];
    if (!bench) {
        bench = std::make_unique<Bench>(system);
        medians = measure(*bench);
    }
    for (auto _ : state) benchmark::DoNotOptimize(method.run(*bench, rtol));
    state.counters["us/trajectory"] =
        benchmark::Counter(1e-6 * static_cast<double>(trajectories),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    state.counters["error"] = medians.at(method.name + std::to_string(rtol * 1e15));
}

const bool registered = [] {
    for (const std::string system : {"chain_pendulum_3", "gyroscope", "magnet_pendulum"})
        for (const Method& method : methods)
            for (double rtol : tolerances) {
                char name[96];
                std::snprintf(name, sizeof name, "work_precision/%s/%s/%g", system.c_str(), method.name, rtol);
                benchmark::RegisterBenchmark(
                    name, [=](benchmark::State& state) { work_precision(state, system, method, rtol); });
            }
    return true;
}();

}  // namespace
}  // namespace cchnn
