// How trajectories end, each reason by a real case.

#include <doctest/doctest.h>

#include <string>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

// Samples up to the outcome's are finite, all after it are NaN.
void check_samples(const TrajectoryBatch& batch, int i) {
    const Outcome& outcome = batch.outcomes[to_size(i)];
    const auto x = trajectory(batch.x, batch, i), v = trajectory(batch.v, batch, i),
               e = trajectory(batch.energy, batch, i);
    const std::size_t width = x.size() / to_size(batch.samples);
    for (int k = 0; k < batch.samples; ++k) {
        CAPTURE(k);
        const bool expected = k < outcome.samples;
        CHECK(std::isfinite(e[to_size(k)]) == expected);
        for (std::size_t j = to_size(k) * width; j < to_size(k + 1) * width; ++j) {
            CHECK(std::isfinite(x[j]) == expected);
            CHECK(std::isfinite(v[j]) == expected);
        }
    }
}

}  // namespace

TEST_CASE("outcome: completed, at the last of the requested times") {
    const Compiled c("chain_pendulum_2");
    const auto batch = integrate(c.system, c.draw(10), {0.03, 100}, default_protocol());
    for (int i = 0; i < 10; ++i) {
        const Outcome& outcome = batch.outcomes[to_size(i)];
        CHECK(outcome.reason == EndReason::completed);
        CHECK(outcome.samples == 100);
        CHECK(outcome.time == 99 * 0.03);
        CHECK(outcome.accepted >= 99);  // every output time is hit by a step of its own
        check_samples(batch, i);
    }
}

TEST_CASE("outcome: bodies that coincide under a spring with a rest length are not finite from the start") {
    const Compiled c(spring_pair_json);
    const auto batch = integrate(c.system, {coincident()}, {0.05, 11}, default_protocol());
    CHECK(batch.outcomes[0].reason == EndReason::not_finite);
    CHECK(batch.outcomes[0].samples == 1);  // the given state, whose energy exists
    CHECK(batch.outcomes[0].time == 0.0);
    CHECK(batch.outcomes[0].accepted == 0);
    CHECK(batch.outcomes[0].rejected == 0);  // no step is kept of what is no motion
    check_samples(batch, 0);
}

// The distance of head_on() follows d'' = -w^2 (d - 1), w^2 = k/mu = 15, d(0) = 1, d'(0) = -6: it is 0 at asin(w/6)/w,
// and from then on whenever the mirrored swing, (pi + 2 asin(w/6))/w long, comes back. A step may happen to hit a turn
// exactly.
TEST_CASE("outcome: a collapse onto a spring's singularity ends in step size underflow, at the time of the collapse") {
    const Compiled c(spring_pair_json);
    const double w = std::sqrt(15.0), meeting = std::asin(w / 6) / w, swing = 2 * meeting + std::acos(-1.0) / w;
    const auto batch = integrate(c.system, {head_on()}, {10.0, 3}, too_tight(Method::verner87));
    const Outcome& outcome = batch.outcomes[0];
    CHECK(outcome.reason == EndReason::step_size_underflow);
    CHECK(outcome.samples == 1);
    CHECK(std::fabs(std::remainder(outcome.time - meeting, swing)) < 1e-11);  // some hundred steps at 1e-15
    CHECK(outcome.rejected > 0);
    check_samples(batch, 0);
}

TEST_CASE("outcome: too many steps between two outputs, at the time reached") {
    const Compiled c("chain_pendulum_2");
    Protocol protocol = default_protocol();
    protocol.max_steps = 1;
    const auto batch = integrate(c.system, c.draw(9), {0.5, 11}, protocol);
    for (int i = 0; i < 9; ++i) {
        const Outcome& outcome = batch.outcomes[to_size(i)];
        CHECK(outcome.reason == EndReason::too_many_steps);
        CHECK(outcome.samples == 1);
        CHECK(outcome.accepted + outcome.rejected == 1);
        CHECK((outcome.accepted == 1 ? outcome.time > 0 : outcome.time == 0));
        CHECK(outcome.time < 0.5);
        check_samples(batch, i);
    }
}

TEST_CASE("outcome: the limit of steps counts from output to output") {
    const Compiled c("chain_pendulum_2");
    const auto states = c.draw(8);
    const auto free = integrate(c.system, states, {0.03, 50}, default_protocol());
    Protocol protocol = default_protocol();
    protocol.max_steps = 40;
    const auto limited = integrate(c.system, states, {0.03, 50}, protocol);
    for (int i = 0; i < 8; ++i) {
        CHECK(free.outcomes[to_size(i)].accepted > 49);
        CHECK(same_trajectory(limited, i, free, i));
    }
}

TEST_CASE("outcome: a state that is not a number") {
    const Compiled c(spring_pair_json);
    const auto batch = integrate(c.system, {not_a_number()}, {0.05, 5}, default_protocol());
    CHECK(batch.outcomes[0].reason == EndReason::not_finite);
    CHECK(batch.outcomes[0].samples == 1);
    CHECK(batch.outcomes[0].time == 0.0);
}

TEST_CASE("outcome: every reason has its words") {
    CHECK(std::string(describe(EndReason::completed)) == "completed");
    CHECK(std::string(describe(EndReason::step_size_underflow)) == "step size underflow");
    CHECK(std::string(describe(EndReason::not_finite)) == "state or force not finite");
    CHECK(std::string(describe(EndReason::too_many_steps)) == "too many steps between two output times");
}
