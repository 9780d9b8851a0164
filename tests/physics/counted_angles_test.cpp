// Angles counted over turns: torsion springs and torques against closed forms, and Andrews' squeezing mechanism against
// printed digits.

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/error_bound.hpp"
#include "judge/stored_motion.hpp"
#include "model/compiled_system.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

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

// A spring that rests at 15 rad, and starts from 0: two turns further than a TorsionSpring starts by itself, 4 pi.
const std::string wound_twice = R"({"type": "TorsionSpring", "bodies": ["o", "rod"], "stiffness": 2, "rest_angle": 15},
    {"type": "Torque", "bodies": ["o", "rod"], "torque": "2*4*pi"})";

double largest_error(const std::string& system, double (*angle)(double)) {
    const Compiled c(system);
    const auto states = c.draw(1);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    double worst = 0;
    const std::size_t each = c.system.angles().size();
    for (int k = 0; k < batch.samples; ++k)
        worst = std::max(worst, std::fabs(batch.counted_angle[each * to_size(k)] - angle(c.own_times().time(k))));
    return worst;
}

double wound(double t) { return 15 - 15 * std::cos(std::sqrt(2 / 0.3) * t); }
double wound_less(double t) { return 4 * M_PI + wound(t); }
double driven(double t) { return 0.9 / 0.3 * t * t / 2; }

}  // namespace

TEST_CASE("a torsion spring swings a rotor by turns as a harmonic oscillator, in a plane and on a hinge in space") {
    // 1e-13 a step over some hundred steps of sizes of 30 rad; the energy counts turns
    CHECK(largest_error(rotor(wound_twice), wound_less) < 1e-9);
    CHECK(largest_error(hinged_block(R"({"type": "TorsionSpring", "bodies": ["o", "rod"],
                                         "axis": [[0.6, 0, 0.8], [0, 0, 1]], "stiffness": 2, "rest_angle": 15})"),
                        wound) < 1e-9);
}

TEST_CASE("a constant torque turns a rotor through 24 turns, and its first body the other way") {
    CHECK(largest_error(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9})"), driven) < 1e-9);
    CHECK(largest_error(rotor(R"({"type": "Torque", "bodies": ["rod", "o"], "torque": 0.9})"), driven) < 1e-9);
}

TEST_CASE("each item counts its own angle about one hinge, and energy stays while it turns") {
    const Compiled c(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9},
                              {"type": "TorsionSpring", "bodies": ["o", "rod"], "stiffness": 0.01})"));
    REQUIRE(c.system.angles().size() == 2);
    const auto states = c.draw(1);
    const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    for (double energy : batch.energy) CHECK(std::fabs(energy - batch.energy[0]) < 1e-9);  // of up to 100 J
    CHECK(batch.counted_angle.back() > 50);
    for (int k = 0; k < batch.samples; ++k) {  // that of the positions after every step, and not one that drifts
        const auto axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        const long double angle = batch.counted_angle[2 * to_size(k)];
        CHECK(batch.counted_angle[2 * to_size(k)] == batch.counted_angle[2 * to_size(k) + 1]);
        // some roundings of 60 rad; carried freely it is 7e-11 off
        CHECK(std::fabs(axis[1] * std::cos(angle) - axis[0] * std::sin(angle)) < 3e-14);
    }
}

TEST_CASE("RATTLE counts angles too: its order shows, and energy does not drift over many turns") {
    const Compiled c(rotor(wound_twice));
    const auto worst = [&](int substeps) {
        Protocol protocol = fixed_step_protocol(Method::rattle4);
        protocol.substeps = substeps;
        const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), protocol);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        double off = 0;
        for (int k = 0; k < batch.samples; ++k)
            off = std::max(off, std::fabs(batch.counted_angle[2 * to_size(k)] - wound_less(c.own_times().time(k))));
        return off;
    };
    const double coarse = worst(20), fine = worst(40);
    CHECK(fine < 1e-4);
    CHECK(coarse / fine == doctest::Approx(16).epsilon(0.1));
}

// An arm on a wall; at the placement -pi/2 theta is pi.
std::string arm(const std::string& potentials, const std::string& angle, double size = 1) {
    const std::string half = std::to_string(-size / 2), moment = std::to_string(size * size / 12);
    return R"({"name": "arm", "dimension": 2,
        "bodies": [{"id": "wall", "type": "Origin", "position": [3, -40]},
                   {"id": "arm", "type": "Obj1D", "mass": 1, "second_moments": [)" +
           moment + R"(]}],
        "constraints": [{"type": "Joint", "between": ["wall", {"body": "arm", "point": [)" +
           half + R"(]}]}], "potentials": [)" + potentials + R"(],
        "initial_conditions": {"bodies": {"arm": {"from": "wall", "angle": )" +
           angle + R"(}}}, "sampling": {"dt": 0.02, "steps": 50}})";
}
std::string spring(const std::string& rest, bool reversed = false) {
    return std::string(R"({"type": "TorsionSpring", "bodies": )") +
           (reversed ? R"(["arm", "wall"])" : R"(["wall", "arm"])") + R"(, "stiffness": 10, "rest_angle": )" + rest +
           "}";
}
std::string around(const std::string& mean) { return R"({"normal": {"mean": )" + mean + R"(, "std": 0.1}})"; }

TEST_CASE("a TorsionSpring starts within half a turn of where it rests, and not a turn away") {
    for (const double size : {1.0, 0.03}) {
        const Compiled across(arm(spring(R"("pi")"), around(R"("-pi/2")"), size)),
            far(arm(spring(R"("pi + 12*pi")"), around(R"("-pi/2")"), size)),
            reversed(arm(spring(R"("-pi")", true), around(R"("-pi/2")"), size));
        for (const Compiled* c : {&across, &far, &reversed})
            for (const InitialState& state : c->draw(40)) {
                const double rest = c->system.angles()[0].middle;
                // N(0, 0.1), of 40 of them; before, 18 started 6.2 rad from rest
                CHECK(std::fabs(state.s[0] - rest) < 0.5);
                CHECK(c->system.potential_energy(state.x.data()) ==
                      c->system.potential_energy(state.x.data(), state.s.data()));
            }
    }
}

TEST_CASE("two springs about one hinge, or of two members of a family, start each near their own rest") {
    const Compiled two(
        arm(spring("3") + ", " + spring("-3") + R"(, {"type": "Torque", "bodies": ["wall", "arm"], "torque": 1})",
            around(R"("-pi/2")")));
    for (const InitialState& state : two.draw(40)) {
        REQUIRE(state.s.size() == 3);
        CHECK(std::fabs(state.s[0] - M_PI) < 0.5);
        CHECK(std::fabs(state.s[1] + M_PI) < 0.5);
        CHECK(std::fabs(state.s[2]) <= M_PI);
        CHECK(state.s[0] - state.s[1] == doctest::Approx(2 * M_PI));
    }
    const CompiledSystem family(parse_system(
        arm(spring(R"({"uniform": {"low": -4, "high": 4}})") + ", " + spring(R"({"uniform": {"low": -4, "high": 4}})"),
            around(R"("-pi/2")")),
        "test.json"));
    REQUIRE(family.system.angles().size() == 2);
    const CompiledSystem member(family.spec, family.system, {2.5, -2.5});
    for (std::uint64_t i = 0; i < 40; ++i) {
        SampleKey key{1, Split::test, i, 0};
        const InitialState state = member.sampler.draw(key);
        CHECK(std::fabs(state.s[0] - M_PI) < 0.5);
        CHECK(std::fabs(state.s[1] + M_PI) < 0.5);
    }
}

TEST_CASE("a start exactly half a turn from rest is at the upper end, whatever rounding says") {
    for (const char* angle : {R"("pi/2")", R"("pi/2 + 1e-15")", R"("pi/2 - 1e-15")"})
        CHECK(Compiled(arm(spring(R"("pi")"), angle)).draw(1)[0].s[0] == doctest::Approx(2 * M_PI).epsilon(1e-15));
}

TEST_CASE("a hinge_angle says how many turns a motion starts with, whatever rests where") {
    const auto text = [](const std::string& bodies, const std::string& axes) {
        std::string all = hinged_block(R"({"type": "TorsionSpring", "bodies": )" + bodies + R"(, "axis": )" + axes +
                                       R"(, "stiffness": 2, "rest_angle": 3})");
        return all.replace(all.find(R"("hinge_angle": 0)"), 16, R"("hinge_angle": 20)");
    };
    CHECK(Compiled(text(R"(["o", "rod"])", "[[0.6, 0, 0.8], [0, 0, 1]]")).draw(1)[0].s[0] ==
          doctest::Approx(20).epsilon(1e-15));
    CHECK(Compiled(text(R"(["rod", "o"])", "[[0, 0, 1], [0.6, 0, 0.8]]")).draw(1)[0].s[0] ==
          doctest::Approx(-20).epsilon(1e-15));
}

TEST_CASE("springs that rest differently about one hinge move as the judge finds from the words of the format") {
    const std::string text = arm(spring("3") + ", " + spring("-2.5"), R"("-pi/2 + 0.3")");
    const Compiled c(text);
    const TrajectoryBatch batch = cchnn_test::bounded_motion(c, c.draw(1), 1);
    const judge::Stored stored = cchnn_test::stored_motion(batch, c.own_times(), 0);
    const judge::Verdict verdict = cchnn_test::verdict_of(c.spec.json, stored);
    REQUIRE(verdict.judged);
    CHECK(cchnn_test::beyond(verdict, stored) == 0);
    CHECK(verdict.energy_off < 1e-14);
}

TEST_CASE("an axis that differs from the hinge's in its last digits is that of the hinge") {
    const auto with_axis = [](const char* axis) {
        return hinged_block(std::string(R"({"type": "TorsionSpring", "bodies": ["o", "rod"], "axis": )") + axis +
                            R"(, "stiffness": 2, "rest_angle": 15})");
    };
    const Compiled exact(with_axis("[[0.6, 0, 0.8], [0, 0, 1]]")),
        rounded(with_axis("[[0.60000000000000009, 1e-17, 0.79999999999999993], [0, 0, 1]]"));
    CHECK(cchnn_test::same_bits(integrate(exact.system, exact.draw(1), exact.own_times(), default_protocol()).x,
                                integrate(rounded.system, rounded.draw(1), rounded.own_times(), default_protocol()).x));
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
                "Torque o-rod turns about an axis that the two bodies do not share: add a Joint+Axis"));
        }
    }
}

TEST_CASE("a turn that is miscounted is an error of 1 to the judge") {
    const Compiled c(rotor(R"({"type": "Torque", "bodies": ["o", "rod"], "torque": 0.9})"));
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    judge::Stored stored = cchnn_test::stored_motion(batch, c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-9);
    CHECK(cchnn_test::beyond(cchnn_test::verdict_of(c.spec.json, stored), stored) == 0);
    stored.angles[50] += 0x1.921fb54442d18p+2;
    const judge::Verdict verdict = cchnn_test::verdict_of(c.spec.json, stored);
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

namespace {

// A body of a type on a hinge of another one, which a Weld or its being an Origin keeps at rest; the axis in both.
std::string hinge_of(const std::string& type_a, const std::string& axis_a, const std::string& type_b,
                     const std::string& axis_b, const std::string& more) {
    const auto body = [](const std::string& id, const std::string& type) {
        const std::string moments = type == "Obj2D" ? "[0.05, 0.03]" : "[0.05, 0.03, 0.04]";
        return R"({"id": ")" + id + R"(", "type": ")" + type + R"(", "mass": 1, "second_moments": )" + moments + "}";
    };
    const bool fixed = type_a == "Origin";
    const std::string axis = "[" + axis_a + ", " + axis_b + "]";
    return R"({"name": "hinge", "dimension": 3, "bodies": [)" +
           (fixed ? R"({"id": "a", "type": "Origin"})" : body("a", type_a)) + ", " + body("b", type_b) +
           R"(], "constraints": [{"type": "Joint+Axis", "between": ["a", "b"], "axis": )" + axis +
           R"(}], "potentials": [{"type": "TorsionSpring", "bodies": ["a", "b"], "axis": )" + axis + more +
           R"(}], "initial_conditions": {"bodies": {)" +
           (fixed ? "" : R"("a": {"position": [0, 0, 0], "euler_zxz": [0.3, 0.7, 1.1]}, )") +
           R"("b": {"from": "a", "hinge_angle": 0.5}}}, "sampling": {"dt": 0.1, "steps": 21}})";
}

}  // namespace

// The frames of both bodies say what the angle is; a flat body has only one of the directions across the axis, and the
// other body of its hinge has both.
TEST_CASE("a counted angle is the hinge_angle of the start, for flat bodies too, and its spring rests there") {
    const std::array<std::string, 4> in_plane{"[0.8, 0.6]", "[0.6, 0.8]", "[-0.8, 0.6]", "[0.6, -0.8]"},
        in_space{"[0, 0.6, 0.8]", "[0.8, 0.6, 0]", "[0, -1, 0]", "[0.6, 0, -0.8]"};
    for (const std::string type_a : {"Origin", "Obj3D"})
        for (const std::string& axis_a : in_space)
            for (const std::string& axis_b : in_plane) {
                CAPTURE(type_a);
                CAPTURE(axis_a);
                CAPTURE(axis_b);
                const Compiled at_rest(
                    hinge_of(type_a, axis_a, "Obj2D", axis_b, R"(, "stiffness": 2, "rest_angle": 0.5)"));
                const TrajectoryBatch still =
                    integrate(at_rest.system, at_rest.draw(1), at_rest.own_times(), default_protocol());
                CHECK(still.counted_angle[0] == doctest::Approx(0.5).epsilon(1e-14));
                double moved = 0;
                for (const double c : still.v) moved = std::max(moved, std::fabs(c));
                CHECK(moved < 1e-13);
                const Compiled c(hinge_of(type_a, axis_a, "Obj2D", axis_b, R"(, "stiffness": 2, "rest_angle": 0)"));
                const TrajectoryBatch batch = bounded_motion(c, c.draw(1), 1e-9);
                const judge::Stored stored = stored_motion(batch, c.own_times(), 0);
                const judge::Verdict verdict = verdict_of(c.spec.json, stored);
                CHECK(verdict.judged);
                CHECK(verdict.energy_off < 1e-13);
                CHECK(beyond(verdict, stored) == 0);
            }
}
