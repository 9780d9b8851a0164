// Constraints by formula, against closed forms, and against the kinds that say the same.

#include "elements/formula_constraint.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "coordinates/generalised_coordinates.hpp"
#include "judge/stored_motion.hpp"
#include "model/compiled_system.hpp"
#include "physics/formula_motions.hpp"
#include "physics/motion_on_manifold.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Roundings of some thousand steps at rtol 1e-13, along ways of metres.
constexpr double near = 1e-10;

// The furthest that a node of a motion is from its closed form, in `length`.
void check_closed_form(const ClosedForm& closed, int freedom, Real length) {
    const Compiled c(closed.json);
    CAPTURE(c.spec.name);
    const TrajectoryBatch batch = motion_on_manifold(c, freedom);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const std::vector<NodeMotion> nodes = closed.at(c.own_times().time(k));
        for (int n = 0; n < batch.nodes; ++n) {
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, n) - nodes[to_size(n)].x) / length);
            worst = worse(worst, norm(node_of(batch.v, batch, 0, k, n) - nodes[to_size(n)].v) / length);
        }
    }
    CHECK(worst < near);
    judge::Stored stored = stored_motion(batch, c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-9);
    const judge::Verdict verdict = verdict_of(closed.json, stored);
    CHECK(verdict.judged);
    CHECK(beyond(verdict, stored) == 0);
    CHECK(verdict.energy_off < 1e-12);
}

// Both move alike, to the sum of their bounds.
void check_alike(const std::string& one, const std::string& other) {
    const Compiled a(one), b(other);
    CHECK(a.system.degrees_of_freedom() == b.system.degrees_of_freedom());
    const TrajectoryBatch first = bounded_motion(a, a.draw(1), 1e-9), second = bounded_motion(b, b.draw(1), 1e-9);
    double way = 0;
    for (int k = 0; k < first.samples; ++k) {
        const double off = relative_error_at(first, k, second, k, 0);
        CHECK(off <=
              first.error_bound[to_size(k)] + second.error_bound[to_size(k)] + 1e-15);  // rounding of both starts
        way = worse(way, relative_error_at(first, 0, first, k, 0));
    }
    CHECK(way > 0.1);
    CHECK(first.error_bound[to_size(first.samples - 1)] < 1e-8);
}

std::string two_pendulums(const std::string& constraints) {
    return R"({"name": "two_pendulums", "dimension": 2,
      "bodies": [{"id": "o", "type": "Origin", "position": [0.5, 0.25]}, {"id": "a", "type": "Obj0D", "mass": 1.5},
                 {"id": "b", "type": "Obj0D", "mass": 0.7}],
      "constraints": [)" +
           constraints + R"(], "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"state": {"position": {"a": [1.1, -0.55], "b": [1.5, -0.85]},
                                       "velocity": {"a": [0.8, 0.6], "b": [0.2, -0.2]}}},
      "sampling": {"dt": 0.05, "steps": 41}})";
}
std::string on_helix(const std::string& constraints, const std::string& start) {
    return R"({"name": "helix", "dimension": 3, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1.5}], "constraints": [)" +
           constraints + R"(], "potentials": [{"type": "Gravity"}], "initial_conditions": {"bodies": {"bead": {)" +
           start + R"(}}}, "sampling": {"dt": 0.05, "steps": 41}})";
}

}  // namespace

TEST_CASE("a skate on an incline moves along a cycloid, wherever and however its blade is written") {
    for (const Variant& variant : variants()) {
        CAPTURE(variant.factor);
        check_closed_form(skate_on_incline(variant), 2, 1 + variant.length);
    }
    check_closed_form(skate_on_incline({}, 0, 0), 2, 1);
}

TEST_CASE("Chaplygin's sleigh turns round and goes straight as its closed form does") {
    for (const Variant& variant : variants()) {
        CAPTURE(variant.factor);
        check_closed_form(chaplygin_sleigh(variant), 2, 1 + variant.length);
    }
}

TEST_CASE("a bead goes round on a paraboloid at the rate sqrt(g k), whatever the unit of its equation") {
    for (const Variant& variant : variants())
        for (const bool lying : {false, true}) {
            CAPTURE(variant.factor);
            check_closed_form(bead_on_paraboloid(variant, lying), 2, variant.length);
        }
}

TEST_CASE("a bead that goes up and down on a paraboloid keeps its energy and its angular momentum about the axis") {
    const Compiled c(R"js({"name": "bowl", "dimension": 3, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Constraint", "points": ["bead"], "equation": "2*z - 3*(x^2 + y^2)"}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bead": {"position": [0.7, 0, 0.735], "velocity": [0, 1.5, 0]}}},
      "sampling": {"dt": 0.02, "steps": 101}})js");
    const TrajectoryBatch batch = motion_on_manifold(c, 2);
    Real energies[2]{}, momenta[2]{};
    double spread = 0, low = 1e9, high = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three x = node_of(batch.x, batch, 0, k, 0), v = node_of(batch.v, batch, 0, k, 0);
        energies[k > 0] = dot(v, v) / 2 + 9.81L * x[2];
        momenta[k > 0] = cross(x, v)[2];
        if (k == 0) continue;
        spread = worse(worse(spread, energies[1] - energies[0]), momenta[1] - momenta[0]);
        low = std::min(low, number(x[2]));
        high = std::max(high, number(x[2]));
    }
    CHECK(spread < near);
    CHECK(high > 1.2 * low);
}

TEST_CASE("Links by formula move as Links do, to their bounds") {
    const std::string links = R"({"type": "Link", "between": ["o", "a"], "length": 1},
                                 {"type": "Link", "between": ["a", "b"], "length": 0.5})";
    const auto held = [](const std::string& points, const std::string& equation) {
        return R"({"type": "Constraint", "points": [)" + points + R"(], "constants": {"l": 0.5}, "equation": ")" +
               equation + R"("})";
    };
    const std::string first = held(R"("a")", "(x - 0.5)^2 + (y1 - l/2)^2 - 1"), second = held(R"("b", "a")", "r - l");
    check_alike(two_pendulums(links), two_pendulums(first + ", " + second));
    check_alike(two_pendulums(links), two_pendulums(held(R"("o", "a", "b")", "4e5*(r12^2 - 1)") + ", " +
                                                    held(R"("b", "a")", "log(l/sqrt((x1 - x2)^2 + (y1 - y2)^2))")));
}

TEST_CASE("a formula of differences moves with its Origins, as a Link and a Spring do, to their bounds") {
    const auto shaken = [](const std::string& rod, const std::string& pull) {
        return R"js({"name": "shaken", "dimension": 2, "bodies": [{"id": "o", "type": "Origin", "position": [0.3, -0.2],
              "moves": [{"along": [0.1, 0.05], "input": "shake"}]}, {"id": "a", "type": "Obj0D", "mass": 2}, {"id": "b", "type": "Obj0D", "mass": 1}],
            "inputs": [{"id": "shake", "formula": "sin(9*t)"}], "constraints": [)js" +
               rod + R"js(], "potentials": [{"type": "Gravity"}, )js" + pull +
               R"js(], "initial_conditions": {"bodies": {"a": {"position": [0.9, 0.6], "velocity": [0.4, -0.3]},
                "b": {"position": [1.2, 0.6], "velocity": [0, 0.2]}}}, "sampling": {"dt": 0.05, "steps": 41}})js";
    };
    check_alike(
        shaken(R"({"type": "Link", "between": ["o", "a"], "length": 1})",
               R"({"type": "Spring", "between": ["o", "b"], "stiffness": 7, "rest_length": 1})"),
        shaken(R"js({"type": "Constraint", "points": ["o", "a"], "equation": "(x1 - x2)^2 + (y1 - y2)^2 - 1"})js",
               R"js({"type": "Potential", "points": ["b", "o"], "energy": "7/2*(r - 1)^2"})js"));
}

TEST_CASE("a helix as two equations is a Track, to their bounds") {
    const auto equation = [](const std::string& text) {
        return R"({"type": "Constraint", "points": ["bead"], "constants": {"p": 0.2}, "equation": ")" + text + R"("})";
    };
    check_alike(
        on_helix(R"js({"type": "Track", "points": ["bead"], "curve": {"parameter": "s", "x": "cos(s)", "y": "sin(s)",
                                "z": "0.2*s", "range": [-100, 9]}})js",
                 R"("parameter": 0.3, "parameter_rate": 1)"),
        on_helix(equation("x - cos(z/p)") + ", " + equation("100*(sin(z/p) - y)"),
                 R"js("position": ["cos(0.3)", "sin(0.3)", 0.06], "velocity": ["-sin(0.3)", "cos(0.3)", 0.2])js"));
}

TEST_CASE("narrow steps of a surface, and of a condition on velocities, are seen wherever they lie") {
    for (const std::string& item : narrow_steps())
        for (const double place : {0.53, 1.3137})
            for (const Real h : {1e-2L, 1e-4L}) {
                const TrajectoryBatch batch = motion_on_manifold(Compiled(step_system(item, place, h)));
                const Three end = node_of(batch.x, batch, 0, batch.samples - 1, 0);
                CHECK(worse(0, end[0] - (2 - way_over_step() * h)) < near);
                CHECK(worse(0, end[1] - h) < near);
            }
}

TEST_CASE("a body on a surface has no generalised coordinates, and says why") {
    CHECK(GeneralisedCoordinates(Compiled(bead_on_paraboloid().json).graph).why_none() ==
          "Constraint bead is a formula");
}

// A bead of 1 kg on a surface, in units of `length`, near (0.5, 0, 0.25).
CompiledSystem bead_on(const std::string& equation, double length) {
    const std::string l = std::to_string(length);
    return CompiledSystem(parse_system(
        R"({"name": "bead", "dimension": 3, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Constraint", "points": ["bead"], "constants": {"l": )" +
            l + R"(}, "equation": ")" + equation + R"("}], "initial_conditions": {"bodies": {"bead": {"position": [)" +
            std::to_string(0.5 * length) + ", 0, " + std::to_string(0.25 * length) +
            R"(]}}}, "sampling": {"dt": 0.1, "steps": 5}})",
        "test.json"));
}

TEST_CASE("an equation without a solution is refused as one, and so is a start far from where it holds") {
    for (const double length : {1e-3, 1.0, 1e3}) {
        CAPTURE(length);
        CHECK_THROWS_WITH_AS(bead_on("x^2 + l^2", length), doctest::Contains("cannot be met"), SpecError);
        // The start is 0.56 of the length from 0, so that a tenth of its largest entry is 0.05: these are off by 0.07 and
        // 0.035 of the length along the normal.
        const auto remarks = [&](const char* equation) { return bead_on(equation, length).sampler.remarks(); };
        CHECK_THROWS_WITH_AS(remarks("z - x^2/l - 0.1*l"), doctest::Contains("place its bodies as the constraint says"),
                             SpecError);
        CHECK(remarks("z - x^2/l - 0.05*l").size() == 1);
        CHECK(remarks("z - x^2/l").empty());
    }
}

TEST_CASE("an equation that has no gradient where it holds is refused, a steep or a flat one is not") {
    for (const double length : {1e-3, 1.0, 1e3}) {
        CAPTURE(length);
        for (const char* equation : {"(z - x^2/l)^2", "1e9*(z - x^2/l)^3", "exp((z - x^2/l)^2/l^2) - 1"})
            CHECK_THROWS_WITH_AS(bead_on(equation, length), doctest::Contains("vanishes where the equation holds"),
                                 SpecError);
        for (const char* equation : {"z - l*exp(1000*x/l)", "z - x/0", "z - log(-1 - x^2)"})
            CHECK_THROWS_WITH_AS(bead_on(equation, length), doctest::Contains("not finite where motions start"),
                                 SpecError);
        for (const char* equation :
             {"z - x^2/l", "1e-12*(z - x^2/l)", "z - 1e-9*x", "z - l*sin(1000*x/l)", "z^3 - x^2*l", "z^2 - x^2 - y^2"})
            CHECK_NOTHROW(bead_on(equation, length));
    }
}
