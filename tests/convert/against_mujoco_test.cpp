// Models of tests/convert/models, converted, against MuJoCo itself: its mass matrix, energies and accelerations at
// random states, and its motions. Bodies are found by name; nodes are points that stay where they are in the body.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cchnn/cchnn.hpp"
#include "convert/convert_model.hpp"
#include "places.hpp"

#ifdef CCHNN_HAS_MUJOCO
#include "convert/mujoco_pair.hpp"
#endif

namespace cchnn_test {
namespace {

struct Model {
    const char* file;
    double known;  // relative, of inertias in MuJoCo
};
// MuJoCo ends its search for principal axes where the next turn is below 1.4e-6 rad, and keeps meshes in single
// precision: what comes of it was measured, at most 2e-8 and 1e-7. Where it need not search, rounding is left.
constexpr double no_search = 1e-13, search = 1e-7, single_precision = 1e-6;
constexpr Model models[] = {{"pendulum.urdf", search},
                            {"arm.urdf", search},
                            {"gantry.urdf", no_search},
                            {"cart_pole.xml", search},
                            {"tree.xml", search},
                            {"ball_chain.xml", no_search},
                            {"quadruped.xml", no_search},
                            {"humanoid.xml", search},
                            {"walker.xml", no_search},
                            {"sliders.xml", no_search},
                            {"machine.xml", single_precision},
                            {"flat.xml", no_search},
                            {"hinge_pairs.xml", no_search},
                            {"slides.xml", no_search},
                            {"untilted.xml", no_search}};

#ifdef CCHNN_HAS_MUJOCO

std::string model_file(const std::string& name) { return cchnn_test::source_dir() + "/tests/convert/models/" + name; }

double largest(const Numbers& numbers) {
    double most = 0;
    for (const double number : numbers) most = std::max(most, std::abs(number));
    return most;
}
double apart(const Numbers& a, const Numbers& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

TEST_CASE("converted models have MuJoCo's mass matrix, energy and accelerations at random states") {
    for (const auto& model : models) {
        const auto& [file, known] = model;
        CAPTURE(std::string(model.file));
        MujocoPair pair(model_file(file));
        std::mt19937 random(1);
        CHECK(pair.system.degrees_of_freedom() == pair.mujoco.nv());
        double potential_there = 0, potential_here = 0;
        for (int k = 0; k < 10; ++k) {
            pair.mujoco.draw(random);
            const Numbers x = pair.mujoco.positions(pair.markers), v = pair.mujoco.velocities(pair.markers);
            // Rounding of sizes of some metres, through chains of up to ten frames.
            CHECK(largest(pair.system.phi(x)) < 1e-12);
            CHECK(largest(pair.system.phi_rate(x, v)) < 1e-11);
            const Numbers there = pair.mujoco.mass_matrix();
            CHECK(apart(pair.mass_matrix(), there) < (known + 1e-12) * largest(there));

            const double potential = pair.system.potential_energy(x), kinetic = pair.system.energy(x, v) - potential;
            if (k == 0) {
                potential_here = potential;
                potential_there = pair.mujoco.potential();
            }
            const double lifted = pair.mujoco.potential() - potential_there;  // both count from a level of their own
            CHECK(std::abs(potential - potential_here - lifted) <
                  (known + 1e-12) * (std::abs(lifted) + std::abs(potential) + 1));
            CHECK(std::abs(kinetic - pair.mujoco.kinetic()) < (known + 1e-12) * kinetic);

            const Numbers here = pair.system.acceleration(x, v), expected = pair.mujoco.accelerations(pair.markers);
            // 1e-8: the differences of MujocoModel::accelerations; a light link has ten times the error of a heavy one.
            CHECK(apart(here, expected) < (10 * known + 1e-8) * largest(expected));
        }
    }
}

TEST_CASE("motions of converted models are MuJoCo's within the error of its Runge-Kutta method" *
          doctest::test_suite("motions")) {
    for (const auto& model : models) {
        const auto& [file, known] = model;
        CAPTURE(std::string(model.file));
        MujocoPair pair(model_file(file));
        std::mt19937 random(2);
        pair.mujoco.draw(random);
        const Numbers qpos = pair.mujoco.qpos(), qvel = pair.mujoco.qvel();
        const cchnn::State start{pair.mujoco.positions(pair.markers), pair.mujoco.velocities(pair.markers)};
        const double time = 0.5;  // s: swings of the slower bodies, turns of the faster ones
        pair.mujoco.run(time, 1e-3);
        const Numbers coarse = pair.mujoco.positions(pair.markers);
        pair.mujoco.place(qpos, qvel);
        pair.mujoco.run(time, 5e-4);
        const Numbers fine = pair.mujoco.positions(pair.markers);
        cchnn::MotionOptions options;
        options.dt = time;
        options.samples = 2;
        options.error_bound = false;
        const cchnn::Motion motion = pair.system.motion(start, options);
        REQUIRE(motion.completed);
        const Numbers here(motion.x.end() - static_cast<std::ptrdiff_t>(fine.size()), motion.x.end());
        // Its method is of order 4 in angles and of order 2 in quaternions: the finer motion is off by a fifteenth to a
        // third of the difference. 1e-10: rounding of 1000 steps.
        CHECK(apart(here, fine) < apart(coarse, fine) / 2.5 + known + 1e-10);
    }
}

#else

TEST_CASE("converted models are compared with MuJoCo") {
    MESSAGE("skipped: MuJoCo is not installed (libmujoco-dev); models not compared: ", std::size(models));
}

#endif

}  // namespace
}  // namespace cchnn_test
