// Angles counted over turns: torsion springs and torques against closed forms, and Andrews' squeezing mechanism against
// printed digits.

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/error_bound.hpp"
#include "judge/stored_motion.hpp"
#include "physics/reference.hpp"

namespace cchnn::test {
namespace {

// A rod on an axle through its centre, I = 0.3 kg m^2.
std::string rotor(const std::string& potential) {
    return R"({"name": "rotor", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.2]}],
        "constraints": [{"type": "Joint", "between": ["o", "rod"]}], "potentials": [)" +
           potential + R"(],
        "initial_conditions": {"state": {"position": {"rod": [[0, 0], [1, 0]]}}},
        "sampling": {"dt": 0.1, "steps": 101}})";
}
// A block on a hinge through its centre about e_3 of its own and a slanted axis of space, I = m (l_1 + l_2) = 0.3.
std::string hinged_block(const std::string& potential) {
    return R"({"name": "block", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "rod", "type": "Obj3D", "mass": 1, "second_moments": [0.1, 0.2, 0.4]}],
        "constraints": [{"type": "Joint+Axis", "between": ["o", "rod"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]}], "potentials": [)" +
           potential + R"(],
        "initial_conditions": {"bodies": {"rod": {"from": "o", "hinge_angle": 0, "hinge_rate": 0}}},
        "sampling": {"dt": 0.1, "steps": 101}})";
}

double largest_error(const std::string& system, double (*angle)(double)) {
    const Compiled c(system);
    const auto states = c.draw(1);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k)
        worst = std::max(worst, std::fabs(batch.counted_angle[to_size(k)] - angle(c.own_times().time(k))));
    return worst;
}

double wound(double t) { return 15 - 15 * std::cos(std::sqrt(2 / 0.3) * t); }
double driven(double t) { return 0.9 / 0.3 * t * t / 2; }

}  // namespace

TEST_CASE("a torsion spring swings a rotor by turns as a harmonic oscillator, in a plane and on a hinge in space") {
    // 1e-13 a step over some hundred steps of sizes of 30 rad; the energy counts turns
    CHECK(largest_error(rotor(R"({"type": "TorsionSpring", "bodies": ["o", "rod"], "stiffness": 2, "rest_angle": 15})"),
                        wound) < 1e-9);
    CHECK(largest_error(hinged_block(R"({"type": "TorsionSpring", "bodies": ["o", "rod"],
                                         "axis": [[0.6, 0, 0.8], [0, 0, 1]], "stiffness": 2, "rest_angle": 15})"),
                        wound) < 1e-9);
}

TEST_CASE("a constant torque turns a rotor through 24 turns, and its first body the other way") {
    CHECK(largest_error(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9})"), driven) < 1e-9);
    CHECK(largest_error(rotor(R"({"type": "Torque", "bodies": ["rod", "o"], "torque": 0.9})"), driven) < 1e-9);
}

TEST_CASE("an angle that several name is counted once, and energy stays while it turns") {
    const Compiled c(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9},
                              {"type": "TorsionSpring", "bodies": ["o", "rod"], "stiffness": 0.01})"));
    CHECK(c.system.angles().size() == 1);
    const auto states = c.draw(1);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    for (double energy : batch.energy) CHECK(std::fabs(energy - batch.energy[0]) < 1e-9);  // of up to 100 J
    CHECK(batch.counted_angle.back() > 50);
    for (int k = 0; k < batch.samples; ++k) {  // that of the positions after every step, and not one that drifts
        const auto axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        const long double angle = batch.counted_angle[to_size(k)];
        // some roundings of 60 rad; carried freely it is 7e-11 off
        CHECK(std::fabs(axis[1] * std::cos(angle) - axis[0] * std::sin(angle)) < 3e-14);
    }
}

TEST_CASE("RATTLE counts angles too: its order shows, and energy does not drift over many turns") {
    const Compiled c(rotor(R"({"type": "TorsionSpring", "bodies": ["o", "rod"], "stiffness": 2, "rest_angle": 15})"));
    const auto worst = [&](int substeps) {
        Protocol protocol = symplectic_protocol(Method::rattle4);
        protocol.substeps = substeps;
        const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), protocol);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        double off = 0;
        for (int k = 0; k < batch.samples; ++k)
            off = std::max(off, std::fabs(batch.counted_angle[to_size(k)] - wound(c.own_times().time(k))));
        return off;
    };
    const double coarse = worst(20), fine = worst(40);
    CHECK(fine < 1e-4);
    CHECK(coarse / fine == doctest::Approx(16).epsilon(0.1));
}

TEST_CASE("an angle in space without a hinge is refused by name") {
    for (const char* axis :
         {"[[0.6, 0, 0.8], [1, 0, 0]]", "[[-0.6, 0, 0.8], [0, 0, 1]]", "[[0.6, 0, -0.8], [0, 0, 1]]"}) {
        CAPTURE(axis);
        try {
            const Compiled c(hinged_block(std::string(R"({"type": "Torque", "bodies": ["o", "rod"], "axis": )") + axis +
                                          R"(, "torque": 1})"));
            FAIL("was compiled");
        } catch (const SpecError& error) {
            CHECK(error.problems().front().what.starts_with(
                "Torque o-rod turns about an axis that nothing keeps common to the two bodies: add a Joint+Axis"));
        }
    }
}

TEST_CASE("a turn that is miscounted is an error of 1 to the judge") {
    const Compiled c(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9})"));
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    judge::Stored stored = cchnn_judge_test::stored_motion(batch, c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-9);
    CHECK(cchnn_judge_test::beyond(cchnn_judge_test::verdict_of(c.spec.json, stored), stored) == 0);
    stored.angles[50] += 0x1.921fb54442d18p+2;
    const judge::Verdict verdict = cchnn_judge_test::verdict_of(c.spec.json, stored);
    CHECK(verdict.errors[50] == 1);
    CHECK(verdict.energy_off > 1e-3);
}

TEST_CASE("Andrews' squeezing mechanism reaches the angles that the test set for IVP solvers prints") {
    const Compiled c("a03_andrews");
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol()), batch);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    const auto angle = [&](int body) {  // of its first axis; of k1 .. k7
        const auto axis = node_of(batch.x, batch, 0, batch.samples - 1, 3 * body - 2) -
                          node_of(batch.x, batch, 0, batch.samples - 1, 3 * body - 3);
        return std::atan2(static_cast<double>(axis[1]), static_cast<double>(axis[0]));
    };
    const double beta = batch.counted_angle.back(), delta = angle(5), epsilon = angle(7);
    const double found[] = {beta, angle(2) - beta, angle(3), angle(4) - delta, delta, angle(6) - epsilon, epsilon};
    const double printed[] = {15.81077119629904,  -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
                              0.5244099658805304, 0.5347301163226948, 1.048080741042263};
    for (int i = 0; i < 7; ++i) {
        const double off = found[i] - printed[i];
        // The printed ones are 7e-11 of themselves off, found so in 106 bits.
        CHECK(std::fabs(off - 2 * M_PI * std::nearbyint(off / (2 * M_PI))) < 1e-9 * std::fabs(printed[i]));
    }
    CHECK(std::fabs(beta - printed[0]) < 1e-9 * printed[0]);  // two and a half turns
    CHECK(batch.error_bound.back() < 1e-9);
}

}  // namespace cchnn::test
