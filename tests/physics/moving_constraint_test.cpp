// Constraints and conditions on velocities that move in time, against closed forms of motion, energy and work, against the
// same motions by other kinds, and against the judge.

#include <doctest/doctest.h>

#include <cmath>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "elements/formula_constraint.hpp"
#include "integrate/derived_arrays.hpp"
#include "judge/stored_motion.hpp"
#include "mechanics/rows_in_time.hpp"
#include "model/compiled_system.hpp"
#include "physics/formula_motions.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Roundings of some thousand steps at rtol 1e-13, along ways of metres.
constexpr double near = 1e-10;

std::string flat(const Three& p) { return pair_of(p[0], p[1]); }

// A motion of a system whose constraints move: at each sample it meets them at that time.
TrajectoryBatch motion_in_time(const Compiled& c, double length) {
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    std::vector<double> phi(c.system.rows().size()), rate(phi);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const std::size_t at = to_size(k * c.system.state_size());
        const RowsInTime rows(c.system, c.own_times().time(k));
        rows.phi(&batch.x[at], phi.data());
        rows.phi_rate(&batch.x[at], &batch.v[at], rate.data());
        for (std::size_t r = 0; r < phi.size(); ++r) worst = worse(worse(worst, phi[r]), rate[r]);
    }
    CHECK(worst / length < 1e-12);  // roundings of a way of some lengths
    return batch;
}

// The judge finds no sample beyond 1e-9, and the work within the rounding of the energy.
void check_by_judge(const Compiled& c, const TrajectoryBatch& batch) {
    judge::Stored stored = stored_motion(batch, c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-9);
    const judge::Verdict verdict = verdict_of(c.spec.json, stored);
    CHECK(verdict.judged);
    CHECK(beyond(verdict, stored) == 0);
    REQUIRE(verdict.work_off);
    CHECK(*verdict.work_off < 1e-9);
}

// The furthest that nodes are from a closed form, in `length`; and energy - work, from its first value, in `energy` and the energy
// at the start, which is rounded with it: a small skate is a body of 1 m that spins.
void check_moving(const ClosedForm& closed, Real length, Real energy) {
    const Compiled c(closed.json);
    CAPTURE(c.spec.name);
    CHECK(c.system.conserved().empty());
    const TrajectoryBatch batch = motion_in_time(c, number(length));
    double worst = 0, off = 0, most = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const std::vector<NodeMotion> nodes = closed.at(c.own_times().time(k));
        for (int n = 0; n < batch.nodes; ++n) {
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, n) - nodes[to_size(n)].x) / length);
            worst = worse(worst, norm(node_of(batch.v, batch, 0, k, n) - nodes[to_size(n)].v) / length);
        }
        const double grown = batch.energy[to_size(k)] - batch.energy[0];
        off = worse(off, (grown - batch.work[to_size(k)]) / (energy + std::fabs(batch.energy[0])));
        most = worse(most, grown / energy);
    }
    CHECK(worst < near);
    CHECK(off < near);
    CHECK(most > 0.1);
    check_by_judge(c, batch);
}

// A bead on a straight wire that turns at the rate w in a plane: r'' = w^2 r along it, so that r = r_0 cosh(w t) + u/w sinh(w t).
// The wire turns about a point elsewhere. As a Constraint, or as the condition on velocities that it follows from.
ClosedForm bead_on_turning_wire(const Variant& variant, bool on_velocities) {
    const Real w = 1.3L, r0 = 0.4L * variant.length, u = -0.2L * variant.length, turn = variant.turn;
    const Three pivot{-0.7L * variant.length, 0.3L * variant.length, 0};
    const auto at = [=](Real t) -> std::vector<NodeMotion> {
        const Real r = r0 * std::cosh(w * t) + u / w * std::sinh(w * t),
                   rate = r0 * w * std::sinh(w * t) + u * std::cosh(w * t), angle = turn + w * t;
        return {{pivot + r * along(angle), rate * along(angle) + r * w * across(angle)}};
    };
    const std::string of_place = "c*((y - b)*cos(w*t + q) - (x - a)*sin(w*t + q))",
                      of_rate =
                          "c*(vy*cos(w*t + q) - vx*sin(w*t + q) - w*((x - a)*cos(w*t + q) + (y - b)*sin(w*t + q)))";
    return {
        R"js({"name": "bead_on_turning_wire", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 0.3}],
      "constraints": [{"type": ")js" +
            std::string(on_velocities ? "VelocityConstraint" : "Constraint") +
            R"js(", "points": ["bead"], "constants": {"w": 1.3, "c": )js" + variant.factor + R"js(, "q": )js" +
            digits(turn) + R"js(, "a": )js" + digits(pivot[0]) + R"js(, "b": )js" + digits(pivot[1]) +
            R"js(}, "equation": ")js" + (on_velocities ? of_rate : of_place) + R"js("}],
      "initial_conditions": {"bodies": {"bead": {"position": )js" +
            flat(at(0)[0].x) + R"js(, "velocity": )js" + flat(at(0)[0].v) + R"js(}}},
      "sampling": {"dt": 0.05, "steps": 41}})js",
        at};
}

// A skate on an inclined conveyor: the motion of one on an incline at rest, carried along at the velocity of the floor.
ClosedForm skate_on_conveyor(const Variant& variant) {
    const ClosedForm still = skate_on_incline(variant);
    const Three floor{0.6L * variant.length, -0.35L * variant.length, 0};
    std::string json = still.json;
    const auto replace = [&](const std::string& old, const std::string& by) {
        const std::size_t at = json.find(old);
        REQUIRE(at != std::string::npos);
        json.replace(at, old.size(), by);
    };
    const auto at = [=](Real t) {
        std::vector<NodeMotion> nodes = still.at(t);
        for (NodeMotion& node : nodes) node = {node.x + t * floor, node.v + floor};
        return nodes;
    };
    replace("c*(vx1*(y2 - y1) - vy1*(x2 - x1))", "c*((vx1 - f)*(y2 - y1) - (vy1 - g)*(x2 - x1))");
    replace(R"("constants": {)", R"("constants": {"f": )" + digits(floor[0]) + R"(, "g": )" + digits(floor[1]) + ", ");
    replace(R"("velocity": )" + flat(still.at(0)[0].v), R"("velocity": )" + flat(at(0)[0].v));
    replace(R"js(, "conserved": ["energy"])js", "");
    return {json, at};
}

// The velocity of the lowest point of a ball of radius R is that of a table below, which turns at the rate w about (a, b): its
// centre, point 1, and the tips of its axes, points 2 to 4.
std::string ball_on_turntable(const Three& centre, const Three& start, Real radius, Real w, const Three& velocity) {
    const auto contact = [](const std::string& k) {
        std::string sum = "v" + k + "1";
        for (const std::string& i : {std::string("2"), std::string("3"), std::string("4")})
            sum += " - R*(z" + i + " - z1)*(v" + k + i + " - v" + k + "1)";
        return sum;
    };
    const auto item = [&](const std::string& type, const std::string& equation) {
        return R"js({"type": ")js" + type +
               R"js(", "points": ["ball", {"body": "ball", "point": [1, 0, 0]}, {"body": "ball", "point": [0, 1, 0]},
               {"body": "ball", "point": [0, 0, 1]}], "constants": {"R": )js" +
               digits(radius) + R"js(, "w": )js" + digits(w) + R"js(, "a": )js" + digits(centre[0]) + R"js(, "b": )js" +
               digits(centre[1]) + R"js(}, "equation": ")js" + equation + R"js("})js";
    };
    const std::string moment = digits(radius * radius / 5);  // of a solid ball, I = 2/5 m R^2
    const Three at = centre + start + Three{0, 0, radius};
    return R"js({"name": "turntable", "dimension": 3, "bodies": [{"id": "ball", "type": "Obj3D", "mass": 2, "second_moments": [)js" +
           moment + ", " + moment + ", " + moment + R"js(]}], "constraints": [)js" +
           R"js({"type": "Constraint", "points": ["ball"], "equation": "z - R", "constants": {"R": )js" +
           digits(radius) + "}}, " + item("VelocityConstraint", contact("x") + " + w*(y1 - b)") + ", " +
           item("VelocityConstraint", contact("y") + " - w*(x1 - a)") +
           R"js(], "initial_conditions": {"bodies": {"ball": {"position": [)js" + digits(at[0]) + ", " + digits(at[1]) +
           ", " + digits(at[2]) + R"js(], "velocity": [)js" + digits(velocity[0]) + ", " + digits(velocity[1]) +
           R"js(, 0], "euler_zxz": [0.3, 0.5, -0.2]}}}, "sampling": {"dt": 0.1, "steps": 61}})js";
}

// A pendulum of 1 m whose pivot moves as the displacement of an Origin, or as a formula of t in the equation of its rod.
// With an Origin, positions of the file are those as seen from it.
std::string shaken_pendulum(const std::string& origin, const std::string& rod, const std::string& position) {
    return R"js({"name": "shaken", "dimension": 2, "bodies": [)js" + origin +
           R"js({"id": "a", "type": "Obj0D", "mass": 2}], "constraints": [)js" + rod +
           R"js(], "potentials": [{"type": "Gravity"}],
            "initial_conditions": {"bodies": {"a": {"position": )js" +
           position + R"js(, "velocity": [0.4, -0.3]}}},)js" +
           (origin.empty() ? "" : R"js("inputs": [{"id": "shake", "formula": "cos(9*t)"}], )js") +
           R"js("sampling": {"dt": 0.05, "steps": 61}})js";
}

}  // namespace

TEST_CASE("a bead on a wire that turns moves out as cosh, and the wire does the work") {
    for (const Variant& variant : variants())
        for (const bool on_velocities : {false, true}) {
            CAPTURE(variant.factor);
            CAPTURE(on_velocities);
            check_moving(bead_on_turning_wire(variant, on_velocities), variant.length,
                         0.1L * variant.length * variant.length);
        }
}

TEST_CASE("a skate on an inclined conveyor moves as one on an incline, carried along, and the conveyor does work") {
    for (const Variant& variant : variants()) {
        CAPTURE(variant.factor);
        check_moving(skate_on_conveyor(variant), variant.length, variant.length * variant.length);
    }
}

TEST_CASE("the centre of a ball on a turntable goes round a circle at two sevenths of its rate") {
    for (const Real size : {1.0L, 0.02L})
        for (const Real w : {1.4L, -3.5L}) {
            const Three centre{0.8L * size, -1.5L * size, 0}, start{0.5L * size, 0.2L * size, 0};
            const Compiled c(ball_on_turntable(centre, start, 0.11L * size, w, {0.3L * size, 0.4L * size, 0}));
            CHECK(c.system.degrees_of_freedom() == 3);
            const TrajectoryBatch batch = motion_in_time(c, 1);  // the nodes of any ball are 1 m from its centre
            // The start is projected, since the ball of the file does not spin.
            const Three place = node_of(batch.x, batch, 0, 0, 0), velocity = node_of(batch.v, batch, 0, 0, 0);
            const Real round = w * 2 / 7, radius = norm(velocity) / std::fabs(round);
            // v' = round z x v, so that the middle of the circle is z x v/round from the start.
            const Three middle = place + (1 / round) * Three{-velocity[1], velocity[0], 0};
            const Real first = std::atan2(-velocity[0] / round, velocity[1] / round);
            double worst = 0;
            for (int k = 0; k < batch.samples; ++k) {
                const Three there = middle + radius * along(first + round * c.own_times().time(k));
                worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - there) / size);
                worst =
                    worse(worst, (batch.energy[to_size(k)] - batch.energy[0] - batch.work[to_size(k)]) / (size * size));
            }
            CHECK(radius > 0.1L * size);
            CHECK(worst < near);
            check_by_judge(c, batch);
        }
}

TEST_CASE("a ball on a turntable is one that rolls on a plane in the frame of the table") {
    const Real w = 1.4L, radius = 0.11L;
    const Compiled outside(ball_on_turntable({}, {0.5L, 0.2L, 0}, radius, w, {0.3L, 0.4L, 0})),
        turning(R"js({"name": "in_the_frame", "dimension": 3, "bodies": [{"id": "ball", "type": "Obj3D", "mass": 2,
          "second_moments": [")js" +
                digits(radius * radius) + R"js(/5", ")js" + digits(radius * radius) + R"js(/5", ")js" +
                digits(radius * radius) +
                R"js(/5"]}], "constraints": [{"type": "Rolling", "body": "ball", "radius": )js" + digits(radius) +
                R"js(}], "potentials": [{"type": "RotatingFrame", "rate": [0, 0, 1.4]}],
          "initial_conditions": {"bodies": {"ball": {"position": [0.5, 0.2, 0.11], "euler_zxz": [0.3, 0.5, -0.2]}}},
          "sampling": {"dt": 0.1, "steps": 61}})js");
    std::vector<InitialState> starts = outside.draw(1);
    const TrajectoryBatch batch = motion_in_time(outside, 1);
    InitialState start{starts[0].x, starts[0].v};
    for (std::size_t node = 0; node < start.x.size(); node += 3) {
        start.v[node] += number(w) * start.x[node + 1];
        start.v[node + 1] -= number(w) * start.x[node];
    }
    const TrajectoryBatch seen = integrate(turning.system, {start}, turning.own_times(), default_protocol());
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real angle = w * outside.own_times().time(k);
        for (int n = 0; n < batch.nodes; ++n) {
            const Three there = node_of(seen.x, seen, 0, k, n);
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, n) -
                                      (there[0] * along(angle) + there[1] * across(angle) + Three{0, 0, there[2]})));
        }
    }
    CHECK(worst < near);
}

TEST_CASE("a bead on a hoop that turns moves as the Lagrangian of its angle says") {
    const std::string
        hoop = R"js({"name": "hoop", "dimension": 3, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 0.5}],
      "constraints": [{"type": "Constraint", "points": ["bead"], "constants": {"l": 0.3}, "equation": "x^2 + y^2 + z^2 - l^2"},
                      {"type": "Constraint", "points": ["bead"], "constants": {"w": 8}, "equation": "y*cos(w*t) - x*sin(w*t)"}],
      "potentials": [{"type": "Gravity", "g": 9.81}],
      "initial_conditions": {"bodies": {"bead": {"position": ["0.3*sin(0.6)", 0, "-0.3*cos(0.6)"],
                                                 "velocity": [0, "8*0.3*sin(0.6)", 0]}}},
      "sampling": {"dt": 0.02, "steps": 101}})js",
        angle = R"js({"name": "angle", "lagrangian": {"coordinates": {"a": {"angle": true}},
        "constants": {"m": 0.5, "l": 0.3, "w": 8, "g": 9.81}, "kinetic": "m/2*l^2*(ad^2 + w^2*sin(a)^2)",
        "potential": "-m*g*l*cos(a)"}, "initial_conditions": {"a": 0.6}, "sampling": {"dt": 0.02, "steps": 101}})js";
    const Compiled bodies(hoop), coordinate(angle);
    const TrajectoryBatch batch = motion_in_time(bodies, 1);
    const TrajectoryBatch other =
        integrate(coordinate.system, coordinate.draw(1), coordinate.own_times(), default_protocol());
    double worst = 0, off = 0, most = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const double t = bodies.own_times().time(k), a = other.x[to_size(k)], out = 0.3 * std::sin(a);
        const Three there{out * std::cos(8 * t), out * std::sin(8 * t), -0.3 * std::cos(a)};
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - there));
        // In space the energy is that of the moving frame and m w^2 l^2 sin^2 a more: the work of the motor is its change.
        const double of_motor = 0.5 * 64 * (out * out - 0.09 * std::pow(std::sin(0.6), 2));
        off = worse(off, batch.work[to_size(k)] - of_motor);
        most = worse(most, of_motor);
    }
    CHECK(worst < near);
    CHECK(off < near);
    CHECK(most > 0.5);
    check_by_judge(bodies, batch);
}

TEST_CASE(
    "a pivot that moves by a formula in the equation of its rod does what an Origin that moves does, work included") {
    const Compiled origin(shaken_pendulum(R"js({"id": "o", "type": "Origin", "position": [0.3, -0.2],
                                                 "moves": [{"along": [0.1, 0.05], "input": "shake"}]}, )js",
                                          R"js({"type": "Link", "between": ["o", "a"], "length": 1})js", "[0.9, 0.6]")),
        equation(shaken_pendulum("", R"js({"type": "Constraint", "points": ["a"],
          "equation": "sqrt((x - 0.3 - 0.1*cos(9*t))^2 + (y + 0.2 - 0.05*cos(9*t))^2) - 1"})js",
                                 "[1, 0.65]"));
    const auto bounded = [](const Compiled& c) { return bounded_motion(c, c.draw(1), 1e-9); };
    const TrajectoryBatch first = bounded(origin), second = bounded(equation);
    double most = 0;
    for (int k = 0; k < first.samples; ++k) {
        const auto at = to_size(k);
        CHECK(relative_error_at(first, k, second, k, 0) <= first.error_bound[at] + second.error_bound[at] + 1e-15);
        CHECK(std::fabs(first.energy[at] - second.energy[at]) < 1e-9);
        CHECK(std::fabs(first.work[at] - second.work[at]) < 1e-9);
        most = worse(most, first.work[at]);
    }
    CHECK(most > 1);
    check_by_judge(equation, second);
}

TEST_CASE("an equation that changes distances alone keeps the momentum") {
    const Compiled c(R"js({"name": "telescope", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1.5},
        {"id": "b", "type": "Obj0D", "mass": 0.5}],
      "constraints": [{"type": "Constraint", "points": ["a", "b"], "equation": "r - 1 - sin(3*t)/4"}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0], "velocity": [0.1, 0.2]},
                                        "b": {"position": [1, 0], "velocity": [0.2, 1.1]}}},
      "sampling": {"dt": 0.05, "steps": 61}, "conserved": ["linear_momentum_x", "angular_momentum_z"]})js");
    const TrajectoryBatch batch = motion_in_time(c, 1);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        const Three a = node_of(batch.x, batch, 0, k, 0), b = node_of(batch.x, batch, 0, k, 1),
                    v = node_of(batch.v, batch, 0, k, 0), w = node_of(batch.v, batch, 0, k, 1);
        worst = worse(worst, norm(b - a) - 1 - std::sin(3 * t) / 4);
        worst = worse(worst, norm(1.5L * v + 0.5L * w -
                                  (1.5L * node_of(batch.v, batch, 0, 0, 0) + 0.5L * node_of(batch.v, batch, 0, 0, 1))));
    }
    CHECK(worst < near);
    check_by_judge(c, batch);
}

// A bead of 0.1 kg at (0.2, 0) with these constraints, of items without "points", for 2 s.
std::string bead_with(const std::string& items) {
    return R"js({"name": "bead", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 0.1},
      {"id": "other", "type": "Obj0D", "mass": 0.1}], "constraints": [)js" +
           items +
           R"js(], "initial_conditions": {"bodies": {"bead": {"position": [0.2, 0], "velocity": [0.1, 0]}, "other": {"position": [3, 3]}}}, "sampling": {"dt": 0.02, "steps": 101}})js";
}
std::string equation(const std::string& type, const std::string& text) {
    return R"js({"type": ")js" + type + R"js(", "points": ["bead"], "equation": ")js" + text + R"js("})js";
}

TEST_CASE("an equation that restricts nothing at t = 0 is refused where equations move in time, not left out") {
    const std::string on_axis = equation("Constraint", "y");
    struct Case {
        std::string items, named;
    };
    for (const Case& refused :
         {Case{equation("VelocityConstraint", "t*vy - t"), "VelocityConstraint bead"},
          Case{equation("VelocityConstraint", "vy/t - 1"), "VelocityConstraint bead"},
          Case{equation("VelocityConstraint", "sin(t)*(vy - 1)"), "VelocityConstraint bead"},
          Case{on_axis + ", " + equation("Constraint", "y - t*(x - 0.2)^2"), "Constraint bead (2)"},
          Case{on_axis + ", " + equation("Constraint", "y*cos(t) - (x - 0.2)*sin(t)"), "Constraint bead (2)"},
          Case{on_axis + ", " + equation("VelocityConstraint", "vy*cos(t) - vx*sin(t)"), "VelocityConstraint bead"},
          // The one that does not move follows from the one that does, and is the second of the file.
          Case{equation("Constraint", "y*cos(t) - x*sin(t)") + ", " + on_axis, "Constraint bead (2)"}}) {
        CAPTURE(refused.items);
        std::string message;
        try {
            const Compiled compiled(bead_with(refused.items));
        } catch (const SpecError& error) {
            message = error.what();
        }
        CHECK(contains_text(message, "#/constraints: " + refused.named));
    }
}

TEST_CASE("constraints that depend on each other at all times may stand next to an equation that moves") {
    // Four points of a plane and all six distances, one of which follows from the others; one point is led.
    const Compiled c(R"js({"name": "led_square", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1},
        {"id": "b", "type": "Obj0D", "mass": 2}, {"id": "c", "type": "Obj0D", "mass": 3}, {"id": "d", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Constraint", "points": ["a"], "equation": "x - 0.1*sin(3*t)"},
        {"type": "Link", "between": ["a", "b"], "length": 1}, {"type": "Link", "between": ["b", "c"], "length": 1},
        {"type": "Link", "between": ["c", "d"], "length": 1}, {"type": "Link", "between": ["d", "a"], "length": 1},
        {"type": "Link", "between": ["a", "c"], "length": "sqrt(2)"}, {"type": "Link", "between": ["b", "d"], "length": "sqrt(2)"}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0], "velocity": [0.3, 0]}, "b": {"position": [1, 0], "velocity": [0.3, 0.2]},
        "c": {"position": [1, 1], "velocity": [0.1, 0.2]}, "d": {"position": [0, 1], "velocity": [0.1, 0]}}},
      "sampling": {"dt": 0.05, "steps": 61}})js");
    CHECK(c.system.degrees_of_freedom() == 2);
    check_by_judge(c, motion_in_time(c, 1));
}

TEST_CASE("equations that begin to depend on each other in time end the motion by name") {
    // At t = pi/2 the rows are parallel, and contradict each other by 0.1 m: x = 0.1/cos(t) diverges before that time.
    const Compiled c(
        bead_with(equation("Constraint", "y") + ", " + equation("Constraint", "x*cos(t) + y*sin(t) - 0.2")));
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    CHECK(batch.outcomes[0].reason != EndReason::completed);
}
