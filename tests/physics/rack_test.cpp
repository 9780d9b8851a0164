// A pinion on a rack, a screw in its nut and a wheel that rolls along a line, against closed forms.

#include "elements/rack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "judge/stored_motion.hpp"
#include "physics/motion_on_manifold.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double pi = 0x1.921fb54442d18p+1;
const std::string sampling = R"("sampling": {"dt": 0.1, "steps": 101}})";

// A bar of 2 kg between springs of 40 N/m goes with a pinion of 0.005 kg m^2 and 0.1 m: 2.5 kg swing.
std::string pinion_under_bar() {
    return R"({"name": "pinion", "dimension": 2,
        "bodies": [{"id": "axle", "type": "Origin"}, {"id": "wall", "type": "Origin", "position": [-0.5, 0.1]},
                   {"id": "pinion", "type": "Obj2D", "mass": 1, "second_moments": [0.0025, 0.0025]},
                   {"id": "bar", "type": "Obj1D", "mass": 2, "second_moments": [0.03]}],
        "constraints": [{"type": "Joint", "between": ["axle", "pinion"]},
                        {"type": "Slider", "between": ["wall", "bar"], "axis": [[1, 0], [1]]},
                        {"type": "Rack", "wheel": {"bodies": ["axle", "pinion"]}, "radius": -0.1, "phase": 0.3,
                         "slide": {"between": ["axle", "bar"], "along": [1, 0]}}],
        "potentials": [{"type": "Spring", "between": ["wall", "bar"], "stiffness": 40, "rest_length": 0.5}],
        "initial_conditions": {"bodies": {"pinion": {"from": "axle", "angle": "pi/2 + 0.3 - 1.5", "angle_rate": 0},
                                          "bar": {"position": [0.15, 0.1], "angle": "pi/2"}}},)" +
           sampling;
}
// Down a slope of 3 : 4 rolls a disk of 0.5 m without slipping, past a hundred turns.
const std::string disk_on_slope =
    R"({"name": "disk", "dimension": 2,
        "bodies": [{"id": "top", "type": "Origin", "position": [-0.3, 0.4]},
                   {"id": "disk", "type": "Obj2D", "mass": 3, "second_moments": [0.0625, 0.0625]}],
        "constraints": [{"type": "Slider", "between": ["top", "disk"], "axis": [[0.8, -0.6]], "turn": true},
                        {"type": "Rack", "wheel": {"bodies": ["top", "disk"]}, "radius": -0.5,
                         "slide": {"between": ["top", "disk"], "along": [0.8, -0.6]}}],
        "potentials": [{"type": "Gravity", "g": 10}],
        "initial_conditions": {"bodies": {"disk": {"position": [-0.3, 0.4], "angle": "pi/2"}}},)" +
    sampling;
// A screw of lead 2 pi 0.05 m drives a nut, which a guide keeps from turning, along a slanted axis; the way goes along
// the screw itself. Both start at one place, the screw at the phase.
const std::string screw =
    R"json({"name": "screw", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "screw", "type": "Obj3D", "mass": 2, "second_moments": [0.01, 0.01, 0.2]},
                   {"id": "nut", "type": "Obj3D", "mass": 5, "second_moments": [0.1, 0.2, 0.3]}],
        "constraints": [{"type": "Joint+Axis", "between": ["o", "screw"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]},
                        {"type": "Slider", "between": ["o", "nut"], "axis": [[0.6, 0, 0.8], [1, 0, 0]],
                         "across": [[0, 1, 0], [0, 1, 0]]},
                        {"type": "Rack", "wheel": {"bodies": ["o", "screw"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]},
                         "radius": 0.05, "phase": 0.7, "slide": {"between": ["screw", "nut"], "along": [0, 0, 1]}}],
        "potentials": [{"type": "Torque", "bodies": ["o", "screw"], "axis": [[0.6, 0, 0.8], [0, 0, 1]], "torque": 0.3}],
        "initial_conditions": {"state": {
            "position": {"screw": [[0, 0, 0], ["0.8*cos(0.7)", "sin(0.7)", "-0.6*cos(0.7)"],
                                   ["-0.8*sin(0.7)", "cos(0.7)", "0.6*sin(0.7)"], [0.6, 0, 0.8]],
                         "nut": [[0, 0, 0], [0.6, 0, 0.8], [0, 1, 0], [-0.8, 0, 0.6]]}}},)json" +
    sampling;

// Along a way of up to 300 m, of which errors are 1e-10 after some thousand steps at rtol 1e-13.
constexpr double near = 3e-8;

std::size_t rack_row(const Compiled& c) {
    return static_cast<std::size_t>(
        std::find_if(c.system.rows().begin(), c.system.rows().end(),
                     [](const ConstraintRow& r) { return r.kind == ConstraintRow::Kind::rack; }) -
        c.system.rows().begin());
}

}  // namespace

TEST_CASE("a bar on a spring swings with the pinion under it as their inertia together says") {
    const Compiled c(pinion_under_bar());
    const TrajectoryBatch batch = motion_on_manifold(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real way = 0.15L * std::cos(0.4L * k), angle = 0.3L - way / 0.1L;
        const Three axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        worst = worse(worst, node_of(batch.x, batch, 0, k, 3)[0] - way);
        worst = worse(worst, axis[0] - std::cos(angle));
        worst = worse(worst, axis[1] - std::sin(angle));
    }
    CHECK(worst < near);
}

TEST_CASE("a disk rolls down a slope without slipping, by two thirds of what it would slide") {
    const Compiled c(disk_on_slope);
    const TrajectoryBatch batch = motion_on_manifold(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.1L * k, way = 2 * t * t, angle = -way / 0.5L;  // 10 m/s^2 * 0.6 * 2/3
        const Three at = node_of(batch.x, batch, 0, k, 0), axis = node_of(batch.x, batch, 0, k, 1) - at;
        worst = worse(worst, norm(at - (Three{-0.3L, 0.4L} + way * Three{0.8L, -0.6L})));
        worst = worse(worst, norm(axis - Three{std::cos(angle), std::sin(angle)}));
    }
    CHECK(worst < near);
}

TEST_CASE("a torque on a screw drives its nut along the axis that both share") {
    const Compiled c(screw);
    const TrajectoryBatch batch = motion_on_manifold(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.1L * k, turned = 0.3L / (2 * 0.02L + 5 * 0.05L * 0.05L) * t * t / 2;
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 4) - 0.05L * turned * Three{0.6L, 0, 0.8L}));
        const Three axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        worst = worse(worst, norm(axis - (std::cos(turned + 0.7L) * Three{0.8L, 0, -0.6L} +
                                          std::sin(turned + 0.7L) * Three{0, 1, 0})));
    }
    CHECK(worst < near);
}

TEST_CASE("the judge finds motions of racks to be ones") {
    for (const std::string& text : {pinion_under_bar(), disk_on_slope, screw}) {
        const Compiled c(text);
        judge::Stored stored = cchnn_test::stored_motion(motion_on_manifold(c), c.own_times(), 0);
        stored.bound.assign(stored.times.size(), 1e-8);
        const judge::Verdict verdict = cchnn_test::verdict_of(with_phases(c.spec), stored);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
        CHECK(verdict.energy_off < 1e-12);
    }
}

TEST_CASE("Phi of a rack is the way that it is off by, whole turns of the wheel aside") {
    const Compiled c(pinion_under_bar());
    const std::size_t row = rack_row(c);
    std::vector<double> x = c.draw(1)[0].x, phi(c.system.rows().size());
    const std::size_t bar = to_size(c.graph.body("bar").first_node) * 2,
                      pinion = to_size(c.graph.body("pinion").first_node) * 2;
    const auto off = [&](double way, double turned) {
        const double angle = -1.2 + turned;
        x[bar] = 0.15 + way;
        x[pinion + 2] = x[pinion] + std::cos(angle);
        x[pinion + 3] = x[pinion + 1] + std::sin(angle);
        c.system.phi(x.data(), phi.data());
        return phi[row];
    };
    // roundings of angles of a turn
    CHECK(off(0.01, 0) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(off(0, 0.1) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(off(0.01, 2 * pi) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(off(0.2 * pi - 0.01, 0) == doctest::Approx(-0.01).epsilon(1e-12));
    CHECK(off(0.01, -0.1) == doctest::Approx(0).epsilon(1e-12).scale(1));
}

TEST_CASE("a rack in a plane keeps what moves across it and what nothing turns, where it may") {
    // A bar on a wheel, both free: no force from outside, so that all momenta stay.
    const Compiled free_pair(R"({"name": "pair", "dimension": 2,
        "bodies": [{"id": "plate", "type": "Obj2D", "mass": 3, "second_moments": [0.2, 0.3]},
                   {"id": "wheel", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.1]}],
        "constraints": [{"type": "Slider", "between": ["plate", "wheel"], "axis": [[1, 0]], "turn": true},
                        {"type": "Rack", "wheel": {"bodies": ["plate", "wheel"]}, "radius": 0.4,
                         "slide": {"between": ["plate", "wheel"], "along": [1, 0]}}],
        "initial_conditions": {"state": {"position": {"plate": [[0, 0], [1, 0], [0, 1]], "wheel": [[0, 0], [1, 0], [0, 1]]},
            "velocity": {"plate": [[0.3, 0.2], [0.3, 0.9], [-0.4, 0.2]], "wheel": [[0.7, 0.2], [0.7, 1.9], [-1, 0.2]]}}},
        "conserved": ["energy", "linear_momentum_x", "linear_momentum_y", "angular_momentum_z"],)" +
                             sampling);
    CHECK(free_pair.system.degrees_of_freedom() == 4);
    std::string held;
    const Compiled disk(disk_on_slope);
    for (const ConservedQuantity& q : disk.system.conserved()) held += q.name + " ";
    CHECK(held == "energy ");
}

TEST_CASE("a rack in space whose wheel has no hinge about its axis is refused by name") {
    std::string text = screw;
    const std::string hinge = R"("axis": [[0.6, 0, 0.8], [0, 0, 1]]},
                        {"type": "Slider")";
    text.replace(text.find(hinge), hinge.size(), R"("axis": [[0, 1, 0], [0, 1, 0]]},
                        {"type": "Slider")");
    try {
        const Compiled c(text);
        FAIL("was compiled");
    } catch (const SpecError& error) {
        CHECK(error.problems().front().what.starts_with(
            "Rack o-screw turns about an axis that the two bodies do not share: add a Joint+Axis"));
    }
}
