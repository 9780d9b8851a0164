// The work of inputs and Origins and the energy that damping takes, as the judge integrates them along its own motion.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "judge/stored_motion.hpp"

using namespace cchnn_test;

namespace {

constexpr double no_refinement = 1;  // as its level

std::string system_of(const std::string& inputs, const std::string& moves, const std::string& forces,
                      const std::string& damping) {
    return R"json({"name": "worked", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin")json" +
           moves + R"json(}, {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.1]},
                 {"id": "bob", "type": "Obj0D", "mass": 0.7}],
      "constraints": [{"type": "Joint", "between": ["pivot", {"body": "rod", "point": [-0.5]}]}],
      "potentials": [{"type": "Gravity"},
                     {"type": "Spring", "between": [{"body": "rod", "point": [0.5]}, "bob"], "stiffness": 40}, )json" +
           forces + R"json(], "damping": [)json" + damping + R"json(], "inputs": [)json" + inputs + R"json(],
      "initial_conditions": {"bodies": {"rod": {"from": "pivot", "angle": 1},
                                        "bob": {"from": "pivot", "length": 1.2, "angle": 0.7}}},
      "sampling": {"dt": 0.05, "steps": 41}})json";
}

const std::string held = R"json({"id": "u", "steps": {"value": {"uniform": {"low": -3, "high": 3}}, "every": 4}})json",
                  linear = R"json({"id": "u", "hold": "linear", "samples": "3*cos(5*t)"})json",
                  formula = R"json({"id": "u", "formula": "0.2*sin(9*t)"})json",
                  moves = R"json(, "moves": [{"along": [1, 0.5], "input": "u"}])json",
                  spring =
                      R"json({"type": "Spring", "between": ["pivot", "bob"], "stiffness": 9, "rest_length": 1})json",
                  dashpot = R"json({"type": "Dashpot", "between": ["pivot", "bob"], "coefficient": 0.4})json";

// One system for each term of the balance.
const std::vector<std::string> worked{
    system_of(held, "", R"({"type": "Torque", "bodies": ["pivot", "rod"], "torque": 1, "input": "u"})", ""),
    system_of(linear, "", R"({"type": "Force", "on": "bob", "force": [1, 2], "input": "u"})",
              R"({"type": "Drag", "on": "bob", "coefficient": 0.3})"),
    system_of(formula, "", R"({"type": "TorsionSpring", "bodies": ["pivot", "rod"], "stiffness": 3, "input": "u"})",
              R"({"type": "Damping", "body": "rod", "coefficient": 0.2})"),
    system_of(formula, moves, spring, ""),
    system_of(formula, moves, spring, dashpot),
    system_of(formula, moves, spring.substr(0, spring.size() - 1) + R"(, "input": "u"})", dashpot),
    system_of("", "", spring, dashpot)};

judge::Stored motion_of(const std::string& json) {
    const Compiled c(json);
    return stored_motion(bounded_motion(c, c.draw(1), no_refinement), c.own_times(), 0);
}

// The largest |E| and |W| and |D| of a motion: fewer joules than those that pass.
double energies_of(const judge::Stored& stored) {
    double largest = 0;
    for (const auto* values : {&stored.energy, &stored.work, &stored.dissipated})
        for (const double value : *values) largest = std::max(largest, std::fabs(value));
    return largest;
}

}  // namespace

TEST_CASE("judge: work and dissipated energy of each term are those of its own motion, and 1e-6 more is seen") {
    for (const std::string& json : worked) {
        CAPTURE(json);
        const judge::Stored right = motion_of(json);
        const judge::Verdict verdict = verdict_of(json, right);
        REQUIRE(verdict.judged);
        REQUIRE(verdict.work_off.has_value());
        CHECK(*verdict.work_off < 1e-12);
        CHECK(verdict.work_ratio < 0.05);
        for (std::vector<double> judge::Stored::*values : {&judge::Stored::work, &judge::Stored::dissipated}) {
            if ((right.*values).empty()) continue;
            CHECK(std::fabs((right.*values).back()) > 0.1);
            judge::Stored wrong = right;
            (wrong.*values)[17] += 1e-6 * energies_of(right);
            CHECK(verdict_of(json, wrong).work_ratio > 10);
            (wrong.*values)[17] = std::numeric_limits<double>::quiet_NaN();
            CHECK(std::isinf(verdict_of(json, wrong).work_ratio));
        }
    }
}

TEST_CASE("judge: thrusts and torques that follow a body move it as the engine says, and do that work") {
    const std::string json = Compiled("quadcopter").spec.json;
    const judge::Stored right = motion_of(json);
    const judge::Verdict verdict = verdict_of(json, right);
    REQUIRE(verdict.judged);
    CHECK(beyond(verdict, right) == 0);
    CHECK(*verdict.work_off < 1e-12);
    CHECK(std::fabs(right.work.back()) > 0.1);
}

TEST_CASE("judge: work of a system far from the origin, or of a motion that is off, is judged by what errors explain") {
    std::string far = worked[1];
    far.replace(far.find(R"("type": "Origin")"), 16, R"("type": "Origin", "position": [3e5, -2e5])");
    const judge::Stored stored = motion_of(far);
    CHECK(verdict_of(far, stored).work_ratio < 1);
    judge::Stored off = motion_of(worked[1]);
    for (double& v : off.v) v *= 1 + 1e-9;
    off.bound.assign(off.bound.size(), 0);
    CHECK(verdict_of(worked[1], off).work_ratio < 1);
}

TEST_CASE("judge: where nothing gains or loses energy, or nothing is stored, no work is compared") {
    const std::string kept = system_of("", "", spring, "");
    CHECK_FALSE(verdict_of(kept, motion_of(kept)).work_off.has_value());
    judge::Stored bare = motion_of(worked[0]);
    bare.work.clear();
    CHECK_FALSE(verdict_of(worked[0], bare).work_off.has_value());
}
