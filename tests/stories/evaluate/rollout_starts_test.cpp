#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "files/hdf5_file.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

// A pendulum of 1 m, of which two states were seen 1.5 and 0.6 m from its pivot. The nearest admissible state has the
// same direction, and the velocity across it:
//   x = 1.5 (0.6, -0.8), v = 2 (0.8, 0.6) -> (0.6, -0.8), 2 (0.8, 0.6), the angle from straight down a with
//   sin a = 0.6, cos a = 0.8, and the rate 2 / s.
TEST_CASE("rollout: states far off the constraints are projected when asked, and written as angles") {
    const ScratchDirectory scratch;
    const std::vector<double> x{0.9, -1.2, 0.0, -0.6}, v{1.6, 1.2, -3.0, 0.0};
    const Shape shape{2, 1, 2};
    {
        Hdf5File file = Hdf5File::create(scratch / "noisy.h5", scratch / "noisy.h5");
        for (const auto& [path, values] : {std::pair{"/x", &x}, std::pair{"/v", &v}}) {
            file.make_array(path, float64, shape, {});
            file.write(path, {0, 0, 0}, shape, values->data());
        }
        file.close();
    }
    RolloutOptions options;
    options.states = scratch / "noisy.h5";
    options.output = scratch / "out.h5";
    options.samples = 2;
    options.in_coordinates = true;
    const SystemSpec spec = parse_system(R"({
      "name": "hand_pendulum", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [0, 0]}, {"id": "bob", "type": "Obj0D", "mass": 2}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
      "potentials": [{"type": "Gravity", "g": 10, "up": [0, 1]}],
      "initial_conditions": {"states": [{"position": {"bob": [0, -1]}}]}, "sampling": {"dt": 0.5, "steps": 3}})",
                                         "hand_pendulum.json");
    CHECK(complaint([&] { rollout(spec, options); }) ==
          "invalid input: " + options.states.string() +
              ":/x: Link pivot-bob is 1.5 m long in state 0, its length is 1 m\n" + options.states.string() +
              ":/x: Link pivot-bob is 0.6 m long in state 1, its length is 1 m");
    options.project_states = true;
    rollout(spec, options);
    std::vector<double> q, qdot;
    TrajectoryFile(options.output).read_coordinates(0, 2, q, qdot);
    CHECK(q[0] == doctest::Approx(std::atan2(0.6, 0.8)).epsilon(1e-12));
    CHECK(qdot[0] == doctest::Approx(2).epsilon(1e-12));
    CHECK(std::fabs(q[2]) < 1e-12);
    CHECK(qdot[2] == doctest::Approx(-3).epsilon(1e-12));
    options.states.clear();
    CHECK(to_text(options.check()) == "--project-states: is for --states FILE; give that option too");
}

TEST_CASE("rollout: a wrong size of an ensemble is refused by name and value, with the way out") {
    const auto refused = [&](std::optional<int> members, std::optional<double> spread) {
        RolloutOptions options;
        options.test_set = "test.h5";
        options.output = "ensemble.h5";
        options.members = members;
        options.start_spread = spread;
        return to_text(options.check());
    };
    CHECK(refused(5, 0.1) == "");
    CHECK(refused(1, 0.1) == "");
    CHECK(refused(0, 0.1) == "--members: must be 1 .. 1000, got 0");
    CHECK(refused(-1, 0.1) == "--members: must be 1 .. 1000, got -1");
    CHECK(refused(1001, 0.1) == "--members: must be 1 .. 1000, got 1001");
    CHECK(refused(5, 0.0) == "--start-spread: must be > 0 (m and m/s), got 0");
    CHECK(refused(5, std::numeric_limits<double>::quiet_NaN()) == "--start-spread: must be > 0 (m and m/s), got nan");
    CHECK(refused(5, std::numeric_limits<double>::infinity()) == "--start-spread: must be > 0 (m and m/s), got inf");
    CHECK(refused(5, {}) ==
          "--start-spread: is missing: --members makes an ensemble of starts that far apart; give both");
    CHECK(refused({}, 0.1) == "--members: is missing: --start-spread makes an ensemble of so many; give both");
    CHECK(refused(0, {}) ==
          "--members: must be 1 .. 1000, got 0\n"
          "--start-spread: is missing: --members makes an ensemble of starts that far apart; give both");
}
