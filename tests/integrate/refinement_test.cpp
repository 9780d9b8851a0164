// Trajectories integrated again in double-double numbers, where the bound of the first solution is too large.

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/integrate_fixture.hpp"
#include "integrate/trajectory_source.hpp"
#include "integrate/true_solution.hpp"

using namespace cchnn_test;

namespace {

constexpr double everything = 1e-16;  // as a level: below the floor of bounds

std::vector<double> errors_of(const Compiled& c, TimeGrid times, const TrajectoryBatch& batch, int i) {
    const std::size_t at = to_size(i) * to_size(times.samples * c.system.state_size());
    return true_errors(c.system, times, StoredTrajectory{&batch.x[at], &batch.v[at]});
}

TrajectoryBatch bounded(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times,
                        std::optional<double> level) {
    TrajectoryBatch batch = integrate(c.system, states, times, default_protocol());
    add_error_bounds(c.system, states, times, ErrorBoundRule(default_protocol(), level), batch);
    return batch;
}

double last_bound(const TrajectoryBatch& batch, int i) {
    return batch.error_bound[to_size((i + 1) * batch.samples) - 1];
}

}  // namespace

TEST_CASE("refinement: chaotic trajectories become as exact as the level asks for, and their bounds say so") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times = c.own_times();
    const auto states = c.draw(6);
    const TrajectoryBatch before = bounded(c, states, times, 0), after = bounded(c, states, times, std::nullopt);
    int chaotic = -1;
    for (int i = 0; i < 6; ++i)
        if (chaotic < 0 || last_bound(before, i) > last_bound(before, chaotic)) chaotic = i;
    const std::vector<double> old_errors = errors_of(c, times, before, chaotic),
                              errors = errors_of(c, times, after, chaotic);
    CHECK(*std::max_element(old_errors.begin(), old_errors.end()) > 1e-10);  // what there is to gain
    CHECK(*std::max_element(errors.begin(), errors.end()) < 1e-10);          // a tenth of the level
    CHECK(after.outcomes[to_size(chaotic)].refined);
    CHECK(last_bound(after, chaotic) < 1e-9);
    CHECK(last_bound(after, chaotic) > 1e-12);  // as accurate as is asked for, not more
    CHECK(after.valid_until[to_size(chaotic)] == times.time(times.samples - 1));
    // Of all of them, since one motion may be luckier than its nudged neighbours: 100 times is what a bound may waste.
    std::vector<double> ratios;
    for (int i = 0; i < 6; ++i) {
        const std::vector<double> own = errors_of(c, times, after, i);
        for (int k = 1; k < times.samples; ++k) {
            const double bound = after.error_bound[to_size(i * times.samples + k)];
            CHECK(own[to_size(k)] <= bound);
            ratios.push_back(bound / std::max(own[to_size(k)], 1e-17));
        }
    }
    const auto middle = ratios.begin() + std::ssize(ratios) / 2;
    std::nth_element(ratios.begin(), middle, ratios.end());
    MESSAGE("median of bound / error " << *middle);
    CHECK(*middle < 100);
}

TEST_CASE("refinement: those beyond the level are replaced, others and all without it keep every bit") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times = c.own_times();
    const auto states = c.draw(20);
    const TrajectoryBatch plain = integrate(c.system, states, times, default_protocol()),
                          before = bounded(c, states, times, 0);
    std::vector<double> bounds;
    for (int i = 0; i < 20; ++i) bounds.push_back(last_bound(before, i));
    std::sort(bounds.begin(), bounds.end());
    const double level = bounds[9];  // the tenth is on it, not beyond
    const TrajectoryBatch after = bounded(c, states, times, level);
    int refined = 0;
    for (int i = 0; i < 20; ++i) {
        CHECK(same_trajectory(before, i, plain, i));
        CHECK(!before.outcomes[to_size(i)].refined);
        CHECK(after.outcomes[to_size(i)].refined == (last_bound(before, i) > level));
        CHECK(same_trajectory(before, i, after, i) != after.outcomes[to_size(i)].refined);
        refined += after.outcomes[to_size(i)].refined;
    }
    CHECK(refined == 10);
}

TEST_CASE("refinement: a trajectory has the same bits alone, among others, in another order") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times{c.spec.sampling.dt, 30};
    auto states = c.draw(11);  // more than lanes
    const TrajectoryBatch all = bounded(c, states, times, everything);
    std::reverse(states.begin(), states.end());
    const TrajectoryBatch reversed = bounded(c, states, times, everything),
                          one = bounded(c, {states[3]}, times, everything);
    for (int i = 0; i < 11; ++i) {
        CHECK(all.outcomes[to_size(i)].refined);
        CHECK(same_trajectory(all, i, reversed, 10 - i));
        CHECK(same_bits(trajectory(all.error_bound, all, i), trajectory(reversed.error_bound, reversed, 10 - i)));
    }
    CHECK(same_trajectory(one, 0, reversed, 3));
    CHECK(same_bits(one.error_bound, trajectory(reversed.error_bound, reversed, 3)));
}

// Rows of every kind, forces of every kind, dissipation, curves, rolling, rigid bodies, free ones.
TEST_CASE("refinement: every kind of system is followed to the rounding of what is stored") {
    for (const char* name :
         {"chain_pendulum_3", "coupled_pendulum_3", "gyroscope", "beam_chain_3", "damped_pendulum", "four_bar_linkage",
          "hinged_arm_3", "outer_solar_system", "roller_coaster", "rolling_disk", "satellite", "spring_pendulum"}) {
        CAPTURE(std::string(name));
        const Compiled c(name);
        const TimeGrid times{c.spec.sampling.dt, 4};
        const auto states = c.draw(1);
        const TrajectoryBatch batch = bounded(c, states, times, everything);
        REQUIRE(batch.outcomes[0].refined);
        const std::vector<double> errors = errors_of(c, times, batch, 0);
        for (std::size_t k = 1; k < 4; ++k) {
            CHECK(errors[k] <= 1.2e-16);  // every number rounded once, half a unit in the last place: 1.1e-16
            CHECK(errors[k] <= batch.error_bound[k]);
        }
        if (c.system.dissipative())
            CHECK(batch.energy[3] + batch.dissipated[3] == doctest::Approx(batch.energy[0]).epsilon(1e-14));
    }
}

TEST_CASE("refinement: by default where the protocol is as tight as the default, elsewhere where it is asked for") {
    CHECK(ErrorBoundRule(default_protocol()).refinement->level == 1e-9);
    CHECK(!ErrorBoundRule(paper_protocol()).refinement);
    CHECK(!ErrorBoundRule(fixed_step_protocol(Method::rattle4)).refinement);
    CHECK(!ErrorBoundRule(default_protocol(), 0).refinement);
    CHECK(ErrorBoundRule(paper_protocol(), 1e-5).refinement->level == 1e-5);
    const ErrorBoundRule rule(default_protocol()), off(default_protocol(), 0);
    const auto json = nlohmann::json::parse(to_json(default_protocol(), &rule))["error_bound"]["refine"];
    CHECK(json["level"] == 1e-9);
    CHECK(json["most_evaluations"] == 1e6);
    CHECK(json["coarser"] == 8);
    CHECK(nlohmann::json::parse(to_json(default_protocol(), &off))["error_bound"]["refine"] == "off");
}

TEST_CASE("refinement: where it cannot end in its steps the first solution stays") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times{c.spec.sampling.dt, 10};
    const auto states = c.draw(2);
    TrajectoryBatch batch = integrate(c.system, states, times, default_protocol());
    ErrorBoundRule rule(default_protocol(), everything);
    rule.refinement->most_evaluations = 100;  // not enough for a step
    add_error_bounds(c.system, states, times, rule, batch);
    const TrajectoryBatch before = bounded(c, states, times, 0);
    for (int i = 0; i < 2; ++i) {
        CHECK(!batch.outcomes[to_size(i)].refined);
        CHECK(same_trajectory(batch, i, before, i));
        CHECK(last_bound(batch, i) == last_bound(before, i));
    }
}

TEST_CASE("refinement: where all are needed, one that cannot end stays above the level, and else no bit changes") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times{c.spec.sampling.dt, c.spec.sampling.steps};
    const auto states = c.draw(8);
    const auto above = [&](const TrajectoryBatch& batch) {
        int count = 0;
        for (int i = 0; i < batch.count; ++i) count += last_bound(batch, i) > 1e-9;
        return count;
    };
    for (const double budget : {1e2, 1e6}) {
        ErrorBoundRule rule(default_protocol());
        rule.refinement->most_evaluations = budget;
        TrajectoryBatch each = integrate(c.system, states, times, default_protocol()), all = each;
        add_error_bounds(c.system, states, times, rule, each);
        rule.refinement->all_or_none = true;
        add_error_bounds(c.system, states, times, rule, all);
        CHECK((above(each) > 0) == (budget < 1e6));
        CHECK((above(all) > 0) == (above(each) > 0));
        for (int i = 0; i < 8 && above(each) == 0; ++i) CHECK(same_trajectory(each, i, all, i));
    }
}

TEST_CASE(
    "refinement: a solution ends after its steps, at a sample too, how accurate its neighbours are changes none of "
    "it") {
    const Compiled c("chain_pendulum_1");
    const TimeGrid times{1e-3, 20};  // every step ends at a sample
    const auto states = c.draw(20);  // more than lanes
    std::vector<Accuracy> each(20, {1e-16});
    for (std::size_t i = 0; i < 20; i += 2) each[i].rtol = 1e-10;
    each[5].most_steps = 5;
    const TrajectoryBatch all = integrate_exactly(c.system, states, times, Method::extrapolation20, each);
    CHECK(all.outcomes[5].reason == EndReason::too_many_steps);
    CHECK(all.outcomes[5].samples == 6);
    const TimeGrid far{0.5, 20};
    const TrajectoryBatch mixed = integrate_exactly(c.system, states, far, Method::extrapolation20, each);
    for (std::size_t i : {18u, 19u}) {  // seated where another one was before
        const Accuracy own = each[i];
        const TrajectoryBatch alone = integrate_exactly(c.system, {states[i]}, far, Method::extrapolation20, {&own, 1});
        CHECK(same_trajectory(mixed, static_cast<int>(i), alone, 0));
    }
}

TEST_CASE("refinement: bounds of every trajectory hold, and none asks for more than its level") {
    const Compiled c("magnet_pendulum");
    const TimeGrid times = c.own_times();
    const auto states = c.draw(64);
    const TrajectoryBatch batch = bounded(c, states, times, std::nullopt);
    const TrajectoryBatch exact = integrate_exactly(c.system, states, times, Method::extrapolation24,
                                                    std::vector<Accuracy>(states.size(), {1e-29}));
    int refined = 0, beyond = 0;
    for (int i = 0; i < 64; ++i) {
        if (!batch.outcomes[to_size(i)].refined) continue;
        ++refined;
        CHECK(last_bound(batch, i) <= 1e-9);
        bool within = true;
        for (int k = 1; k < times.samples; ++k)
            within =
                within && relative_error_at(batch, k, exact, k, i) <= batch.error_bound[to_size(i * times.samples + k)];
        beyond += !within;
    }
    CHECK(refined > 40);
    CHECK(beyond == 0);
}

TEST_CASE("refinement: systems with numbers of their own are refined one by one") {
    const Compiled c(R"({
  "name": "varied_pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]},
             {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}},
  "sampling": {"dt": 0.05, "steps": 10}
})");
    const ErrorBoundRule rule(default_protocol(), everything);
    const auto drawn = [&](std::uint64_t first, std::uint64_t count) {
        return drawn_trajectories(c.system, c.sampler, 1, Split::test, first, count, c.own_times(), default_protocol(),
                                  true, &rule)
            .batch;
    };
    const TrajectoryBatch all = drawn(0, 3), last = drawn(2, 1);
    for (const Outcome& outcome : all.outcomes) CHECK(outcome.refined);
    CHECK(all.parameters[0] != all.parameters[2]);
    CHECK(same_trajectory(all, 2, last, 0));
}
