// Impacts as published data sets have them: found after a step, by an overlap. The expected numbers are typed out here.

#include "integrate/impacts/sampled_impacts.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/integrate.hpp"
#include "integrate/integrate_fixture.hpp"
#include "integrate/protocol/read_protocol.hpp"

using namespace cchnn_test;

namespace {

constexpr double g = 9.81;

// Two disks of radius 0.1 and masses 1 and 3, and a floor for the first.
struct Disks {
    explicit Disks(const std::string& e)
        : compiled(R"({"name": "disks", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1},
              {"id": "b", "type": "Obj0D", "mass": 3}], "potentials": [{"type": "Gravity", "g": 9.81}],
              "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "radius": 0.1, "point": [0, 0],
              "normal": [0, 1], "restitution": )" +
                   e + R"(}, {"type": "Contact", "shape": "balls", "between": ["a", "b"], "radii": [0.1, 0.1],
              "restitution": )" +
                   e + R"(}], "initial_conditions": {"bodies": {"a": {"position": [0, 0.5]},
              "b": {"position": [5, 0.5]}}}})") {}
    TrajectoryBatch follow(const std::vector<InitialState>& states, TimeGrid times, long substeps) const {
        return integrate(BatchSystems(compiled.system).with_contacts(compiled.graph.contacts()), states, times,
                         sampled_impacts_protocol(substeps));
    }
    Compiled compiled;
};

}  // namespace

TEST_CASE("sampled impacts: a ball that overlaps the floor after a step changes its velocity there, and stays") {
    const Disks disks("0.8");
    for (const long substeps : {1, 7}) {
        const TimeGrid times{0.05, 21};
        const TrajectoryBatch batch = disks.follow({{{0, 0.5, 5, 50}, {0.3, 0, 0, 0}}}, times, substeps);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        double y = 0.5, v = 0, deepest = 0;
        const double h = times.dt / static_cast<double>(substeps);
        for (long k = 1; k <= 20 * substeps; ++k) {
            y += h * v - g * h * h / 2;
            v -= g * h;
            deepest = std::min(deepest, y - 0.1);
            if (y < 0.1 && v < 0) v *= -0.8;
            if (k % substeps != 0) continue;
            const std::size_t at = to_size(static_cast<int>(k / substeps)) * 4;
            // 20 steps round numbers of size 1 and their multiples by coefficients of the method.
            CHECK(std::abs(batch.x[at + 1] - y) < 1e-12);
            CHECK(std::abs(batch.v[at + 1] - v) < 1e-12);
            CHECK(std::abs(batch.x[at] - 0.3 * times.dt * static_cast<double>(k / substeps)) < 1e-12);
        }
        CHECK(deepest < -1e-4);  // such data penetrate the floor
    }
}

// Seen from the centre of mass, equal and opposite momenta turn round along the line of centres.
TEST_CASE("sampled impacts: two disks that overlap exchange an impulse along the line of their centres") {
    const Disks disks("1");
    const double h = 0.01;
    const TrajectoryBatch batch = disks.follow({{{0, 10, 0.205, 10.03}, {1, 0, 0, 0}}}, {h, 2}, 1);
    const double x = 0.205 - h, y = 0.03, length = std::hypot(x, y);
    REQUIRE(length < 0.2);
    const double closing = x / length, impulse = 2 * closing / (1 / 1.0 + 1 / 3.0);
    CHECK(std::abs(batch.v[4] - (1 - impulse * x / length)) < 1e-12);
    CHECK(std::abs(batch.v[5] - (-g * h - impulse * y / length)) < 1e-12);
    CHECK(std::abs(batch.v[6] - impulse * x / length / 3) < 1e-12);
    CHECK(std::abs(batch.v[7] - (-g * h + impulse * y / length / 3)) < 1e-12);
}

// One disk falls onto the floor, and the other onto it: both impulses act on the first. For e = 0 both then stand still.
TEST_CASE("sampled impacts: of contacts that act on each other, no gap closes faster than e allows") {
    const Disks disks("0");
    const TrajectoryBatch batch = disks.follow({{{0, 0.101, 0, 0.3005}, {0, -1, 0, -1.5}}}, {0.01, 2}, 1);
    CHECK(std::abs(batch.v[5]) < 1e-12);
    CHECK(std::abs(batch.v[7]) < 1e-12);
}

// A rod turns freely at 2 rad/s and drifts at 2 m/s, so that the angle and the way are the same number.
TEST_CASE("sampled impacts: a Stop turns a motion back where a step ends beyond its limit") {
    const auto follow = [](const std::string& stop) {
        const Compiled rod(R"({"name": "rod", "dimension": 2, "bodies": [{"id": "post", "type": "Origin"}, {"id": "rod",
            "type": "Obj1D", "mass": 2, "second_moments": ["1/12"]}], "contacts": [{"type": "Stop", "low": -1, "high": 1,
            "restitution": 0.5, )" +
                           stop +
                           R"(}], "initial_conditions": {"bodies": {"rod": {"position": [0, 0], "angle": 0}}}})");
        InitialState start{{0, 0, 1, 0}, {2, 0, 2, 2}};
        start.s = rod.system.nearest_parameters(start.x.data(), start.v.data());
        return integrate(BatchSystems(rod.system).with_contacts(rod.graph.contacts()), {start}, {0.3, 21},
                         sampled_impacts_protocol(1));
    };
    const TrajectoryBatch turning = follow(R"("shape": "angle", "bodies": ["post", "rod"])");
    const TrajectoryBatch sliding = follow(R"("shape": "slide", "between": ["post", "rod"], "along": [1, 0])");
    double way = 0, rate = 2;
    int back = 0;
    for (std::size_t k = 0; k < 21; ++k) {
        // 20 steps round numbers of size 1, and their multiples by coefficients of the method.
        CHECK(std::abs(turning.counted_angle[k] - way) < 1e-12);
        CHECK(std::abs(sliding.x[4 * k] - way) < 1e-12);
        way += 0.3 * rate;
        if (std::abs(way) <= 1 || way * rate < 0) continue;
        rate *= -0.5;
        ++back;
    }
    CHECK(back == 2);
}

TEST_CASE("sampled impacts: the settings are stored and read, and say what they are for") {
    const Protocol protocol = sampled_impacts_protocol(10);
    CHECK(samples_impacts(protocol));
    CHECK(!samples_impacts(default_protocol()));
    CHECK(!samples_impacts(fixed_step_protocol(Method::rk4)));
    CHECK(to_flags(protocol) == "--protocol sampled-impacts --substeps 10");
    const Protocol read = read_protocol(to_json(protocol), "test");
    CHECK(read.name == "sampled-impacts");
    CHECK(read.substeps == 10);
    CHECK(to_json(read) == to_json(protocol));
    Protocol by_step = protocol;
    by_step.step = 0.001;
    CHECK(with_substeps(by_step, 0.01).substeps == 10);
    by_step.step = 0.003;
    CHECK_THROWS_AS((void)with_substeps(by_step, 0.01), UsageError);
    const Compiled chain("chain_pendulum_2");
    const auto problems = refusals(protocol, chain.system);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].what ==
          "sampled-impacts is for systems with contacts, which chain_pendulum_2 has not; use default");
    CHECK(refuse_sampled_impacts(default_protocol(), "--bound", "no").empty());
    CHECK(refuse_sampled_impacts(protocol, "--bound", "bounds are those of located impacts")[0].what ==
          "bounds are those of located impacts, and sampled-impacts does not look for the times of impacts; use the "
          "default settings");
}
