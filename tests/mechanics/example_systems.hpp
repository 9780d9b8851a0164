#pragma once
// Systems to test mechanics on: every file of systems/, and graphs a user might write that no file has: closed loops,
// a net, a tree, springs to Origins, nothing held, one dimension.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "elements/gear.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/rolling.hpp"
#include "elements/rope.hpp"
#include "elements/spring.hpp"
#include "elements/track.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {
using namespace cchnn;

// Draws a system as a set of places; a link is as long as its ends are apart unless told otherwise.
class SystemBuilder {
  public:
    SystemBuilder(const std::string& name, int dimension) {
        spec.name = name;
        spec.source = name + ".json";
        spec.dimension = dimension;
        spec.initial_conditions = DrawnStates{};
    }
    SystemBuilder& origin(const std::string& id, const std::vector<double>& at) {
        spec.bodies.push_back({id, BodyType::origin, 0, at});
        place_[id] = at;
        return *this;
    }
    SystemBuilder& bob(const std::string& id, double mass, const std::vector<double>& near) {
        spec.bodies.push_back({id, BodyType::obj0d, mass, {}});
        place_[id] = near;
        CartesianPlacement placement;
        for (double c : near) {
            placement.position.push_back(Uniform{c - 0.1, c + 0.1});
            placement.velocity.push_back(Normal{0, 1});
        }
        std::get<DrawnStates>(spec.initial_conditions).bodies[id] = placement;
        return *this;
    }
    SystemBuilder& link(const std::string& a, const std::string& b, double length = 0) {
        double square = 0;
        for (std::size_t k = 0; k < place_.at(a).size(); ++k)
            square += (place_.at(a)[k] - place_.at(b)[k]) * (place_.at(a)[k] - place_.at(b)[k]);
        spec.constraints.push_back(LinkSpec{{a}, {b}, length > 0 ? length : std::sqrt(square)});
        return *this;
    }
    SystemBuilder& spring(const std::string& a, const std::string& b, double stiffness, double rest_length) {
        spec.potentials.push_back(SpringSpec{{a}, {b}, stiffness, rest_length});
        return *this;
    }
    SystemBuilder& gravity(double g, const std::vector<double>& up) {
        spec.potentials.push_back(GravitySpec{g, up});
        return *this;
    }

    SystemSpec spec;

  private:
    std::map<std::string, std::vector<double>> place_;
};

// With states to start from, and what tests ask of them.
struct ExampleSystem : CompiledSystem {
    using CompiledSystem::CompiledSystem;

    // How many states there are, up to `most`: a file may give them one by one.
    std::uint64_t states(std::uint64_t most) const {
        return sampler.trajectory_count() < 0 ? most
                                              : std::min(most, static_cast<std::uint64_t>(sampler.trajectory_count()));
    }
    // A state on the manifold; given ones come round again.
    InitialState state(std::uint64_t i) const {
        SampleKey key{20200613, Split::test, i % states(i + 1), 0};
        return sampler.draw(key);
    }
    // (x, p) of a state, or (x, p, e) with nothing lost yet; behind them its counted angles.
    std::vector<double> z(const InitialState& s) const {
        std::vector<double> all = s.x;
        const auto n = static_cast<std::size_t>(system.node_count()), d = static_cast<std::size_t>(system.dimension());
        const auto m = system.mass_matrix();
        for (std::size_t i = 0; i < n * d; ++i) {
            double p = 0;
            for (std::size_t j = 0; j < n; ++j) p += m[i / d * n + j] * s.v[j * d + i % d];
            all.push_back(p);
        }
        if (system.dissipative()) all.push_back(0);
        all.insert(all.end(), s.s.end() - std::ssize(system.angles()), s.s.end());
        return all;
    }
    bool has_axes() const {
        return std::any_of(graph.joints().begin(), graph.joints().end(),
                           [](const Joint& j) { return j.axis.has_value(); });
    }
};

inline SystemSpec closed_loop_2d() {
    return SystemBuilder("closed_loop_2d", 2)
        .origin("hook", {0.5, 0.25})
        .bob("a", 1.5, {0, -1})
        .bob("b", 0.7, {1, -1.8})
        .bob("c", 2, {0, -2.8})
        .bob("d", 1.1, {-1, -1.9})
        .link("hook", "a")
        .link("a", "b")
        .link("b", "c")
        .link("c", "d")
        .link("d", "a")
        .gravity(9.81, {0, 1})
        .spec;
}

// Two anchors, two rows of three masses, links along both directions.
inline SystemSpec net_3d() {
    SystemBuilder s("net_3d", 3);
    s.origin("left", {0, 0, 1}).origin("right", {2, 0, 1});
    const auto id = [](int row, int column) { return "n" + std::to_string(row) + std::to_string(column); };
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 3; ++column)
            s.bob(id(row, column), 1 + 0.3 * row + 0.1 * column, {1.0 * column, 0.4 * row, -1.0 * row});
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) s.link(id(row, column), id(row, column + 1));
    for (int column = 0; column < 3; ++column) s.link(id(0, column), id(1, column));
    return s.link("left", id(0, 0)).link("right", id(0, 2)).gravity(9.81, {0, 0, 1}).spec;
}

// Links listed leaves first, so that the order of the file fills in.
inline SystemSpec tree_3d() {
    return SystemBuilder("tree_3d", 3)
        .origin("root", {0, 0, 0})
        .bob("trunk", 3, {0, 0, 1})
        .bob("left", 1, {-1, 0.2, 1.5})
        .bob("right", 2, {1, -0.2, 1.5})
        .bob("leaf1", 0.5, {-1.5, 0.3, 2})
        .bob("leaf2", 0.4, {-0.5, 1, 2})
        .bob("leaf3", 0.3, {1.5, -1, 2})
        .link("root", "trunk")
        .link("trunk", "left")
        .link("trunk", "right")
        .link("left", "leaf1")
        .link("leaf2", "left")
        .link("right", "leaf3")
        .gravity(3.7, {0, 0, 1})
        .spec;
}

inline SystemSpec sprung_to_origins() {
    return SystemBuilder("sprung_to_origins", 3)
        .origin("low", {0, 0, -1})
        .origin("high", {0, 0, 2})
        .bob("a", 1, {1, 0, 0})
        .bob("b", 2, {0, 1, 0.5})
        .link("a", "b")
        .spring("low", "a", 12, 0.8)
        .spring("b", "high", 7, 0)
        .spring("a", "high", 3, 1.5)
        .gravity(9.81, {0, 0, 1})
        .spec;
}

inline SystemSpec free_dumbbell() {
    return SystemBuilder("free_dumbbell", 3).bob("a", 1, {0, 0, 0}).bob("b", 3, {1, 0.5, -0.5}).link("a", "b").spec;
}

inline SystemSpec springs_only_2d() {
    return SystemBuilder("springs_only_2d", 2)
        .bob("a", 1, {0, 0})
        .bob("b", 2, {1, 0.2})
        .bob("c", 3, {0.3, 1})
        .spring("a", "b", 10, 1)
        .spring("b", "c", 5, 0.7)
        .spring("c", "a", 8, 0)
        .spec;
}

inline SystemSpec line_1d() {
    return SystemBuilder("line_1d", 1)
        .origin("wall", {-1})
        .bob("a", 1, {0})
        .bob("b", 2, {1})
        .bob("c", 0.5, {2.5})
        .link("a", "b")
        .spring("wall", "a", 4, 1.2)
        .spring("b", "c", 6, 1)
        .gravity(2, {1})
        .spec;
}

inline std::vector<SystemSpec> written_systems() {
    return {closed_loop_2d(), net_3d(), tree_3d(), sprung_to_origins(), free_dumbbell(), springs_only_2d(), line_1d()};
}

// Angles that are counted: two rods in a plane, and a door with a wheel on it.
inline std::vector<std::string> turning_systems() {
    return {R"({"name": "wound_rods", "dimension": 2,
        "bodies": [{"id": "wall", "type": "Origin"}, {"id": "upper", "type": "Obj1D", "mass": 1.2, "second_moments": [0.1]},
                   {"id": "lower", "type": "Obj2D", "mass": 0.7, "second_moments": [0.05, 0.02]}],
        "constraints": [{"type": "Joint", "between": ["wall", {"body": "upper", "point": [-0.5]}]},
                        {"type": "Joint", "between": [{"body": "upper", "point": [0.5]}, {"body": "lower", "point": [-0.4, 0.1]}]}],
        "potentials": [{"type": "TorsionSpring", "bodies": ["wall", "upper"], "stiffness": 3, "rest_angle": -1.5},
                       {"type": "TorsionSpring", "bodies": ["lower", "upper"], "stiffness": 0.4, "rest_angle": 12},
                       {"type": "Torque", "bodies": ["wall", "lower"], "torque": 0.3}],
        "initial_conditions": {"bodies": {
            "upper": {"from": "wall", "angle": {"normal": {"mean": 0, "std": 0.5}}, "angle_rate": {"normal": {"mean": 0, "std": 1}}},
            "lower": {"from": "upper", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})",
            R"({"name": "sprung_door", "dimension": 3,
        "bodies": [{"id": "frame", "type": "Origin"},
                   {"id": "door", "type": "Obj3D", "mass": 2, "second_moments": [0.2, 0.1, 0.5]},
                   {"id": "wheel", "type": "Obj3D", "mass": 1, "second_moments": [0.4, 0.5, 0.2]}],
        "constraints": [{"type": "Joint+Axis", "between": ["frame", {"body": "door", "point": [-0.5, 0, 0]}], "axis": [[0, 0.6, 0.8], [0, 0, 1]]},
                        {"type": "Joint+Axis", "between": [{"body": "door", "point": [0.5, 0, 0]}, "wheel"], "axis": [[0, 1, 0], [0, 0.6, 0.8]]}],
        "potentials": [{"type": "TorsionSpring", "bodies": ["door", "frame"], "axis": [[0, 0, 1], [0, 0.6, 0.8]], "stiffness": 3, "rest_angle": -1.5},
                       {"type": "Torque", "bodies": ["door", "wheel"], "axis": [[0, 1, 0], [0, 0.6, 0.8]], "torque": 0.7}],
        "initial_conditions": {"bodies": {
            "door": {"from": "frame", "hinge_angle": {"normal": {"mean": 0, "std": 0.5}}, "hinge_rate": 0.3},
            "wheel": {"from": "door", "hinge_angle": 0.4, "hinge_rate": {"normal": {"mean": 0, "std": 2}}}}}})"};
}

// A bar and a bead on a wavy surface, whose distances from each other and from a place depend on where the bar is; a sled
// and a trailer on blades, on a slope; two points in space whose velocities depend on each other's places, on a sphere.
inline std::vector<std::string> formula_systems() {
    return {R"json({"name": "bar_and_bead", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin", "position": [0.2, -0.1, 0.3]},
                   {"id": "bar", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
                   {"id": "bead", "type": "Obj0D", "mass": 0.7}],
        "constraints": [
            {"type": "Constraint", "points": ["bead"], "constants": {"k": 0.4}, "equation": "z - k*(x^2 + y1^2) + 0.05*sin(3*x)"},
            {"type": "Constraint", "points": [{"body": "bar", "point": [0.1, 0.4, -0.3]}, "bead", "o"], "constants": {"l": 2.13},
             "equation": "r12 + 2*r23 - x1^2/5 - l + 0*r13*z3"}],
        "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["o", "bar"], "stiffness": 20, "rest_length": 0.4}],
        "initial_conditions": {"bodies": {
            "bar": {"position": [1, 0.5, 0.2], "velocity": [0.2, {"normal": {"mean": 0, "std": 1}}, -0.3], "euler_zxz": [0, 0, 0],
                    "euler_rates": [{"normal": {"mean": 0, "std": 2}}, 0.7, 0]},
            "bead": {"position": [0.5, -0.4, 0.114], "velocity": [{"normal": {"mean": 0, "std": 1}}, 0.4, 0.1]}}}})json",
            R"json({"name": "sled_and_trailer", "dimension": 2,
        "bodies": [{"id": "sled", "type": "Obj2D", "mass": 1.2, "second_moments": [0.1, 0.05]},
                   {"id": "trailer", "type": "Obj2D", "mass": 0.7, "second_moments": [0.05, 0.02]}],
        "constraints": [
            {"type": "Joint", "between": [{"body": "sled", "point": [-0.4, 0]}, {"body": "trailer", "point": [0.5, 0.1]}]},
            {"type": "VelocityConstraint", "points": [{"body": "sled", "point": [0.2, 0.1]}, {"body": "sled", "point": [1, 0.1]}],
             "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"},
            {"type": "VelocityConstraint", "points": [{"body": "trailer", "point": [-0.3, 0]}, "trailer"], "constants": {"c": 250},
             "equation": "c*(1 + x1^2/3)*(vx1*(y2 - y1) - vy1*(x2 - x1))/r12"}],
        "potentials": [{"type": "Gravity", "g": 3, "up": [0.6, 0.8]}],
        "initial_conditions": {"bodies": {
            "sled": {"position": [0.3, 0.1], "velocity": [{"normal": {"mean": 1, "std": 0.2}}, 0], "angle": "pi/2",
                     "angle_rate": {"normal": {"mean": 0, "std": 1}}},
            "trailer": {"from": "sled", "angle": 1.9, "angle_rate": 0.2}}}})json",
            R"json({"name": "followers", "dimension": 3,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 1.2}, {"id": "b", "type": "Obj0D", "mass": 0.7},
                   {"id": "c", "type": "Obj0D", "mass": 0.9}],
        "constraints": [
            {"type": "Constraint", "points": ["a"], "equation": "x^2 + y^2 + z^2 - 1"},
            {"type": "Constraint", "points": ["a", "b"], "equation": "exp(z2) - x1 - 2"},
            {"type": "VelocityConstraint", "points": ["a", "b"], "equation": "vx2 - y1*vz1 + x2*vy1/2"},
            {"type": "VelocityConstraint", "points": ["b", "c", "a"], "equation": "(vz2 - vz3)*cos(x1) - (vy2 - vy1)*r12"}],
        "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["b", "c"], "stiffness": 20, "rest_length": 0.4}],
        "initial_conditions": {"bodies": {
            "a": {"position": [0.6, 0, 0.8], "velocity": [{"normal": {"mean": 0, "std": 1}}, 0.4, 0]},
            "b": {"position": [0.4, 0.3, 0.9555114450274363], "velocity": [0.1, {"normal": {"mean": 0, "std": 1}}, 0]},
            "c": {"position": [1, 0.9, 0.2], "velocity": [0.1, 0.2, {"normal": {"mean": 0, "std": 1}}]}}}})json"};
}

// Wheels in mesh on a rod that swings, with a bar on one of them; in space on slanted axes, with a nut on a screw; a
// screw of charged bodies.
inline std::vector<std::string> geared_systems() {
    return {R"({"name": "geared_rod", "dimension": 2,
        "bodies": [{"id": "wall", "type": "Origin"}, {"id": "rod", "type": "Obj2D", "mass": 1.2, "second_moments": [0.1, 0.05]},
                   {"id": "small", "type": "Obj2D", "mass": 0.7, "second_moments": [0.05, 0.02]},
                   {"id": "large", "type": "Obj1D", "mass": 1.1, "second_moments": [0.2]},
                   {"id": "bar", "type": "Obj1D", "mass": 0.4, "second_moments": [0.3]}],
        "constraints": [{"type": "Joint", "between": ["wall", {"body": "rod", "point": [-0.5, 0.1]}]},
                        {"type": "Joint", "between": [{"body": "rod", "point": [0.4, 0]}, {"body": "small", "point": [0.1, 0]}]},
                        {"type": "Joint", "between": [{"body": "rod", "point": [-0.3, 0.1]}, "large"]},
                        {"type": "Slider", "between": [{"body": "rod", "point": [0, 0.5]}, "bar"], "axis": [[0.6, 0.8], [1]]},
                        {"type": "Gear", "first": {"bodies": ["rod", "small"]}, "second": {"bodies": ["rod", "large"]}, "teeth": [20, -30], "phase": 0.3},
                        {"type": "Rack", "wheel": {"bodies": ["rod", "large"]}, "radius": 0.3, "phase": 0.2,
                         "slide": {"between": ["rod", "bar"], "along": [0.6, 0.8]}}],
        "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["wall", "bar"], "stiffness": 20, "rest_length": 0.4}],
        "initial_conditions": {"bodies": {
            "rod": {"from": "wall", "angle": {"normal": {"mean": 0, "std": 0.5}}, "angle_rate": {"normal": {"mean": 0, "std": 1}}},
            "small": {"from": "rod", "angle": 0.4, "angle_rate": {"normal": {"mean": 0, "std": 2}}},
            "large": {"from": "rod", "angle": 0.2, "angle_rate": 1},
            "bar": {"position": [0.3, 0.2], "angle": 0.5}}}})",
            R"({"name": "geared_axes", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "arm", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
                   {"id": "wheel", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
                   {"id": "nut", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
        "constraints": [
            {"type": "Joint+Axis", "between": ["o", {"body": "arm", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
            {"type": "Joint+Axis", "between": [{"body": "arm", "point": [0.9, 0, 0.3]}, "wheel"], "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]},
            {"type": "Slider", "between": ["wheel", "nut"], "axis": [[0.8, 0, 0.6], [0, 0, 1]], "turn": true},
            {"type": "Gear", "first": {"bodies": ["o", "arm"], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
             "second": {"bodies": ["arm", "wheel"], "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]}, "teeth": [20, 30], "phase": 0.3},
            {"type": "Rack", "wheel": {"bodies": ["wheel", "nut"], "axis": [[0.8, 0, 0.6], [0, 0, 1]]}, "radius": -0.2, "phase": 0.1,
             "slide": {"between": ["wheel", "nut"], "along": [0.8, 0, 0.6]}}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {
            "arm": {"from": "o", "hinge_angle": 0.9, "hinge_rate": {"normal": {"mean": 0, "std": 1}}},
            "wheel": {"from": "arm", "hinge_angle": 0.4, "hinge_rate": 1},
            "nut": {"from": "wheel", "slide": -0.02, "slide_rate": -0.06, "hinge_angle": 0.2, "hinge_rate": 0.3}}}})",
            R"({"name": "geared_slides", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "arm", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
                   {"id": "inner", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
                   {"id": "outer", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
        "constraints": [
            {"type": "Joint", "between": ["o", {"body": "arm", "point": [0.1, 0.4, -0.3]}]},
            {"type": "Slider", "between": ["arm", "inner"], "axis": [[0.8, 0, 0.6], [0, 0, 1]], "turn": true},
            {"type": "Slider", "between": ["inner", "outer"], "axis": [[0, 1, 0], [0, 0, 1]], "turn": true},
            {"type": "SlideGear", "first": {"between": ["arm", "inner"], "along": [0.8, 0, 0.6]},
             "second": {"between": ["inner", {"body": "outer", "point": [0, 0, 0.3]}], "along": [0, 1, 0]},
             "ratio": -1.5, "offset": 0.2}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {
            "arm": {"position": [-0.1, -0.4, 0.3], "velocity": [0.1, {"normal": {"mean": 0, "std": 1}}, 0.3], "euler_zxz": [0, 0, 0],
                    "euler_rates": [{"normal": {"mean": 0, "std": 2}}, 0.7, 0]},
            "inner": {"from": "arm", "slide": 0.1, "slide_rate": 0.2, "hinge_angle": 0.2, "hinge_rate": {"normal": {"mean": 0, "std": 1}}},
            "outer": {"from": "inner", "slide": -0.25, "slide_rate": -0.3, "hinge_angle": 0.2, "hinge_rate": 0.3}}}})",
            R"({"name": "charged_screw", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "arm", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
                   {"id": "nut", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
        "constraints": [
            {"type": "Joint", "between": ["o", {"body": "arm", "point": [0.1, 0.4, -0.3]}]},
            {"type": "Screw", "between": [{"body": "arm", "point": [0, 0.2, 0]}, {"body": "nut", "point": [0, 0.3, 0]}],
             "axis": [[0.6, 0, 0.8], [0, 1, 0]], "lead": -0.7, "phase": 2.9171931783333794}],
        "potentials": [{"type": "Gravity"},
            {"type": "MagneticField", "on": {"body": "nut", "point": [0.2, 0.1, -0.4]}, "charge": 1.7, "field": [0.4, -0.5, 1.9]},
            {"type": "MagneticField", "on": "arm", "charge": -0.8, "field": [0, 2, 0.3]}],
        "initial_conditions": {"bodies": {
            "arm": {"position": [-0.1, -0.4, 0.3], "velocity": [0.1, {"normal": {"mean": 0, "std": 1}}, 0.3], "euler_zxz": [0, 0, 0],
                    "euler_rates": [{"normal": {"mean": 0, "std": 2}}, 0.7, 0]},
            "nut": {"position": [0.02, -0.2, 0.46], "velocity": [0.4, -0.1, 0.2],
                    "euler_zxz": [0, 1.5707963267948966, -0.6435011087932844], "euler_rates": [0.2, 0.1, 0.9]}}}})"};
}

// Ropes over pulleys that stand still, move, and are points of bodies; two of them; one piece between two fixed points.
inline std::vector<std::string> roped_systems() {
    return {R"({"name": "tackle", "dimension": 2,
        "bodies": [{"id": "left", "type": "Origin"}, {"id": "right", "type": "Origin", "position": [1, 0.1]},
                   {"id": "weight", "type": "Obj0D", "mass": 2}, {"id": "bob", "type": "Obj0D", "mass": 0.7},
                   {"id": "plate", "type": "Obj2D", "mass": 1.3, "second_moments": [0.2, 0.3]}],
        "constraints": [{"type": "Slider", "between": ["left", "weight"], "axis": [[0, 1]]},
                        {"type": "Rope", "points": ["weight", "left", "right", "bob"], "length": 2.5},
                        {"type": "Rope", "points": ["bob", {"body": "plate", "point": [0.3, 0.4]}, "weight"], "length": 1.6}],
        "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["plate", "right"], "stiffness": 15, "rest_length": 0.5}],
        "initial_conditions": {"bodies": {
            "weight": {"position": [0, {"normal": {"mean": -0.8, "std": 0.05}}], "velocity": [0, {"normal": {"mean": 0, "std": 1}}]},
            "bob": {"position": [{"normal": {"mean": 1.1, "std": 0.05}}, -0.6], "velocity": [{"normal": {"mean": 0, "std": 1}}, 0.3]},
            "plate": {"position": [0.4, {"normal": {"mean": -1.6, "std": 0.1}}], "angle": {"normal": {"mean": 0.5, "std": 1}},
                      "velocity": [0.2, -0.4], "angle_rate": {"normal": {"mean": 0, "std": 1}}}}}})",
            R"({"name": "rope_in_space", "dimension": 3,
        "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0, 2]},
                   {"id": "pulley", "type": "Obj0D", "mass": 0.9}, {"id": "bob", "type": "Obj0D", "mass": 1.4},
                   {"id": "box", "type": "Obj3D", "mass": 2.1, "second_moments": [0.2, 0.1, 0.3]}],
        "constraints": [{"type": "Rope", "points": ["hook", "pulley", {"body": "box", "point": [0.2, -0.1, 0.4]}, "bob"], "length": 4.5},
                        {"type": "Link", "between": ["hook", "pulley"], "length": 1.2}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {
            "pulley": {"from": "hook", "azimuth": 0.3, "polar": {"normal": {"mean": 2.5, "std": 0.2}}, "azimuth_rate": 1},
            "bob": {"position": [1.2, {"normal": {"mean": 0.5, "std": 0.2}}, -0.3], "velocity": [0.3, 0.1, {"normal": {"mean": 0, "std": 1}}]},
            "box": {"position": [0.9, -0.4, {"normal": {"mean": 0.7, "std": 0.1}}], "euler_zxz": [0.3, 1, {"normal": {"mean": 0, "std": 1}}],
                    "velocity": [0.1, 0.4, -0.2], "euler_rates": [1, 0.5, {"normal": {"mean": 0, "std": 1}}]}}}})"};
}

// All that is quadratic in x of what dense_equations.hpp types out. Rolling and curves have tests of their own
// (physics/rolling_test.cpp, physics/track_test.cpp).
inline std::vector<std::unique_ptr<ExampleSystem>> every_system() {
    std::vector<std::unique_ptr<ExampleSystem>> all;
    const auto add_group = [&](const std::string& group) {
        for (const std::string& name : builtin_system_names()) {
            if (builtin_system_group(name) != group) continue;
            auto system = std::make_unique<ExampleSystem>(load_system(name));
            // tests/independent/driven_test.py has equations of driven systems. Rows of ropes and gears are not
            // quadratic in x (roped_systems(), geared_systems()); the rank of Bricard's loop is another one off the
            // manifold, where tests ask too; parts of Andrews' mechanism are millimetres long, rods of the governor
            // (A05) a centimetre thick and its dampers stiff, less than tests move them off; forty parallelograms are
            // five in larger matrices. tests/physics/ has closed forms, and printed digits.
            if (system->graph.rollings().empty() && system->graph.track_points().empty() &&
                system->graph.inputs().empty() && system->graph.terms<Rope>().empty() &&
                system->graph.terms<Gear>().empty() && name != "a04_bricard" && name != "a03_andrews" &&
                name != "a02_fourbar_40" && name != "a05_flyball")
                all.push_back(std::move(system));
        }
    };
    // Tests draw numbers as they go along: what is added comes last, so that the others keep theirs.
    add_group("");
    for (const SystemSpec& spec : written_systems()) all.push_back(std::make_unique<ExampleSystem>(spec));
    add_group("benchmarks");
    add_group("peers");
    for (const std::string& text : turning_systems())
        all.push_back(std::make_unique<ExampleSystem>(parse_system(text, "turning.json")));
    return all;
}

}  // namespace cchnn_test
