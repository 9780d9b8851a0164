#pragma once
// Motions on constraints by formula in closed form: system files, and where their nodes are at any time.

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "physics/reference.hpp"

namespace cchnn_test {

struct NodeMotion {
    Three x, v;
};
struct ClosedForm {
    std::string json;
    std::function<std::vector<NodeMotion>(Real)> at;  // nodes in the order of the file
};

// The same motion elsewhere: all lengths, its direction in the plane, and a factor in front of the equation.
struct Variant {
    Real length = 1, turn = 0;
    std::string factor = "1";
};
inline const std::vector<Variant>& variants() {
    static const std::vector<Variant> all{{}, {1, 2.2L, "1"}, {0.003L, -0.7L, "-250"}, {40, 0.9L, "1e-6"}};
    return all;
}

inline std::string digits(Real value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17Lg", value);
    return text;
}
inline std::string pair_of(Real a, Real b) { return "[" + digits(a) + ", " + digits(b) + "]"; }
inline Three along(Real angle) { return {std::cos(angle), std::sin(angle), 0}; }
inline Three across(Real angle) { return {-std::sin(angle), std::cos(angle), 0}; }
inline const Real half_turn = std::acos(Real(-1));

// The three nodes of an Obj2D with its centre at x, and its first axis at `angle` from the x axis.
inline std::vector<NodeMotion> flat_body(const Three& x, const Three& v, Real angle, Real rate) {
    return {{x, v}, {x + along(angle), v + rate * across(angle)}, {x + across(angle), v - rate * along(angle)}};
}
inline std::string flat_start(const std::vector<NodeMotion>& nodes, Real angle, Real rate) {
    return R"js("position": )js" + pair_of(nodes[0].x[0], nodes[0].x[1]) + R"js(, "velocity": )js" +
           pair_of(nodes[0].v[0], nodes[0].v[1]) + R"js(, "angle": )js" + digits(angle + half_turn / 2) +
           R"js(, "angle_rate": )js" + digits(rate);
}

// A skate on an incline: its blade is below its centre of mass, so that it turns at a constant rate w, and is pulled by
// G = g sin(slope) along the blade alone. With theta the angle between the blade and the line of fall,
//   u = u_0 + G/w (sin theta - sin theta_0),  (x, y)' = u (cos theta, sin theta)
// which is a cycloid across the line of fall (Neimark, Fufaev, Dynamics of Nonholonomic Systems, 1972).
inline ClosedForm skate_on_incline(const Variant& variant = {}, Real first_angle = 0.4L, Real first_speed = 0.3L) {
    const Real pull = 4 * variant.length, w = 1.7L, speed = first_speed * variant.length;
    const Real rest = speed - pull / w * std::sin(first_angle), turn = variant.turn;
    const auto way = [=](Real theta) -> Three {  // from theta = 0, before the turn
        return {rest / w * std::sin(theta) + pull / (2 * w * w) * std::sin(theta) * std::sin(theta),
                -rest / w * std::cos(theta) + pull / (w * w) * (theta / 2 - std::sin(2 * theta) / 4), 0};
    };
    const auto angle = [=](Real t) { return first_angle + w * t; };
    const auto at = [=](Real t) {
        const Real theta = angle(t), u = rest + pull / w * std::sin(theta);
        const Three gone = way(theta) - way(first_angle);
        return flat_body(gone[0] * along(turn) + gone[1] * across(turn), u * along(theta + turn), theta + turn, w);
    };
    return {R"js({"name": "skate_on_incline", "dimension": 2,
      "bodies": [{"id": "skate", "type": "Obj2D", "mass": 1.5, "second_moments": [0.3, 0.1]}],
      "constraints": [{"type": "VelocityConstraint", "points": ["skate", {"body": "skate", "point": [0.5, 0]}],
                       "constants": {"c": )js" +
                variant.factor + R"js(}, "equation": "c*(vx1*(y2 - y1) - vy1*(x2 - x1))"}],
      "potentials": [{"type": "Gravity", "g": )js" +
                digits(pull) + R"js(, "up": )js" + pair_of(-std::cos(turn), -std::sin(turn)) + R"js(}],
      "initial_conditions": {"bodies": {"skate": {)js" +
                flat_start(at(0), angle(0) + turn, w) + R"js(}}},
      "sampling": {"dt": 0.05, "steps": 101}, "conserved": ["energy"]})js",
            at};
}

// Chaplygin's sleigh: a blade at P, the centre of mass a ahead of it along the blade, I about the centre, k^2 =
// I/m + a^2. With the speed u of P along the blade and the rate w of turning
//   u' = a w^2,  k^2 w' = -a u w:   u = V tanh(c t),  k w = V/cosh(c t),  c = a V/k^2
// and theta = (k/a) gd(c t), gd(s) = 2 atan(tanh(s/2)). With k = 2 a the way of P has a closed form too,
//   V/c (tanh^2(c t) - log cosh(c t),  gd(c t) - tanh(c t)/cosh(c t))
// The sleigh starts backwards and turns round.
inline ClosedForm chaplygin_sleigh(const Variant& variant = {}) {
    const Real a = 0.5L * variant.length, top = 1.2L * variant.length, k = 2 * a, c = a * top / (k * k),
               turn = variant.turn;
    const auto phase = [=](Real t) { return c * t - 1.1L; };
    const auto angle = [=](Real t) { return turn + 4 * std::atan(std::tanh(phase(t) / 2)); };
    const auto rate = [=](Real t) { return top / k / std::cosh(phase(t)); };
    const auto at = [=](Real t) {
        const Real s = phase(t), turned = 2 * std::atan(std::tanh(s / 2)), fast = std::tanh(s);
        const Real x = top / c * (fast * fast - std::log(std::cosh(s))), y = top / c * (turned - fast / std::cosh(s));
        const Three blade = x * along(turn) + y * across(turn), ahead = along(angle(t));
        return flat_body(blade + a * ahead, top * fast * ahead + a * rate(t) * across(angle(t)), angle(t), rate(t));
    };
    return {R"js({"name": "chaplygin_sleigh", "dimension": 2,
      "bodies": [{"id": "sleigh", "type": "Obj2D", "mass": 3, "second_moments": )js" +
                pair_of(2 * a * a, a * a) + R"js(}],
      "constraints": [{"type": "VelocityConstraint", "points": [{"body": "sleigh", "point": [)js" +
                digits(-a) + R"js(, 0]}, "sleigh"],
                       "constants": {"c": )js" +
                variant.factor + R"js(}, "equation": "c*(vx1*(y2 - y1) - vy1*(x2 - x1))"}],
      "initial_conditions": {"bodies": {"sleigh": {)js" +
                flat_start(at(0), angle(0), rate(0)) + R"js(}}},
      "sampling": {"dt": 0.1, "steps": 81}, "conserved": ["energy"]})js",
            at};
}

// A bead that goes round on the paraboloid z = k (x^2 + y^2)/2 at one height, at the rate sqrt(g k) whatever the height.
// The axis of the paraboloid is the x axis where `lying`.
inline ClosedForm bead_on_paraboloid(const Variant& variant = {}, bool lying = false) {
    const Real k = 3 / variant.length, radius = 0.7L * variant.length, g = 9.81L * variant.length, w = std::sqrt(g * k);
    const auto placed = [=](const Three& p) -> Three { return lying ? Three{p[2], p[0], p[1]} : p; };
    const auto at = [=](Real t) -> std::vector<NodeMotion> {
        const Real angle = variant.turn + w * t;
        return {
            {placed(radius * along(angle) + Three{0, 0, k * radius * radius / 2}), placed(radius * w * across(angle))}};
    };
    const auto triple = [](const Three& p) {
        return "[" + digits(p[0]) + ", " + digits(p[1]) + ", " + digits(p[2]) + "]";
    };
    const NodeMotion start = at(0)[0];
    return {
        R"js({"name": "bead_on_paraboloid", "dimension": 3, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 0.2}],
      "constraints": [{"type": "Constraint", "points": ["bead"],
                       "constants": {"c": )js" +
            variant.factor + R"js(, "k": )js" + digits(k) + R"js(}, "equation": ")js" +
            (lying ? "c*(x - k*(y^2 + z^2)/2)" : "c*(z - k*(x^2 + y^2)/2)") + R"js("}],
      "potentials": [{"type": "Gravity", "g": )js" +
            digits(g) + R"js(, "up": )js" + triple(placed({0, 0, 1})) + R"js(}],
      "initial_conditions": {"bodies": {"bead": {"position": )js" +
            triple(start.x) + R"js(, "velocity": )js" + triple(start.v) + R"js(}}},
      "sampling": {"dt": 0.02, "steps": 101}, "conserved": ["energy"]})js",
        at};
}

// A bead in zero gravity goes over y = h tanh((x - place)/h) at 1 m/s, from (0, -h) and for 2 s. An equation for its
// velocities says the same.
inline const std::vector<std::string>& narrow_steps() {
    static const std::vector<std::string> items{
        R"js("Constraint", "equation": "y - h*tanh((x - p)/h)")js",
        R"js("VelocityConstraint", "equation": "vy - vx*(1 - tanh((x - p)/h)^2)")js"};
    return items;
}
inline std::string step_system(const std::string& item, Real place, Real h) {
    return R"js({"name": "step", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"points": ["bead"], "constants": {"p": )js" +
           digits(place) + R"js(, "h": )js" + digits(h) + R"js(}, "type": )js" + item +
           R"js(}], "initial_conditions": {"bodies": {"bead": {"position": )js" + pair_of(0, -h) +
           R"js(, "velocity": [1, 0]}}}, "sampling": {"dt": 0.5, "steps": 5}})js";
}
// By how many h the way over the step is longer than that along x: the integral of sqrt(1 + 1/cosh(s)^4) - 1.
inline Real way_over_step() {
    const auto excess = [](Real s) { return std::sqrt(1 + std::pow(std::cosh(s), -4.0L)) - 1; };
    Real sum = 0;
    for (int i = -3000; i < 3000; ++i) {  // Simpson's rule
        const Real s = i * 0.01L;
        sum += 0.01L / 6 * (excess(s) + 4 * excess(s + 0.005L) + excess(s + 0.01L));
    }
    return sum;
}

}  // namespace cchnn_test
