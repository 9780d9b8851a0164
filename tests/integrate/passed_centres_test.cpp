#include "integrate/passed_centres.hpp"

#include <doctest/doctest.h>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

// Past a body of 1e-13 at a distance of 1e-12, in 1e-13 s; `miss`: 2 m beside it.
std::string flyby(bool miss) {
    return std::string(R"({"name": "flyby", "dimension": 2,
      "bodies": [{"id": "sun", "type": "Origin", "mass": 1e-13}, {"id": "fast", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "fast"]}],
      "initial_conditions": {"states": [{"position": {"fast": [-4.31, 2]}, "velocity": {"fast": [10, 0]}},
                                        {"position": {"fast": [-4.31, )") +
           (miss ? "2" : "1e-12") + R"(]}, "velocity": {"fast": [10, 0]}}]},
      "sampling": {"dt": 0.1, "steps": 11}})";
}

TrajectoryBatch run(const Compiled& c, const Protocol& protocol) {
    return integrate(c.system, c.draw(2), c.own_times(), protocol);
}

Protocol eighth_order(long substeps) {
    Protocol protocol = fixed_step_protocol(Method::rattle8);
    protocol.substeps = substeps;
    return protocol;
}

}  // namespace

TEST_CASE("a step of fixed length past the centre of a force is told, with where it was and what to do") {
    const Compiled c(flyby(false));
    const Protocol protocol = eighth_order(10);
    const TrajectoryBatch batch = run(c, protocol);
    CHECK(batch.outcomes[0].passed_at == -1);
    CHECK(batch.outcomes[1].passed_at ==
          doctest::Approx(0.42));  // 4.31 m at 10 m/s, steps of 0.1 m: 0.11 m off, then 0.01 m
    PassedCentres passed;
    passed.add(batch);
    CHECK(passed.trajectories() == 1);
    CHECK(passed.text(protocol, 0.1) ==
          "1 trajectory passes the centre of a force within one step of 0.01 s (trajectory 1 at t = 0.42 s) and may be "
          "far off from there on: give more --substeps than 10, or use verner87, which shortens its steps there");
}

TEST_CASE("nothing is told where no step passes a centre, and of steps that choose their own length") {
    const Compiled far(flyby(true)), near(flyby(false));
    PassedCentres passed;
    passed.add(run(far, eighth_order(10)));
    passed.add(run(near, default_protocol()));
    CHECK(passed.trajectories() == 0);
    CHECK(passed.text(eighth_order(10), 0.1) == "");
}

// A pendulum swings past a magnet 5 cm below it, in 20 steps a sample or in one.
TEST_CASE("enough substeps pass no magnet of the magnetic pendulum") {
    const Compiled c("magnet_pendulum");
    const auto states = c.draw(20);
    const TimeGrid times{0.05, 40};
    const auto told = [&](long substeps) {
        PassedCentres passed;
        passed.add(integrate(c.system, states, times, eighth_order(substeps)));
        return passed.trajectories();
    };
    CHECK(told(1) > 0);
    CHECK(told(20) == 0);
}
