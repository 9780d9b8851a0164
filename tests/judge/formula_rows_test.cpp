// Constraints by formula in the judge: closed forms, and the rows of other kinds written as formulas.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "contains_text.hpp"
#include "judge/equations.hpp"
#include "judge/stored_motion.hpp"
#include "physics/formula_motions.hpp"

using namespace cchnn_test;

namespace {

// What a file would store of a motion in closed form, whose rate of time is off by `slow`.
judge::Stored stored_closed_form(const ClosedForm& motion, int dimension, double dt, double bound, Real slow = 0) {
    judge::Stored made;
    for (int k = 0; k < 40; ++k) {
        made.times.push_back(k * dt);
        made.bound.push_back(bound);
        for (const NodeMotion& node : motion.at(made.times.back() * (1 - slow)))
            for (std::size_t i = 0; i < to_size(dimension); ++i) {
                made.x.push_back(number(node.x[i]));
                made.v.push_back(number(node.v[i]));
            }
    }
    return made;
}
void check_closed_form(const ClosedForm& motion, int dimension, double dt) {
    // Rounding of the start grows along the way.
    const judge::Stored right = stored_closed_form(motion, dimension, dt, 1e-13),
                        wrong = stored_closed_form(motion, dimension, dt, 1e-13, 1e-11L);
    const judge::Verdict agreed = verdict_of(motion.json, right), refused = verdict_of(motion.json, wrong);
    CHECK(agreed.why_not == "");
    CHECK(agreed.judged);
    CHECK(beyond(agreed, right) == 0);
    CHECK(beyond(refused, wrong) > 0);
}

// The accelerations of all nodes.
std::vector<long double> accelerations(const std::string& json, const std::vector<double>& x,
                                       const std::vector<double>& v) {
    const judge::System<long double> system = judge::make_system<long double>(judge::read_description(json));
    judge::Equations<long double> equations(system);
    std::vector<long double> y(x.begin(), x.end()), rate(equations.size());
    y.insert(y.end(), v.begin(), v.end());
    y.resize(equations.size());
    equations.choose_rows(y);
    equations.field(y, rate);
    return {rate.begin() + static_cast<std::ptrdiff_t>(x.size()),
            rate.begin() + 2 * static_cast<std::ptrdiff_t>(x.size())};
}
std::string two_bobs(const std::string& constraints) {
    return R"js({"dimension": 2, "bodies": [{"id": "o", "type": "Origin", "position": [0.25, 0.5]},
      {"id": "rod", "type": "Obj1D", "mass": 2, "second_moments": [0.3]}, {"id": "bob", "type": "Obj0D", "mass": 0.7}],
      "potentials": [{"type": "Gravity"}], "constraints": [)js" +
           constraints + "]}";
}
// The rod points along (0.6, 0.8) and turns at 2 rad/s; the ends that are held are 1.25 m and 0.75 m apart.
const std::vector<double> bobs_x{1, 1.5, 1.6, 2.3, 1.3, 2.65}, bobs_v{0.5, -0.375, -1.1, 0.825, 0.4, 0.225};

void check_same_accelerations(const std::string& one, const std::string& other) {
    const auto a = accelerations(two_bobs(one), bobs_x, bobs_v), b = accelerations(two_bobs(other), bobs_x, bobs_v);
    long double off = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        off = std::max(off, std::fabs(a[i] - b[i]));
        largest = std::max(largest, std::fabs(a[i]));
    }
    CHECK(largest > 1);
    CHECK(off < 1e-14L * largest);  // the state is rounded to doubles, off the constraints
}
std::string two_links(double first, double second) {
    return R"js({"type": "Link", "between": ["o", "rod"], "length": )js" + digits(first) +
           R"js(}, {"type": "Link", "between": [{"body": "rod", "point": [0.5]}, "bob"], "length": )js" +
           digits(second) + "}";
}

}  // namespace

TEST_CASE("judge: closed forms of a skate, a sleigh and a bead on a surface, wherever and however they are written") {
    for (const Variant& variant : variants()) {
        CAPTURE(variant.factor);
        check_closed_form(skate_on_incline(variant), 2, 0.1);
        check_closed_form(chaplygin_sleigh(variant), 2, 0.15);
        for (const bool lying : {false, true}) check_closed_form(bead_on_paraboloid(variant, lying), 3, 0.1);
    }
}

TEST_CASE("judge: a Link by formula is a Link, of its positions or of its velocities") {
    const std::string joint = two_links(1.25, 0.75);
    const std::string first =
        R"js({"type": "Constraint", "points": ["o", "rod"], "constants": {"l": 1.25}, "equation": )js";
    const std::string second = R"js("points": [{"body": "rod", "point": [0.5]}, "bob"], "equation": )js";
    check_same_accelerations(joint, first + R"js("r - l"}, {"type": "Constraint", )js" + second +
                                        R"js("3e5*((x1 - x2)^2 + (y1 - y2)^2)"})js");
    check_same_accelerations(joint, first + R"js("log(r12/l)"}, {"type": "VelocityConstraint", )js" + second +
                                        R"js("(x1 - x2)*(vx1 - vx2) + (y2 - y1)*(vy2 - vy1)"})js");
    check_same_accelerations(
        joint, first + R"js("sqrt((x1 - x2)^2 + (y1 - y2)^2) - l"}, {"type": "VelocityConstraint", )js" + second +
                   R"js("((x1 - x2)*(vx1 - vx2) + (y2 - y1)*(vy2 - vy1))/r"})js");
}

TEST_CASE("judge: a formula of one point has short names, and of more than four there is none") {
    const auto held = [](const std::string& type, const std::string& equation) {
        return R"js({"type": ")js" + type + R"js(", "points": ["bob"], "equation": ")js" + equation + R"js("})js";
    };
    check_same_accelerations(held("Constraint", "x + 2*y^2"), held("Constraint", "x1 + 2*y1^2"));
    check_same_accelerations(held("VelocityConstraint", "y*vx - vy"), held("VelocityConstraint", "y1*vx1 - vy1"));
    const std::string five = R"js({"type": "Constraint", "points": ["bob", "o", "o", "o", "o"], "equation": "x1"})js";
    try {
        accelerations(two_bobs(five), bobs_x, bobs_v);
        FAIL("was read");
    } catch (const DataError& error) {
        CHECK(error.problems().front().what ==
              "has a formula of 5 points, not 1 to 4, or 1 to 20 with a name for each");
    }
}

TEST_CASE("judge: narrow steps of a surface, and of a condition on velocities, are seen wherever they lie") {
    for (const std::string& item : narrow_steps())
        for (const double place : {0.53, 1.3137}) {
            const double h = 1e-3;
            judge::Stored slid;
            slid.times = {0, 1, 2};
            slid.x = {0, -h, 1, place > 1 ? -h : h, 2, h};
            slid.v = {1, 0, 1, 0, 1, 0};
            const judge::Verdict verdict = verdict_of(step_system(item, place, h), slid);
            CHECK(verdict.judged);
            // |z| + |z*| at t = 2 is 2 sqrt(5).
            CHECK(std::fabs(verdict.errors[2] * 2 * std::sqrt(5.0) / number(way_over_step() * h) - 1) < 1e-3);
        }
}
