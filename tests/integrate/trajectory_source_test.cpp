#include "integrate/trajectory_source.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "integrate/integrate_fixture.hpp"
#include "model/compiled_system.hpp"
#include "sample/draw_varied.hpp"

using namespace cchnn_test;

namespace {

// A pendulum whose length, and so the number of its steps, differs from trajectory to trajectory.
const char* const varied_json = R"({
  "name": "varied_pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.1, "high": 2}}}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}},
  "sampling": {"dt": 0.5, "steps": 5}
})";
constexpr std::uint64_t seed = 3, count = 12;

// The trajectory of one attempt, integrated on its own.
TrajectoryBatch attempt(const Compiled& c, std::uint64_t i, std::uint32_t attempt, const Protocol& protocol,
                        std::vector<double>* values = nullptr) {
    SampleKey key{seed, Split::train, i, attempt};
    const CompiledSystem member(c.spec, c.system, draw_varied(c.spec, key));
    if (values) *values = member.values;
    return integrate(member.system, {member.sampler.draw(key)}, c.own_times(), protocol);
}

bool completed(const TrajectoryBatch& batch) { return batch.outcomes[0].reason == EndReason::completed; }

// Few steps are enough for the longer pendulums alone.
Protocol too_few_steps(const Compiled& c) {
    Protocol protocol = default_protocol();
    for (protocol.max_steps = 1; protocol.max_steps < 1000; ++protocol.max_steps) {
        int fine = 0;
        for (std::uint64_t i = 0; i < count; ++i) fine += completed(attempt(c, i, 0, protocol));
        if (2 * fine > static_cast<int>(count)) break;
    }
    return protocol;
}

}  // namespace

TEST_CASE("a system with numbers of its own is drawn again, numbers and state, until its integration succeeds") {
    const Compiled c(varied_json);
    const Protocol protocol = too_few_steps(c);
    const DrawnBatch drawn =
        drawn_trajectories(c.system, c.sampler, seed, Split::train, 0, count, c.own_times(), protocol, true);
    std::uint64_t redrawn = 0, failed = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint32_t first = 0;
        while (!completed(attempt(c, i, first, protocol))) ++first;
        std::vector<double> values;
        const TrajectoryBatch alone = attempt(c, i, first, protocol, &values);
        CHECK(same_trajectory(drawn.batch, static_cast<int>(i), alone, 0));
        CHECK(drawn.batch.parameters[i] == values[0]);
        redrawn += first > 0;
        failed += first;
    }
    REQUIRE(redrawn > 0);
    REQUIRE(redrawn < count);
    CHECK(drawn.redrawn == redrawn);
    std::uint64_t told = 0;
    for (const auto& [reason, times] : drawn.failures) told += times;
    CHECK(told == failed);
}

TEST_CASE("a system with numbers of its own is given up after 101 draws, or after one where none may be drawn again") {
    const Compiled c(varied_json);
    Protocol never = default_protocol();
    never.max_steps = 1;
    const auto complaint = [&](bool draw_again) -> std::string {
        try {
            drawn_trajectories(c.system, c.sampler, seed, Split::train, 4, 1, c.own_times(), never, draw_again);
        } catch (const NumericalError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(complaint(true).starts_with("varied_pendulum train trajectory 4 (drawn 101 times): too many steps"));
    CHECK(complaint(false).starts_with("varied_pendulum train trajectory 4: too many steps"));
}
