// Exponents known in closed form (unstable equilibria and rotations), symmetry of the spectrum, regular motion.

// GCC 12 takes the undefined halves of AVX-512 shuffles in its own headers for variables that nobody set.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "lyapunov/lyapunov.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "integrate/integrate_fixture.hpp"
#include "integrate/steppers/tangent_flow.hpp"

using namespace cchnn_test;

namespace {

LyapunovEstimate run(const Compiled& c, double time, std::uint64_t trajectories, bool spectrum) {
    LyapunovOptions options;
    options.time = time;
    options.trajectories = trajectories;
    options.spectrum = spectrum;
    return lyapunov(c.system, c.sampler, c.own_times(), options);
}

// Two pendulums, one on the other, both balanced upright.
const char* upright_json = R"({
  "name": "upright", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 2}, {"id": "b", "type": "Obj0D", "mass": 0.5}],
  "constraints": [{"type": "Link", "between": ["hook", "a"], "length": 1}, {"type": "Link", "between": ["a", "b"], "length": 0.5}],
  "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
  "initial_conditions": {"states": [{"position": {"a": [0, 1], "b": [0, 1.5]}}]},
  "sampling": {"dt": 0.02, "steps": 50}
})";

// A box that turns about its middle axis, x, at 3 rad/s.
const char* tumbling_json = R"({
  "name": "tumbling", "dimension": 3,
  "bodies": [{"id": "box", "type": "Obj3D", "mass": 1, "second_moments": [0.2, 0.3, 0.05]}],
  "initial_conditions": {"bodies": {"box": {"position": [0, 0, 0], "euler_zxz": [0, 0, 0], "euler_rates": [0, 3, 0]}}},
  "sampling": {"dt": 0.02, "steps": 50}
})";

// Hanging at rest: two exponents, both -c / (2 m l^2), since the motion is underdamped.
const char* damped_json = R"({
  "name": "damped", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 2}],
  "constraints": [{"type": "Link", "between": ["hook", "a"], "length": 1.5}],
  "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
  "damping": [{"type": "Damping", "body": "a", "coefficient": 0.9, "about": "hook"}],
  "initial_conditions": {"states": [{"position": {"a": [0, -1.5]}}]},
  "sampling": {"dt": 0.05, "steps": 50}
})";

}  // namespace

// Linearised: M a'' = K a with M = [[(m1+m2) l1^2, m2 l1 l2], [m2 l1 l2, m2 l2^2]], K = g diag((m1+m2) l1, m2 l2).
TEST_CASE("lyapunov: all four exponents of two pendulums balanced upright are those of the linearised equations") {
    const Compiled c(upright_json);
    Eigen::Matrix2d m, k;
    m << 2.5, 0.25, 0.25, 0.125;
    k << 9.81 * 2.5, 0, 0, 9.81 * 0.25;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d> linear(k, m);
    const double fast = std::sqrt(linear.eigenvalues()(1)), slow = std::sqrt(linear.eigenvalues()(0));
    const LyapunovEstimate e = run(c, 40, 1, true);
    REQUIRE(e.exponents.size() == 4);
    const double expected[] = {fast, slow, -slow, -fast};
    for (std::size_t i = 0; i < 4; ++i) {
        MESSAGE("exponent " << i << ": " << e.exponents[i].mean << ", exact " << expected[i]);
        // After 4 s other directions are down to exp(-(fast - slow) 4 s) < 1e-3 of a vector: over 36 s 3e-5.
        CHECK(std::fabs(e.exponents[i].mean - expected[i]) < 3e-5);
    }
    CHECK(e.chaotic());
    const LyapunovEstimate alone = run(c, 40, 1, false);
    REQUIRE(alone.exponents.size() == 1);
    CHECK(std::fabs(alone.largest().mean - fast) < 3e-5);
}

// Euler's equations about the middle axis: +- w sqrt((I1 - I2)(I2 - I3) / (I1 I3)); shifts and turns grow like t.
TEST_CASE("lyapunov: a body that turns about its middle axis, closed form, and ten exponents that are 0") {
    const Compiled c(tumbling_json);
    // Turns about x; the moment about an axis is the sum of the other two second moments.
    const double about_x = 0.3 + 0.05, about_y = 0.2 + 0.05, about_z = 0.2 + 0.3;
    const double exact = 3 * std::sqrt((about_z - about_x) * (about_x - about_y) / (about_y * about_z));
    // Not longer: rounding, 1e-16, leaves the unstable turning like exp(1.04 t), and reaches 1e-5 at 24 s.
    const LyapunovEstimate e = run(c, 24, 1, true);
    REQUIRE(e.exponents.size() == 12);
    MESSAGE("largest " << e.largest().mean << ", exact " << exact << ", second " << e.exponents[1].mean);
    // After 2.4 s the other directions are still some 2.4 exp(-2.5) = 0.2 of the vectors: a logarithm of 0.2 over 21.6
    // s.
    CHECK(std::fabs(e.exponents[0].mean - exact) < 0.02);
    CHECK(std::fabs(e.exponents[11].mean + exact) < 0.02);
    for (std::size_t i = 1; i < 11; ++i) CHECK(std::fabs(e.exponents[i].mean) < e.resolution);
}

TEST_CASE("lyapunov: damping shrinks phase space, at the rate of the damping") {
    const Compiled c(damped_json);
    const LyapunovEstimate e = run(c, 100, 1, true);
    REQUIRE(e.exponents.size() == 2);
    const double rate = 0.9 / (2 * 2 * 1.5 * 1.5);
    CHECK(std::fabs(e.exponents[0].mean + e.exponents[1].mean + 2 * rate) < 1e-8);  // steps of 1e-10
    // Each alone swings with the pendulum, by less than a radian's logarithm over 90 s.
    CHECK(std::fabs(e.exponents[0].mean + rate) < 1.0 / 90);
    CHECK_FALSE(e.chaotic());
}

TEST_CASE("lyapunov: a double pendulum is chaotic, its spectrum comes in pairs, and energy makes two zeros") {
    const Compiled c("chain_pendulum_2");
    const LyapunovEstimate e = run(c, 100, 2, true);
    REQUIRE(e.exponents.size() == 4);
    MESSAGE("exponents " << e.exponents[0].mean << " " << e.exponents[1].mean << " " << e.exponents[2].mean << " "
                         << e.exponents[3].mean);
    for (const TrajectoryExponents& one : e.trajectories) {
        // Symplectic up to the steps' 1e-10 and the frame that vectors are measured in, a factor of a few over 90 s.
        CHECK(std::fabs(one.exponents[0] + one.exponents[3]) < 0.05);
        CHECK(std::fabs(one.exponents[1] + one.exponents[2]) < 0.05);
        CHECK(std::fabs(one.exponents[0] + one.exponents[1] + one.exponents[2] + one.exponents[3]) < 0.02);
        CHECK(std::fabs(one.exponents[1]) < 2 * e.resolution);
    }
    // The largest of the spectrum and the largest alone follow different tangent vectors to the same exponent.
    const LyapunovEstimate alone = run(c, 100, 2, false);
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(alone.trajectories[i].exponents[0] == doctest::Approx(e.trajectories[i].exponents[0]).epsilon(0.05));
}

// A free point between two walls: its velocity and the distance of two neighbours change by e at each impact, so that e^2 of a
// volume is left, whichever vectors measure it.
TEST_CASE("lyapunov: exponents of a point between walls add up to what its impacts leave of a volume") {
    const double e = 0.99, time = 50;
    const Compiled c(R"({
      "name": "shuttle", "dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 3}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "point": [0], "normal": [1], "restitution": 0.99},
                   {"type": "Contact", "shape": "plane", "on": "a", "point": [1], "normal": [-1], "restitution": 0.99}],
      "initial_conditions": {"states": [{"position": {"a": [0.3]}, "velocity": {"a": [1]}}]},
      "sampling": {"dt": 0.02, "steps": 50}})");
    int counted = 0;
    double at = 0.7, speed = 1;
    while (at < time) {
        counted += at > time / 10;  // the first block is left out
        speed *= e;
        at += 1 / speed;
    }
    const LyapunovEstimate found = run(c, time, 1, true);
    REQUIRE(found.exponents.size() == 2);
    const double sum = found.exponents[0].mean + found.exponents[1].mean;
    CHECK(counted > 20);
    CHECK(sum == doctest::Approx(2 * counted * std::log(e) / (0.9 * time)).epsilon(1e-8));  // steps of 1e-10
}

TEST_CASE(
    "lyapunov: chords of a circle are regular, and a post in the circle makes them chaotic, with exponents in pairs") {
    const auto billiard = [](const std::string& post) {
        return Compiled(R"({
          "name": "billiard", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
            {"id": "post", "type": "Origin", "position": [0.3, 0]}, {"id": "a", "type": "Obj0D", "mass": 1}],
          "contacts": [{"type": "Contact", "shape": "within", "between": ["a", "o"], "distance": 0.9, "restitution": 1})" +
                        post + R"(],
          "initial_conditions": {"states": [{"position": {"a": [-0.4, 0]}, "velocity": {"a": [1, 0.5]}}]},
          "sampling": {"dt": 0.05, "steps": 50}})");
    };
    const LyapunovEstimate regular = run(billiard(""), 100, 1, true);
    for (const MeanInterval& exponent : regular.exponents) CHECK(std::fabs(exponent.mean) < regular.resolution);
    const LyapunovEstimate chaotic = run(
        billiard(
            R"(, {"type": "Contact", "shape": "balls", "between": ["a", "post"], "radii": [0.1, 0.2], "restitution": 1})"),
        100, 1, true);
    REQUIRE(chaotic.exponents.size() == 4);
    MESSAGE("exponents " << chaotic.exponents[0].mean << " " << chaotic.exponents[1].mean);
    CHECK(chaotic.chaotic());
    const std::vector<double>& all = chaotic.trajectories[0].exponents;
    CHECK(std::fabs(all[0] + all[3]) < 0.05);  // as of the double pendulum above
    CHECK(std::fabs(all[1] + all[2]) < 0.05);
}

TEST_CASE("lyapunov: regular motion is not called chaotic") {
    for (const char* name : {"chain_pendulum_1", "rigid_rotor"}) {
        const Compiled c(name);
        const LyapunovEstimate e = run(c, 200, 8, false);
        MESSAGE(c.system.name() << ": " << e.largest().mean << " [" << e.largest().low << ", " << e.largest().high
                                << "], resolution " << e.resolution);
        CHECK(e.largest().low <= 0);
        CHECK(e.largest().high >= 0);
        CHECK_FALSE(e.chaotic());
    }
}

// The road that needs no derivatives: two trajectories that start 1e-7 apart.
TEST_CASE("lyapunov: a tangent vector is where a neighbouring trajectory goes") {
    for (const char* name : {"chain_pendulum_3", "hinged_arm_3", "coupled_pendulum_3"}) {
        const Compiled c(name);
        const InitialState state = c.draw(1)[0];
        const double epsilon = 1e-7, time = 0.3;
        const InitialState plus = c.sampler.perturb(state, epsilon, 3, 0);
        InitialState minus = state;
        for (std::size_t i = 0; i < state.x.size(); ++i) {
            minus.x[i] -= plus.x[i] - state.x[i];
            minus.v[i] -= plus.v[i] - state.v[i];
        }
        REQUIRE(c.sampler.project(minus));
        const auto batch = integrate(c.system, {plus, minus}, {time, 2}, default_protocol());
        TangentFlow<double> flow(c.system, 1e-12, c.spec.sampling.dt);
        flow.set_state(0, state);
        const std::size_t half = flow.half();
        const auto difference = [&](const std::vector<double>& a, const std::vector<double>& b) {
            std::vector<double> d(half);
            for (std::size_t i = 0; i < half; ++i) d[i] = (a[i] - b[i]) / (2 * epsilon);
            return d;
        };
        const std::vector<double> dx = difference(plus.x, minus.x), dv = difference(plus.v, minus.v);
        std::vector<double> dp(half);
        c.system.momentum(dv.data(), dp.data());
        for (std::size_t i = 0; i < half; ++i) {
            flow.set_tangent(i, 0, dx[i]);
            flow.set_tangent(half + i, 0, dp[i]);
        }
        flow.project();
        flow.advance(time);
        double off = 0, size = 0;
        for (std::size_t i = 0; i < half; ++i) {
            const double expected = (batch.x[half + i] - batch.x[3 * half + i]) / (2 * epsilon);
            off = std::max(off, std::fabs(flow.tangent(i, 0) - expected));
            size = std::max(size, std::fabs(expected));
        }
        CAPTURE(c.system.name());
        CHECK(off < 1e-6 * (1 + size));  // errors of the two trajectories, 1e-13 m, over 2e-7
        CHECK(size > 0.01);
    }
}

TEST_CASE("lyapunov: the same bits on any number of threads, and of the first trajectories of a longer run") {
    const Compiled c("chain_pendulum_2");
    LyapunovOptions options;
    options.time = 1e300;
    CHECK_THROWS_WITH_AS(lyapunov(c.system, c.sampler, c.own_times(), options),
                         doctest::Contains("--time: must be at most "), UsageError);
    options.time = 5;
    options.trajectories = 10;
    const LyapunovEstimate one = lyapunov(c.system, c.sampler, c.own_times(), options);
    options.threads = 3;
    CHECK(to_json(lyapunov(c.system, c.sampler, c.own_times(), options)) == to_json(one));
    options.trajectories = 3;
    const LyapunovEstimate few = lyapunov(c.system, c.sampler, c.own_times(), options);
    for (std::size_t i = 0; i < 3; ++i) CHECK(few.trajectories[i].exponents == one.trajectories[i].exponents);
}

TEST_CASE("lyapunov: a motion is followed for 100 times as long as the system's own, from first sample to last") {
    const Compiled c("chain_pendulum_1");
    LyapunovOptions options;
    options.trajectories = 1;
    CHECK(lyapunov(c.system, c.sampler, {0.01, 5}, options).time == doctest::Approx(4));  // 100 * 4 * 0.01 s
}

TEST_CASE("lyapunov: progress counts blocks of time of all trajectories, to the last one") {
    const Compiled c("chain_pendulum_1");
    for (const bool spectrum : {false, true}) {
        LyapunovOptions options;
        options.time = 1;
        options.trajectories = 2;
        options.spectrum = spectrum;
        std::vector<std::uint64_t> done;
        options.progress = [&](std::uint64_t so_far, std::uint64_t total) {
            CHECK(total == 2 * 10);
            done.push_back(so_far);
        };
        lyapunov(c.system, c.sampler, c.own_times(), options);
        REQUIRE_FALSE(done.empty());
        CHECK(std::is_sorted(done.begin(), done.end()));
        CHECK(done.back() == 2 * 10);
    }
}

TEST_CASE("lyapunov: every violated rule of the options is told at once") {
    LyapunovOptions options;
    options.time = -1;
    options.trajectories = 0;
    options.tolerance = 2;
    options.threads = 0;
    CHECK(to_text(options.check()) ==
          "--time: must be > 0 s, got -1\n--trajectories: must be 1 .. 100000, got 0\n"
          "--tolerance: must be between 1e-15 and 1, got 2\n--threads: must be 1 .. 1024, got 0");
}
