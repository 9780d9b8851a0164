// The same motions by two roads: bodies and constraints, and a Lagrangian in coordinates. They share no equations.

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "contains_text.hpp"
#include "mechanics/motion_scales.hpp"
#include "mechanics/singular_places.hpp"
#include "model/finite_energy.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Coordinates = std::vector<double>;
struct Roads {
    std::string bodies, lagrangian;
    std::function<std::vector<Three>(const Coordinates&)> places;  // of the nodes of the bodies, from coordinates
    double size;                                                   // m, of the motion
    double constant_energy = 0;                                    // of the bodies, beside that of the Lagrangian
};

std::string head(const std::string& name, int dimension) {
    return R"({"name": ")" + name + R"(", "dimension": )" + std::to_string(dimension) + ", ";
}
const std::string sampling = R"("sampling": {"dt": 0.05, "steps": 61}})";
std::string text(double value) {
    char written[40];
    std::snprintf(written, sizeof written, "%.17g", value);
    return written;
}

// Steps keep 1e-13 each, some hundred of them are taken, and the motions amplify errors by less than 100.
constexpr double near = 1e-9;

void check_alike(const Roads& roads) {
    const Compiled of_bodies(roads.bodies);
    // As programs do, with starts by which to find what constraints hold.
    const CompiledSystem of_formulas(parse_system(roads.lagrangian, "test.json"));
    SampleKey key{1, Split::test, 0, 0};
    const TrajectoryBatch a = integrate(of_bodies.system, of_bodies.draw(1), of_bodies.own_times(), default_protocol());
    const TrajectoryBatch b =
        integrate(of_formulas.system, {of_formulas.sampler.draw(key)}, of_bodies.own_times(), default_protocol());
    REQUIRE(a.outcomes[0].reason == EndReason::completed);
    REQUIRE(b.outcomes[0].reason == EndReason::completed);
    double worst = 0, energy = 0, lost = 0, work = 0, moved = 0;
    const std::size_t n = to_size(b.nodes);
    const double kinetic =
        motion_scales(of_bodies.system, a.samples, of_bodies.own_times().dt, a.x.data(), a.v.data()).kinetic;
    for (int k = 0; k < b.samples; ++k) {
        const Coordinates q(b.x.begin() + static_cast<std::ptrdiff_t>(to_size(k) * n),
                            b.x.begin() + static_cast<std::ptrdiff_t>(to_size(k + 1) * n));
        const std::vector<Three> places = roads.places(q);
        for (std::size_t i = 0; i < places.size(); ++i) {
            worst = worse(worst, norm(node_of(a.x, a, 0, k, static_cast<int>(i)) - places[i]) / roads.size);
            moved = std::max(moved, number(norm(node_of(a.x, a, 0, k, static_cast<int>(i)) -
                                                node_of(a.x, a, 0, 0, static_cast<int>(i)))));
        }
        energy = worse(energy, (a.energy[to_size(k)] - roads.constant_energy - b.energy[to_size(k)]) / kinetic);
        if (!a.work.empty()) work = worse(work, (a.work[to_size(k)] - b.work[to_size(k)]) / kinetic);
        if (!a.dissipated.empty()) lost = worse(lost, (a.dissipated[to_size(k)] - b.dissipated[to_size(k)]) / kinetic);
    }
    CHECK(a.dissipated.empty() == b.dissipated.empty());
    CHECK(a.work.empty() == b.work.empty());
    CHECK(work < near);
    CHECK(worst < near);
    CHECK(energy < near);
    CHECK(lost < near);
    CHECK(moved > 0.1 * roads.size);
}

}  // namespace

TEST_CASE("a mass on a spring swings in polar coordinates as a body does, in three units of length and mass") {
    for (const auto& units : {std::pair(1.0, 1.0), std::pair(1e-3, 1e-6), std::pair(1e3, 1e5)}) {
        const double l = units.first, m = units.second;
        const std::string at = text(1.2 * l * std::sin(0.4)), below = text(-1.2 * l * std::cos(0.4));
        const double k = 20 * m, g = 9.81 * l;
        const Roads roads{
            head("spring", 2) + R"("bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": )" +
                text(m) + R"(}], "potentials": [{"type": "Gravity", "g": )" + text(g) +
                R"(}, {"type": "Spring", "between": ["o", "a"],
                "stiffness": )" +
                text(k) + R"(, "rest_length": )" + text(l) + R"(}], "initial_conditions": {"state": {
                "position": {"a": [)" +
                at + ", " + below + R"(]}, "velocity": {"a": [)" + text(0.6 * l * std::cos(0.4)) + ", " +
                text(0.6 * l * std::sin(0.4)) + "]}}}, " + sampling,
            R"({"name": "polars", "lagrangian": {"coordinates": {"r": {}, "theta": {"angle": true}}, "constants": {"m": )" +
                text(m) + R"(, "k": )" + text(k) + R"(, "l": )" + text(l) + R"(, "g": )" + text(g) +
                R"json(}, "kinetic": "m/2*(rd^2 + r^2*thetad^2)", "potential": "k/2*(r - l)^2 - m*g*r*cos(theta)"},
                "initial_conditions": {"r": )json" +
                text(1.2 * l) + R"(, "theta": 0.4, "thetad": 0.5}, )" + sampling,
            [](const Coordinates& q) {
                return std::vector<Three>{{q[0] * std::sin(q[1]), -q[0] * std::cos(q[1]), 0}};
            },
            l};
        CAPTURE(l);
        check_alike(roads);
    }
}

TEST_CASE("a double pendulum with friction moves in its angles as rods on hinges do") {
    // Rods without mass to bobs of 1 and 2 kg: Links, and Damping of each bob about what holds it.
    const Roads roads{
        head("chain", 2) + R"("bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1},
            {"id": "b", "type": "Obj0D", "mass": 2}],
            "constraints": [{"type": "Link", "between": ["o", "a"], "length": 0.7}, {"type": "Link", "between": ["a", "b"], "length": 0.5}],
            "potentials": [{"type": "Gravity"}], "damping": [{"type": "Damping", "body": "a", "coefficient": 0.3}],
            "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 0.9, "angle_rate": 0.4}, "b": {"from": "a", "angle": -0.6}}}, )" +
            sampling,
        R"json({"name": "angles", "lagrangian": {"coordinates": {"a": {"angle": true}, "b": {"angle": true}},
            "constants": {"l": 0.7, "k": 0.5, "g": 9.81, "c": 0.3},
            "kinetic": "3*l^2*ad^2/2 + k^2*bd^2 + 2*l*k*ad*bd*cos(a - b)",
            "potential": "-3*g*l*cos(a) - 2*g*k*cos(b)", "dissipation": "c/2*l^2*ad^2"},
            "initial_conditions": {"a": 0.9, "b": -0.6, "ad": 0.4}, )json" +
            sampling,
        [](const Coordinates& q) {
            const Three a{0.7 * std::sin(q[0]), -0.7 * std::cos(q[0]), 0};
            return std::vector<Three>{a, a + Three{0.5 * std::sin(q[1]), -0.5 * std::cos(q[1]), 0}};
        },
        1};
    check_alike(roads);
}

TEST_CASE("a heavy top moves in Euler's angles as a solid held at its tip does") {
    // Centre 0.3 m along axis 3; moments about the tip A = 1.5 (0.02 + 0.05 + 0.09), C = 1.5 (0.02 + 0.02).
    const Roads roads{
        head("top", 3) + R"("bodies": [{"id": "o", "type": "Origin"},
            {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.02, 0.02, 0.05]}],
            "constraints": [{"type": "Joint", "between": ["o", {"body": "a", "point": [0, 0, -0.3]}]}],
            "potentials": [{"type": "Gravity"}], "initial_conditions": {"bodies": {"a": {"from": "o",
                "euler_zxz": [0.2, 0.7, 0.1], "euler_rates": [0.3, 0.5, 9]}}}, )" +
            sampling,
        R"json({"name": "euler", "lagrangian": {"coordinates": {"phi": {"angle": true}, "theta": {"angle": true}, "psi": {"angle": true}},
            "constants": {"A": 0.24, "C": 0.06, "mgl": 4.4145},
            "kinetic": "A/2*(thetad^2 + phid^2*sin(theta)^2) + C/2*(psid + phid*cos(theta))^2", "potential": "mgl*cos(theta)"},
            "initial_conditions": {"phi": 0.2, "theta": 0.7, "psi": 0.1, "phid": 0.3, "thetad": 0.5, "psid": 9}, )json" +
            sampling,
        [](const Coordinates& q) {
            const Three axis{std::sin(q[1]) * std::sin(q[0]), -std::sin(q[1]) * std::cos(q[0]), std::cos(q[1])};
            const Three e1{std::cos(q[0]) * std::cos(q[2]) - std::sin(q[0]) * std::cos(q[1]) * std::sin(q[2]),
                           std::sin(q[0]) * std::cos(q[2]) + std::cos(q[0]) * std::cos(q[1]) * std::sin(q[2]),
                           std::sin(q[1]) * std::sin(q[2])};
            return std::vector<Three>{0.3 * axis, 0.3 * axis + e1};
        },
        1};
    check_alike(roads);
}

TEST_CASE("a charge in a magnetic field moves in polar coordinates as in Cartesian ones") {
    // L = T + q B r^2 theta'/2, a term of degree 1 in the rates; and a planet that attracts it.
    const Roads roads{
        head("charge", 2) +
            R"("bodies": [{"id": "sun", "type": "Origin", "mass": 3}, {"id": "a", "type": "Obj0D", "mass": 0.5}],
            "potentials": [{"type": "Newtonian", "gravitational_constant": 0.4, "bodies": ["sun", "a"]},
                {"type": "MagneticField", "on": "a", "charge": 0.8, "field": [0, 0, 1.5]}],
            "initial_conditions": {"state": {"position": {"a": [1, 0]}, "velocity": {"a": [0.2, 1.1]}}}, )" +
            sampling,
        R"json({"name": "polars", "lagrangian": {"coordinates": {"r": {}, "theta": {"angle": true}},
            "kinetic": "0.5/2*(rd^2 + r^2*thetad^2) + 0.8*1.5*r^2*thetad/2", "potential": "-0.4*3*0.5/r"},
            "initial_conditions": {"r": 1, "theta": 0, "rd": 0.2, "thetad": 1.1}, )json" +
            sampling,
        [](const Coordinates& q) {
            return std::vector<Three>{{q[0] * std::cos(q[1]), q[0] * std::sin(q[1]), 0}};
        },
        1};
    check_alike(roads);
}

TEST_CASE("a bead on a turning hoop moves by the equation of its angle") {
    const Compiled c(R"json({"name": "hoop", "lagrangian": {"coordinates": {"a": {"angle": true}},
        "constants": {"m": 0.5, "l": 0.3, "w": 8, "g": 9.81}, "kinetic": "m/2*l^2*(ad^2 + w^2*sin(a)^2)",
        "potential": "-m*g*l*cos(a)"}, "initial_conditions": {"a": 0.4, "ad": 1}, )json" +
                     sampling);
    const auto rates = [](const std::array<Real, 2>& z) {
        return std::array<Real, 2>{z[1], std::sin(z[0]) * (64 * std::cos(z[0]) - 9.81L / 0.3L)};
    };
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    std::array<Real, 2> z{0.4L, 1};
    double worst = 0, energy = 0;
    for (int k = 0; k < batch.samples; ++k) {
        worst = worse(worst, batch.x[to_size(k)] - z[0]);
        const Real sine = std::sin(z[0]);
        energy = worse(energy, batch.energy[to_size(k)] - (0.25L * 0.09L * (z[1] * z[1] - 64 * sine * sine) -
                                                           0.5L * 9.81L * 0.3L * std::cos(z[0])));
        z = advance(rates, z, 0.05L, 400);
    }
    CHECK(worst < near);
    CHECK(energy < near);
}

TEST_CASE("a bead on a closed curve moves in polar coordinates as in Cartesian ones, in three units of length") {
    // r = l (1 + e sin(theta)) as an equation between r and theta, whose masses 1 and r^2 differ; and one between x and y.
    for (const double l : {1.0, 1e-3, 1e3}) {
        CAPTURE(l);
        const double r = l * (1 + 0.3 * std::sin(0.7)), g = 9.81 * l;
        const double slope = 0.3 * l * std::cos(0.7) * 0.9;  // dr/dt at a rate of 0.9
        const std::string x = text(r * std::cos(0.7)), y = text(r * std::sin(0.7));
        const std::string u = text(slope * std::cos(0.7) - r * std::sin(0.7) * 0.9),
                          v = text(slope * std::sin(0.7) + r * std::cos(0.7) * 0.9);
        const Roads roads{
            head("bead", 2) +
                R"json("bodies": [{"id": "a", "type": "Obj0D", "mass": 0.7}], "constraints": [{"type": "Constraint", "points": ["a"],
                "constants": {"l": )json" +
                text(l) +
                R"json(}, "equation": "sqrt(x^2 + y^2) - l*(1 + 0.3*y/sqrt(x^2 + y^2))"}], "potentials": [{"type": "Gravity",
                "g": )json" +
                text(g) + R"json(}], "initial_conditions": {"state": {"position": {"a": [)json" + x + ", " + y +
                R"json(]}, "velocity": {"a": [)json" + u + ", " + v + "]}}}, " + sampling,
            R"json({"name": "polars", "lagrangian": {"coordinates": {"r": {}, "theta": {"angle": true}}, "constants": {"l": )json" +
                text(l) + R"json(, "g": )json" + text(g) +
                R"json(}, "kinetic": "0.7/2*(rd^2 + r^2*thetad^2)", "potential": "0.7*g*r*sin(theta)",
                "constraints": ["r - l*(1 + 0.3*sin(theta))"]}, "initial_conditions": {"r": )json" +
                text(r) + R"json(, "theta": 0.7, "rd": )json" + text(slope) + R"json(, "thetad": 0.9}, )json" +
                sampling,
            [](const Coordinates& q) {
                return std::vector<Three>{{q[0] * std::cos(q[1]), q[0] * std::sin(q[1]), 0}};
            },
            l};
        check_alike(roads);
    }
}

TEST_CASE("a sleigh moves in the coordinates of its blade as a body does, held by a condition on rates") {
    const double a = 0.3;  // m, from the blade to the centre of mass
    const Roads roads{head("sleigh", 2) +
                          R"json("bodies": [{"id": "s", "type": "Obj2D", "mass": 1, "second_moments": [0.025, 0.015]}],
            "constraints": [{"type": "VelocityConstraint", "points": [{"body": "s", "point": [-0.3, 0]}, "s"],
                "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"}],
            "initial_conditions": {"bodies": {"s": {"position": [0.3, 0], "velocity": [1, 0.27], "angle": "pi/2", "angle_rate": 0.9}}}, )json" +
                          sampling,
                      R"json({"name": "blade", "lagrangian": {"coordinates": {"x": {}, "y": {}, "th": {"angle": true}},
            "constants": {"a": 0.3, "J": 0.04},
            "kinetic": "((xd - a*thd*sin(th))^2 + (yd + a*thd*cos(th))^2)/2 + J/2*thd^2",
            "constraints": ["5*(yd*cos(th) - xd*sin(th))"]},
            "initial_conditions": {"x": 0, "y": 0, "th": 0, "xd": 1, "thd": 0.9}, )json" +
                          sampling,
                      [a](const Coordinates& q) {
                          return std::vector<Three>{{q[0] + a * std::cos(q[2]), q[1] + a * std::sin(q[2]), 0}};
                      },
                      1};
    check_alike(roads);
}

TEST_CASE("a driven cart carries a pendulum by two roads, and its input does the same work") {
    const std::string input = R"json("inputs": [{"id": "push", "formula": "2*sin(3*t) + 1"}], )json";
    const Roads roads{
        head("cart", 2) + input +
            R"json("bodies": [{"id": "cart", "type": "Obj0D", "mass": 1}, {"id": "bob", "type": "Obj0D", "mass": 0.4}],
            "constraints": [{"type": "Constraint", "points": ["cart"], "equation": "y"}, {"type": "Link", "between": ["cart", "bob"], "length": 0.5}],
            "potentials": [{"type": "Gravity"}, {"type": "Force", "on": "cart", "force": [1.5, 0], "input": "push"}],
            "initial_conditions": {"state": {"position": {"cart": [0.2, 0], "bob": [)json" +
            text(0.2 + 0.5 * std::sin(0.8)) + ", " + text(-0.5 * std::cos(0.8)) +
            R"json(]}, "velocity": {"cart": [0.3, 0], "bob": [0.3, 0]}}}, )json" + sampling,
        R"json({"name": "angle", "lagrangian": {"coordinates": {"s": {}, "a": {"angle": true}},
            "constants": {"m": 0.4, "l": 0.5, "g": 9.81}, "forces": {"s": "1.5*push"},
            "kinetic": "(1 + m)/2*sd^2 + m*l*sd*ad*cos(a) + m*l^2/2*ad^2", "potential": "-m*g*l*cos(a)"},)json" +
            input + R"json("initial_conditions": {"s": 0.2, "a": 0.8, "sd": 0.3}, )json" + sampling,
        [](const Coordinates& q) {
            return std::vector<Three>{{q[0], 0, 0}, {q[0] + 0.5 * std::sin(q[1]), -0.5 * std::cos(q[1]), 0}};
        },
        1};
    check_alike(roads);
}

TEST_CASE("a pendulum whose energies name the time moves as one that hangs from an Origin that moves") {
    // Twice: with the rates of the point written out, and with a term that is a derivative in time alone.
    for (const char* kinetic : {"m/2*((l*ad*cos(a))^2 + (l*ad*sin(a) - A*w*sin(w*t))^2)",
                                "m/2*(l^2*ad^2 - 2*l*ad*sin(a)*A*w*sin(w*t)) + m*A*w*ad*cos(a)*exp(-t)"}) {
        const std::string more = contains_text(kinetic, "exp") ? " + m*A*w*sin(a)*exp(-t)" : "";
        const Compiled in_space(
            head("shaken", 2) +
            R"json("bodies": [{"id": "pivot", "type": "Origin", "moves": [{"along": [0, 0.1], "input": "shake"}]},
                {"id": "bob", "type": "Obj0D", "mass": 2}],
            "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 0.5}], "potentials": [{"type": "Gravity"}],
            "inputs": [{"id": "shake", "formula": "cos(20*t)"}],
            "initial_conditions": {"bodies": {"bob": {"from": "pivot", "angle": 2, "angle_rate": 0}}}, )json" +
            sampling);
        const Compiled in_angle(
            R"json({"name": "shaken", "lagrangian": {"coordinates": {"a": {"angle": true}},
            "constants": {"m": 2, "l": 0.5, "g": 9.81, "A": 0.1, "w": 20}, "kinetic": ")json" +
            std::string(kinetic) + R"json(", "potential": "-m*g*l*cos(a))json" + more + R"json("},
            "initial_conditions": {"a": 2}, )json" +
            sampling);
        const TrajectoryBatch a =
            integrate(in_space.system, in_space.draw(1), in_space.own_times(), default_protocol());
        const TrajectoryBatch b =
            integrate(in_angle.system, in_angle.draw(1), in_angle.own_times(), default_protocol());
        REQUIRE(b.outcomes[0].reason == EndReason::completed);
        double worst = 0, change = 0, moved = 0;
        for (int k = 0; k < b.samples; ++k) {
            const double t = in_angle.own_times().time(k), angle = b.x[to_size(k)];
            const Three bob{0.5 * std::sin(angle), 0.1 * std::cos(20 * t) - 0.5 * std::cos(angle), 0};
            worst = worse(worst, norm(node_of(a.x, a, 0, k, 0) - bob));
            change = worse(change, b.energy[to_size(k)] - b.work[to_size(k)] - b.energy[0]);
            moved = std::max(moved, std::fabs(b.energy[to_size(k)] - b.energy[0]));
        }
        CHECK(worst < near);
        CHECK(change < near * 20);  // J: 2 m g l
        CHECK(moved > 1);
    }
}

TEST_CASE("a potential that depends on time is a force, and its work is counted") {
    const std::string form =
                          R"json({"name": "driven", "lagrangian": {"coordinates": {"x": {}}, "kinetic": "xd^2", )json",
                      rest = R"json(}, "initial_conditions": {"x": 0.3, "xd": -0.2}, )json" + sampling;
    // x'' = -4 x + sin(3 t), from V = 4 (x - sin(3 t)/4)^2, and from a force: x = c cos 2t + s sin 2t - sin(3 t)/5.
    const Compiled by_potential(form + R"json("potential": "4*(x - sin(3*t)/4)^2")json" + rest);
    const Compiled by_force(form + R"json("potential": "4*x^2", "forces": {"x": "2*sin(3*t)"})json" + rest);
    const TrajectoryBatch a =
        integrate(by_potential.system, by_potential.draw(1), by_potential.own_times(), default_protocol());
    const TrajectoryBatch b = integrate(by_force.system, by_force.draw(1), by_force.own_times(), default_protocol());
    double worst = 0, energy = 0, work = 0;
    for (int k = 0; k < a.samples; ++k) {
        const double t = a.samples > 0 ? by_force.own_times().time(k) : 0, at = 2 * t;
        const double x = 0.3 * std::cos(at) + 0.2 * std::sin(at) - std::sin(3 * t) / 5;
        const double v = -0.6 * std::sin(at) + 0.4 * std::cos(at) - 0.6 * std::cos(3 * t);
        for (const TrajectoryBatch* one : {&a, &b}) {
            worst = worse(worst, one->x[to_size(k)] - x);
            energy = worse(energy, one->energy[to_size(k)] - (v * v + 4 * x * x));
            work = worse(work, one->energy[to_size(k)] - one->energy[0] - one->work[to_size(k)]);
        }
    }
    CHECK(by_potential.system.conserved().empty());
    CHECK(by_force.system.conserved().empty());
    CHECK(worst < 1e-11);  // 1e-13 a step, some 100 steps
    CHECK(energy < 1e-10);
    CHECK(work < 1e-10);
}

TEST_CASE("inputs in the forces of a Lagrangian change its energy, so that it is no conserved quantity") {
    const auto conserved = [](const std::string& more) {
        return Compiled(R"({"name": "mass", "lagrangian": {"coordinates": {"r": {}}, "kinetic": "rd^2/2")" + more +
                        R"(, "initial_conditions": {"r": 1}, )" + sampling)
            .system.conserved()
            .size();
    };
    CHECK(conserved("}") == 1);
    CHECK(conserved(R"(, "forces": {"r": "push"}}, "inputs": [{"id": "push", "formula": "t"}])") == 0);
    CHECK(conserved(R"(, "dissipation": "rd^2"})") == 0);
}

TEST_CASE("a pendulum whose length changes moves by two roads, in three units: by a constraint, and by its inertia") {
    for (const auto& units : {std::pair(1.0, 1.0), std::pair(1e-3, 1e-6), std::pair(1e3, 1e5)}) {
        const double l = units.first, m = units.second;
        CAPTURE(l);
        const std::string length = text(l) + "*(0.5 + 0.1*sin(3*t))",
                          constants = R"("constants": {"m": )" + text(m) + R"(, "g": )" + text(9.81 * l) + "}, ";
        // The rod grows by 0.3 l m/s at the start, along its own direction.
        const double sine = std::sin(0.8), cosine = std::cos(0.8);
        const Roads by_constraint{
            head("rod", 2) + R"("bodies": [{"id": "b", "type": "Obj0D", "mass": )" + text(m) +
                R"json(}], "constraints": [{"type": "Constraint", "points": ["b"], "equation": "x^2 + y^2 - ()json" +
                length + R"json()^2"}], "potentials": [{"type": "Gravity", "g": )json" + text(9.81 * l) +
                R"(}], "initial_conditions": {"state": {"position": {"b": [)" + text(0.5 * l * sine) + ", " +
                text(-0.5 * l * cosine) + R"(]}, "velocity": {"b": [)" + text(l * (0.3 * sine + 0.35 * cosine)) + ", " +
                text(l * (-0.3 * cosine + 0.35 * sine)) + "]}}}, " + sampling,
            R"({"name": "polar", "lagrangian": {"coordinates": {"r": {}, "a": {"angle": true}}, )" + constants +
                R"json("kinetic": "m/2*(rd^2 + r^2*ad^2)", "potential": "-m*g*r*cos(a)", "constraints": ["3*(r - )json" +
                length + R"json()"]}, "initial_conditions": {"r": )json" + text(0.5 * l) + R"(, "a": 0.8, "rd": )" +
                text(0.3 * l) + R"(, "ad": 0.7}, )" + sampling,
            [](const Coordinates& q) {
                return std::vector<Three>{{q[0] * std::sin(q[1]), -q[0] * std::cos(q[1]), 0}};
            },
            l};
        check_alike(by_constraint);

        const Compiled by_inertia(R"({"name": "angle", "lagrangian": {"coordinates": {"a": {"angle": true}}, )" +
                                  constants + R"json("kinetic": "m/2*()json" + length +
                                  R"json()^2*ad^2", "potential": "-m*g*)json" + length +
                                  R"json(*cos(a)"}, "initial_conditions": {"a": 0.8, "ad": 0.7}, )json" + sampling);
        const Compiled in_space(by_constraint.bodies);
        const TrajectoryBatch a =
            integrate(in_space.system, in_space.draw(1), in_space.own_times(), default_protocol());
        const TrajectoryBatch b =
            integrate(by_inertia.system, by_inertia.draw(1), by_inertia.own_times(), default_protocol());
        REQUIRE(b.outcomes[0].reason == EndReason::completed);
        const double scale = m * l * l * 9.81;  // J
        double worst = 0, energy = 0, change = 0;
        for (int k = 0; k < b.samples; ++k) {
            const double t = by_inertia.own_times().time(k), q = b.x[to_size(k)], w = b.v[to_size(k)];
            const double r = l * (0.5 + 0.1 * std::sin(3 * t));
            worst = worse(worst, norm(node_of(a.x, a, 0, k, 0) - Three{r * std::sin(q), -r * std::cos(q), 0}) / l);
            // That of L at t = 0, where the rod has its first length.
            const double first = m * (0.125 * l * l * w * w - 9.81 * l * 0.5 * l * std::cos(q));
            energy = worse(energy, (b.energy[to_size(k)] - first) / scale);
            change = worse(change, (b.energy[to_size(k)] - b.work[to_size(k)] - b.energy[0]) / scale);
        }
        CHECK(worst < near);
        CHECK(energy < near);
        CHECK(change < near);
    }
}

TEST_CASE(
    "a bead on a rod that turns evenly moves by closed forms, held by a condition on rates that is not 0 at rest") {
    // r'' = w^2 r, r = 0.3 cosh(w t); the drive does the work m w^2 (r^2 - r_0^2), of which half is the radial motion's.
    const double w = 0.8, m = 2;
    const Compiled c(
        R"json({"name": "rod", "lagrangian": {"coordinates": {"r": {}, "a": {"angle": true}}, "constants": {"m": 2, "w": 0.8},
        "kinetic": "m/2*(rd^2 + r^2*ad^2)", "constraints": ["7*ad - 7*w"]},
        "initial_conditions": {"r": 0.3, "a": 0.1, "ad": 0.8}, )json" +
        sampling);
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    CHECK(c.system.conserved().empty());
    double worst = 0, work = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const double t = c.own_times().time(k), r = 0.3 * std::cosh(w * t);
        worst = worse(worst, batch.x[2 * to_size(k)] - r);
        worst = worse(worst, batch.x[2 * to_size(k) + 1] - (0.1 + w * t));
        work = worse(work, batch.work[to_size(k)] - m * w * w * (r * r - 0.09));
    }
    CHECK(worst < 1e-11);  // 1e-13 a step, some 100 steps
    CHECK(work < 1e-11);
}

TEST_CASE("a mass that grows keeps its momentum, and what friction takes is counted beside the work of growth") {
    // ((1 + t) x')' = -c x': x' = (1 + t)^-(1 + c); E = x'^2/2 is that of the first mass, R takes c x'^2.
    for (const double c : {0.0, 0.25}) {
        const Compiled grows(
            R"json({"name": "grows", "lagrangian": {"coordinates": {"x": {}}, "kinetic": "(1 + t)*xd^2/2")json" +
            std::string(c > 0 ? R"(, "dissipation": "0.25*xd^2/2")" : "") +
            R"(}, "initial_conditions": {"x": 0, "xd": 1}, )" + sampling);
        const TrajectoryBatch batch = integrate(grows.system, grows.draw(1), grows.own_times(), default_protocol());
        double worst = 0, lost = 0, work = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const double t = grows.own_times().time(k), n = 1 + 2 * c, v = std::pow(1 + t, -(1 + c));
            worst = worse(worst, batch.x[to_size(k)] - (c > 0 ? (1 - std::pow(1 + t, -c)) / c : std::log(1 + t)));
            const double taken = c * (1 - std::pow(1 + t, -n)) / n;
            if (c > 0) lost = worse(lost, batch.dissipated[to_size(k)] - taken);
            work = worse(work, batch.work[to_size(k)] - (v * v / 2 - 0.5 + taken));
        }
        CHECK(worst < 1e-11);
        CHECK(lost < 1e-11);
        CHECK(work < 1e-11);
    }
}

TEST_CASE("an input whose formula is far longer than the Lagrangian drives it") {
    // The sum of the 200 terms is 200 t, so that x = x_0 + 200 t^3/6.
    std::string formula = "t";
    for (int i = 1; i < 200; ++i) formula += "+t";
    const Compiled c(
        R"json({"name": "driven", "lagrangian": {"coordinates": {"x": {}, "y": {}}, "kinetic": "(xd^2 + yd^2)/2",
        "forces": {"x": "u"}}, "inputs": [{"id": "u", "formula": ")json" +
        formula + R"json("}],
        "initial_conditions": {"x": 0.3, "y": 0.7, "yd": 0.2}, )json" +
        sampling);
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    double worst = 0, work = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const double t = c.own_times().time(k);
        worst = worse(worst, batch.x[2 * to_size(k)] - (0.3 + 200 * t * t * t / 6));
        worst = worse(worst, batch.x[2 * to_size(k) + 1] - (0.7 + 0.2 * t));
        work = worse(work, (batch.work[to_size(k)] - 5000 * t * t * t * t) / (5000 * 81));
    }
    CHECK(worst < 1e-11 * 900);  // m, the way
    CHECK(work < 1e-11);
}

TEST_CASE("a motion that comes to a pole of its coordinates ends there by name") {
    // T = q^2 w^2/2 is that of s = q^2/2, which moves evenly: s = 0.5 - t, q = 0 at t = 0.5.
    const Compiled c(R"json({"name": "pole", "lagrangian": {"coordinates": {"q": {}}, "kinetic": "q^2*qd^2/2"},
        "initial_conditions": {"q": 1, "qd": -1}, )json" +
                     sampling);
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    CHECK(batch.outcomes[0].reason == EndReason::singular);
    CHECK(std::fabs(batch.outcomes[0].time - 0.5) <
          1e-6);  // steps become shorter than any below some 1e-12 s before it
    CHECK(batch.outcomes[0].last.empty());
    CHECK(describe_singular_place(c.system) == "M(q) loses rank");
    // A coin that falls flat without turning.
    const Compiled coin(
        R"({"name": "coin", "dimension": 3, "bodies": [{"id": "coin", "type": "Obj2D", "mass": 1, "second_moments": [0.01, 0.01]}],
        "constraints": [{"type": "Rolling", "body": "coin", "radius": 0.2, "upright": false}], "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {"coin": {"position": [0, 0, 0.19106729782512122], "euler_zxz": [0, 1.2707963267948967, 0]}}}, )" +
        sampling);
    const TrajectoryBatch fallen = integrate(coin.system, coin.draw(1), coin.own_times(), default_protocol());
    CHECK(fallen.outcomes[0].reason == EndReason::singular);
    CHECK(describe_singular_place(coin.system) == "the rim of Rolling coin lies flat");
}

TEST_CASE("what is wrong with a Lagrangian is reported at its place in the file") {
    const auto complaint = [](const std::string& lagrangian, const std::string& starts) {
        try {
            const Compiled c(R"({"name": "wrong", "lagrangian": )" + lagrangian + R"(, "initial_conditions": )" +
                             starts + "}");
            c.draw(1);
            return std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    const std::string r = R"({"coordinates": {"r": {}}, )", start = R"({"r": 1})";
    CHECK(complaint(r + R"("kinetic": "rd^2/2"})", start).empty());
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^3"})", start),
                        "#/lagrangian/kinetic: is not quadratic in the rates"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rq^2"})", start),
                        "#/lagrangian/kinetic: column 1: unknown name 'rq'"));
    CHECK(contains_text(complaint(r + R"("kinetic": "r^2"})", start), "has no term with rd^2"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "potential": "r*rd"})", start),
                        "#/lagrangian/potential: depends on the rate 'rd'"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "dissipation": "r"})", start),
                        "#/lagrangian/dissipation: depends on no rate"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "friction": "r"})", start), "#/lagrangian/friction"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2"})", R"({"q": 1})"),
                        "#/initial_conditions: has no start of 'r'"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2"})", R"({"r": 1, "rdd": 1})"),
                        "#/initial_conditions/rdd: is neither a coordinate nor the rate of one, did you mean 'rd'?"));
    CHECK(contains_text(complaint(R"({"coordinates": {"r": {}, "rd": {}}, "kinetic": "rd^2"})", R"({"r": 1, "rd": 1})"),
                        "'rd' is also the rate of 'r'"));
    CHECK(contains_text(
        complaint(R"({"coordinates": {"a": {"angle": true}}, "kinetic": "ad^2", "potential": "a^2"})", R"({"a": 1})"),
        "'a' is not an angle of 'potential'"));
    const CompiledSystem heavy(
        parse_system(R"({"name": "wrong", "lagrangian": {"coordinates": {"r": {}}, "kinetic": "-rd^2"},
        "initial_conditions": {"r": 1}})",
                     "test.json"));
    CHECK(contains_text(not_finite_in(heavy, InitialState{{1}, {0}}), "not positive definite"));
    const auto not_finite = [](const std::string& formulas, double at) {
        const CompiledSystem compiled(parse_system(R"({"name": "wrong", "lagrangian": {"coordinates": {"r": {}}, )" +
                                                       formulas + R"(}, "initial_conditions": {"r": )" + text(at) +
                                                       "}}",
                                                   "test.json"));
        return not_finite_in(compiled, InitialState{{at}, {0}});
    };
    CHECK(contains_text(not_finite(R"("kinetic": "r^2*rd^2")", 0), "start elsewhere if it is a pole"));
    CHECK(contains_text(not_finite(R"("kinetic": "rd^2", "potential": "1/r")", 0), "V is inf; check 'potential'"));
    CHECK(contains_text(not_finite(R"("kinetic": "rd^2", "dissipation": "sqrt(rd^2)^3")", 1),
                        "such as that of sqrt(ad^2) where ad is 0"));
    CHECK(not_finite(R"("kinetic": "rd^2", "dissipation": "sqrt(rd^2 + 1e-12)^3")", 1).empty());
    // M = 2 (1 1^T) has rank 1, which rounding may hide.
    const CompiledSystem flat(parse_system(R"({"name": "wrong", "lagrangian": {"coordinates": {"r": {}, "s": {}},
        "kinetic": "(rd + 0.3*sd)^2 + 1e-30*sd^2"}, "initial_conditions": {"r": 1, "s": 2}})",
                                           "test.json"));
    CHECK(contains_text(not_finite_in(flat, InitialState{{1, 2}, {0, 0}}), "not positive definite"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "constraints": "r - 1"})", start),
                        "#/lagrangian/constraints: must be a list of formulas"));
    CHECK(contains_text(
        complaint(r + R"("kinetic": "rd^2", "constraints": ["r - 1", "r - 2"]})", start),
        "#/lagrangian/constraints: must have at most as many equations as there are coordinates, 1, got 2"));
    CHECK(contains_text(complaint(r + R"("constants": {"l": {"uniform": {"low": 1, "high": 2}}}, "kinetic": "rd^2",
                        "constraints": ["r - l"]})",
                                  R"({"r": 1}, "draws": 3)"),
                        "#/draws: must be an object"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "constraints": ["2 - 1"]})", start),
                        "#/lagrangian/constraints/0: names no coordinate"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "constraints": ["rd^2"]})", start),
                        "#/lagrangian/constraints/0: is not linear in the velocities"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "constraints": ["r - q"]})", start),
                        "#/lagrangian/constraints/0: column 5: unknown name 'q'"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "forces": {"r": "-r"}})", start),
                        "#/lagrangian/forces/r: names no input"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "forces": {"s": "-r"}})", start),
                        "#/lagrangian/forces/s: is none of the coordinates, did you mean 'r'?"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "positions": {"bob": ["r", "rd"]}})", start),
                        "#/lagrangian/positions/bob"));
    CHECK(contains_text(
        complaint(r + R"("kinetic": "rd^2", "positions": {"bob": ["r", 0]}, "rods": [["bob", "bot"]]})", start),
        "#/lagrangian/rods/0: must be two names of positions; 'bot' is none, did you mean 'bob'?"));
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "type": "Gravity"})", start),
                        "#/lagrangian/type: unknown key 'type'; known: coordinates, constants"));
    const std::string push = R"({"r": 1}, "inputs": [{"id": "fan", "formula": "t"}, {"id": "l", "formula": "t"}])";
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "forces": {"r": "l"}})", push),
                        "#/inputs/0: drives nothing: name it in a formula of 'forces'"));
    CHECK(contains_text(complaint(r + R"("constants": {"l": 1}, "kinetic": "rd^2", "forces": {"r": "l*fan"}})", push),
                        "#/inputs/1: 'l' cannot be the name of an input in a formula"));
    const std::string twice = complaint(r + R"("kinetic": "rd^2*u"})", start);
    CHECK(twice.find("unknown name 'u'") == twice.rfind("unknown name 'u'"));
    CHECK(
        contains_text(complaint(r + R"("kinetic": "rd^2", "positions": {"bob": ["r", "fan"]}, "forces": {"r": "fan"}})",
                                R"({"r": 1}, "inputs": [{"id": "fan", "formula": "t"}])"),
                      "#/lagrangian/positions/bob/1: depends on 'fan': a place depends on coordinates and the time"));
    CHECK(complaint(r + R"("kinetic": "rd^2", "positions": {"bob": ["r", "t"]}})", start).empty());
    const std::string driven = R"({"r": 1}, "inputs": [{"id": ")";
    CHECK(contains_text(complaint(r + R"("kinetic": "rd^2", "potential": "u*r"})", driven + R"(u", "formula": "t"}])"),
                        "#/lagrangian/potential: names the input 'u': what an input drives belongs to 'forces'"));
    CHECK(
        contains_text(complaint(r + R"("kinetic": "rd^2", "potential": "t*r"})", driven + R"(t", "formula": "2*t"}])"),
                      "#/inputs/0/id: 't' is the time"));
    CHECK(complaint(r + R"("kinetic": "rd^2", "potential": "t*r"})", driven + R"(t", "formula": "t"}])").empty());
    CHECK(complaint(r + R"("kinetic": "rd^2", "potential": "t*r", "constants": {"t": 3}})", start).empty());
    CHECK(complaint(R"({"coordinates": {"t": {}}, "kinetic": "td^2", "potential": "t^2"})", R"({"t": 1})").empty());
    CHECK(contains_text(complaint(R"({"coordinates": {}, "kinetic": "1"})", "{}"),
                        "#/lagrangian: must be an object with 'coordinates'"));
}
