#include "integrate/integrate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "integrate/integrate_fixture.hpp"
#include "integrate/steppers/lane_driver.hpp"

using namespace cchnn_test;

namespace {

template <template <class> class Step>
TrajectoryBatch one_at_a_time(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                              const Protocol& protocol) {
    TrajectoryBatch out;
    out.count = static_cast<int>(states.size());
    out.samples = times.samples;
    out.nodes = system.node_count();
    out.dimension = system.dimension();
    const std::size_t samples = states.size() * to_size(times.samples);
    out.x.assign(samples * to_size(system.state_size()), std::numeric_limits<double>::quiet_NaN());
    out.v = out.x;
    out.energy.assign(samples, std::numeric_limits<double>::quiet_NaN());
    out.outcomes.resize(states.size());
    LaneDriver<double, Step>(system, states, times, protocol, out).run();
    return out;
}

// The states in another order, and where each came from.
std::vector<InitialState> shuffled(const std::vector<InitialState>& states, std::vector<int>& from, unsigned seed) {
    from.resize(states.size());
    std::iota(from.begin(), from.end(), 0);
    std::mt19937 random(seed);
    std::shuffle(from.begin(), from.end(), random);
    std::vector<InitialState> moved;
    for (int i : from) moved.push_back(states[to_size(i)]);
    return moved;
}

const TimeGrid short_times{0.05, 15};

}  // namespace

TEST_CASE("integrate: a lane computes what double computes, bit for bit, with both methods") {
    for (const char* name : {"chain_pendulum_3", "coupled_pendulum_3", spring_pair_json}) {
        const Compiled c(name);
        CAPTURE(c.system.name());
        const auto states = c.draw(11);  // more than the lanes, not a multiple
        const auto lanes = integrate(c.system, states, short_times, default_protocol());
        const auto plain = one_at_a_time<Verner87Step>(c.system, states, short_times, default_protocol());
        const auto lanes5 = integrate(c.system, states, short_times, paper_protocol());
        const auto plain5 = one_at_a_time<Dopri5Step>(c.system, states, short_times, paper_protocol());
        for (int i = 0; i < 11; ++i) {
            CAPTURE(i);
            CHECK(same_trajectory(lanes, i, plain, i));
            CHECK(same_trajectory(lanes5, i, plain5, i));
            CHECK_FALSE(same_trajectory(lanes, i, lanes5, i));
        }
    }
}

TEST_CASE("integrate: order and number of states change no bit of a trajectory") {
    const Compiled c("chain_pendulum_3");
    const auto states = c.draw(19);
    for (const Protocol& protocol : {default_protocol(), paper_protocol()}) {
        const auto all = integrate(c.system, states, short_times, protocol);
        for (unsigned seed = 0; seed < 4; ++seed) {
            std::vector<int> from;
            auto moved = shuffled(states, from, seed);
            moved.resize(to_size(1 + 5 * static_cast<int>(seed)));  // 1, 6, 11, 16 of them
            const auto some = integrate(c.system, moved, short_times, protocol);
            for (int i = 0; i < some.count; ++i) CHECK(same_trajectory(some, i, all, from[to_size(i)]));
        }
    }
}

TEST_CASE("integrate: neighbours that fail change no bit") {
    const Compiled c(spring_pair_json);
    const auto good = c.draw(9);
    std::vector<InitialState> mixed;
    std::vector<int> where;
    for (std::size_t i = 0; i < good.size(); ++i) {
        mixed.push_back(i % 3 == 0 ? not_a_number() : i % 3 == 1 ? coincident() : head_on());
        where.push_back(static_cast<int>(mixed.size()));
        mixed.push_back(good[i]);
    }
    for (const Protocol& protocol : {too_tight(Method::verner87), paper_protocol()}) {
        const TimeGrid long_times{10.0, 3};
        const auto alone = integrate(c.system, good, long_times, protocol);
        const auto together = integrate(c.system, mixed, long_times, protocol);
        CHECK(together.outcomes[0].reason == EndReason::not_finite);
        CHECK(together.outcomes[2].reason == EndReason::not_finite);
        if (protocol.method == Method::verner87) CHECK(together.outcomes[4].reason == EndReason::step_size_underflow);
        for (int i = 0; i < alone.count; ++i) {
            CHECK(alone.outcomes[to_size(i)].reason == EndReason::completed);
            CHECK(same_trajectory(together, where[to_size(i)], alone, i));
        }
    }
}

TEST_CASE("integrate: all states failing, one state, and none are fine") {
    const Compiled c(spring_pair_json);
    const auto bad = integrate(c.system, std::vector<InitialState>(20, coincident()), short_times, default_protocol());
    for (const Outcome& outcome : bad.outcomes) CHECK(outcome.reason == EndReason::not_finite);
    CHECK(integrate(c.system, {}, short_times, default_protocol()).x.empty());
    CHECK(integrate(c.system, c.draw(1), short_times, default_protocol()).outcomes[0].reason == EndReason::completed);
}

TEST_CASE("integrate: the first sample is the state as given, and energy is that of every sample") {
    const Compiled c("chain_pendulum_3");
    const auto states = c.draw(3);
    const auto batch = integrate(c.system, states, short_times, default_protocol());
    const std::size_t width = to_size(c.system.state_size());
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t at = i * to_size(batch.samples);
        CHECK(std::equal(states[i].x.begin(), states[i].x.end(), batch.x.begin() + static_cast<long>(at * width)));
        CHECK(std::equal(states[i].v.begin(), states[i].v.end(), batch.v.begin() + static_cast<long>(at * width)));
        for (std::size_t k = at; k < at + to_size(batch.samples); ++k)
            CHECK(batch.energy[k] == c.system.energy(&batch.x[k * width], &batch.v[k * width]));
    }
}

// Lanes idle only at the very end, when fewer trajectories are left than lanes.
TEST_CASE("integrate: lanes are at least 95 % busy over 2,000 trajectories of unequal length") {
    const Compiled c("chain_pendulum_3");
    const auto batch = integrate(c.system, c.draw(2000), {0.03, 20}, paper_protocol());
    long least = batch.outcomes[0].accepted, most = least;
    for (const Outcome& o : batch.outcomes) {
        least = std::min(least, o.accepted);
        most = std::max(most, o.accepted);
    }
    CHECK(most > 2 * least);  // or the test would show nothing
    const double busy = static_cast<double>(batch.busy_lane_steps) / static_cast<double>(batch.lane_steps);
    MESSAGE("busy lanes: " << 100 * busy << " %");
    CHECK(busy > 0.95);
    long steps = 0;
    for (const Outcome& o : batch.outcomes) steps += o.accepted + o.rejected;
    CHECK(batch.busy_lane_steps == steps);
}
