// The generic engine beside a kernel written by hand for chains (hand_pendulum.hpp), at the paper's protocol and at
// tight tolerance, same states, same run. `ratio` is what counts: generic time / hand time, measured alternately.

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "drawn_system.hpp"
#include "hand_pendulum.hpp"

namespace cchnn::bench {
namespace {

// Of this thread, so that other work on the machine does not count.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Two programs that compute the same: their first samples after t = 0 agree to the tolerance.
void check_same(const TrajectoryBatch& generic, const std::vector<double>& hand, std::size_t half, double rtol) {
    double worst = 0;
    for (std::size_t i = 0; i < trajectories; ++i)
        for (std::size_t j = 0; j < half; ++j) {
            const std::size_t sample = i * to_size(generic.samples) + 1;
            worst = std::max(worst, std::fabs(generic.x[sample * half + j] - hand[sample * (2 * half + 1) + j]));
        }
    if (worst < 100 * rtol) return;
    std::fprintf(stderr, "the hand-written kernel differs by %g from the generic one\n", worst);
    std::exit(1);
}

template <std::size_t N>
void hand_against_generic(benchmark::State& state, const Protocol& protocol) {
    const DrawnSystem drawn("chain_pendulum_" + std::to_string(N));
    const std::vector<InitialState> states = drawn.draw();
    std::vector<double> ratios;
    double hand_time = 0, generic_time = 0;
    for ([[maybe_unused]] auto _ : state) {
        double start = cpu_seconds();
        HandDriver<N> hand(drawn.system, states, drawn.times.dt, drawn.times.samples, protocol.rtol, protocol.atol);
        hand.run();
        const double by_hand = cpu_seconds() - start;
        start = cpu_seconds();
        const TrajectoryBatch generic = integrate(drawn.system, states, drawn.times, protocol);
        const double by_generic = cpu_seconds() - start;
        check_same(generic, hand.out, 2 * N, protocol.rtol);
        ratios.push_back(by_generic / by_hand);
        hand_time = hand_time == 0 ? by_hand : std::min(hand_time, by_hand);
        generic_time = generic_time == 0 ? by_generic : std::min(generic_time, by_generic);
    }
    std::sort(ratios.begin(), ratios.end());
    state.counters["hand us/trajectory"] = 1e6 * hand_time / trajectories;
    state.counters["generic us/trajectory"] = 1e6 * generic_time / trajectories;
    state.counters["ratio"] = ratios[ratios.size() / 2];
}

Protocol tight() {
    Protocol protocol = paper_protocol();
    protocol.rtol = protocol.atol = 1e-10;
    return protocol;
}

const bool registered = [] {
    const auto add = [](const char* name, auto benchmark, const Protocol& protocol) {
        benchmark::RegisterBenchmark(name, benchmark, protocol)->Unit(benchmark::kMillisecond);
    };
    add("hand/chain_pendulum_1/paper", hand_against_generic<1>, paper_protocol());
    add("hand/chain_pendulum_2/paper", hand_against_generic<2>, paper_protocol());
    add("hand/chain_pendulum_3/paper", hand_against_generic<3>, paper_protocol());
    add("hand/chain_pendulum_5/paper", hand_against_generic<5>, paper_protocol());
    add("hand/chain_pendulum_3/tight", hand_against_generic<3>, tight());
    return true;
}();

}  // namespace
}  // namespace cchnn::bench
