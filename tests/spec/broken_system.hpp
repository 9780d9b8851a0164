#pragma once
// Valid systems to break one thing of, and what the reader says about it.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {
using namespace cchnn;

using Json = nlohmann::ordered_json;

inline Json pendulum_2d() {
    return Json::parse(R"({
      "name": "own", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [0, 0]},
                 {"id": "bob", "type": "Obj0D", "mass": 2},
                 {"id": "tail", "type": "Obj0D", "mass": 3}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
      "potentials": [{"type": "Gravity"},
                     {"type": "Spring", "between": ["bob", "tail"], "stiffness": 5, "rest_length": 1}],
      "initial_conditions": {"bodies": {
        "bob": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}}},
        "tail": {"position": [1, {"uniform": {"low": -1, "high": 1}}]}}}
    })");
}

// Every kind of body, constraint, potential and placement in space; units other than SI.
inline Json machine_3d() {
    return Json::parse(R"({
      "name": "machine", "dimension": 3, "units": {"length": "cm", "mass": "g", "time": "ms"},
      "bodies": [{"id": "base", "type": "Origin", "position": [1, 2, 3], "mass": 4},
                 {"id": "bob", "type": "Obj0D", "mass": 5},
                 {"id": "rod", "type": "Obj1D", "mass": 6, "second_moments": [7]},
                 {"id": "plate", "type": "Obj2D", "mass": 8, "second_moments": [9, 10]},
                 {"id": "hub", "type": "Obj3D", "mass": 11, "second_moments": [12, 13, 14]},
                 {"id": "free", "type": "Obj3D", "mass": 2, "inertia": [4, 5, 6]}],
      "constraints": [{"type": "Joint", "between": ["base", {"body": "hub", "point": [15, 16, 17]}]},
                      {"type": "Joint+Axis", "between": [{"body": "hub", "point": [18, 19, 20]},
                                                         {"body": "plate", "point": [21, 22]}],
                       "axis": [[0, 0.6, 0.8], [0.8, 0.6]]},
                      {"type": "Link", "between": [{"body": "plate", "point": [23, 24]}, "bob"], "length": 25},
                      {"type": "Joint", "between": ["bob", {"body": "rod", "point": [26]}]}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 27, "bodies": ["base", "bob", "rod"]},
                     {"type": "Dipole", "body": "bob", "pivot": "base", "moment": -28, "mu0": 29,
                      "magnets": [{"position": [30, 31, 32], "moment": [33, 34, 35]}]}],
      "damping": [{"type": "Damping", "body": "hub", "coefficient": 36},
                  {"type": "Damping", "body": "bob", "coefficient": 37, "about": "base"}],
      "initial_conditions": {"bodies": {
        "hub": {"from": "base", "euler_zxz": [38, 39, {"normal": {"mean": 40, "std": 41, "limit": 42, "scale": 43}}],
                "euler_rates": [44, 45, {"normal": {"mean": 46, "std": 47, "random_sign": true}}]},
        "plate": {"from": "hub", "hinge_angle": 48, "hinge_rate": 49},
        "bob": {"from": "plate", "azimuth": 50, "polar": 51},
        "rod": {"from": "bob", "azimuth": 52, "polar": 53, "azimuth_rate": 54, "polar_rate": 55},
        "free": {"position": [56, 57, 58], "velocity": [59, 60, 61], "euler_zxz": [62, 63, 64]}}}
    })");
}
// A slide, a slide that turns, and a body without freedom of its own.
inline Json drawer_3d() {
    return Json::parse(R"({
      "name": "drawer", "dimension": 3,
      "bodies": [{"id": "chest", "type": "Origin"},
                 {"id": "drawer", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.3]},
                 {"id": "rod", "type": "Obj3D", "mass": 3, "second_moments": [0.4, 0.5, 0.6]},
                 {"id": "knob", "type": "Obj3D", "mass": 4, "second_moments": [0.7, 0.8, 0.9]},
                 {"id": "nut", "type": "Obj3D", "mass": 10, "second_moments": [1, 2, 3]}],
      "constraints": [{"type": "Slider", "between": ["chest", "drawer"], "axis": [[0.6, 0.8, 0], [1, 0, 0]],
                       "across": [[0, 0, 1], [0, 1, 0]]},
                      {"type": "Slider", "between": ["drawer", {"body": "rod", "point": [0, 0.5, 0]}], "turn": true,
                       "axis": [[0, 0, 1], [1, 0, 0]]},
                      {"type": "Weld", "between": ["rod", {"body": "knob", "point": [0.25, 0, 0]}]},
                      {"type": "Screw", "between": ["chest", {"body": "nut", "point": [0, 0, 0.75]}],
                       "axis": [[0, 0, 1], [0, 0, 1]], "lead": 11, "phase": 12}],
      "potentials": [{"type": "MagneticField", "on": "nut", "charge": 17,
                      "vector_potential": ["18*y", "x*z", "19*z"]}],
      "initial_conditions": {"bodies": {"drawer": {"from": "chest", "slide": 5, "slide_rate": 6, "hold": true},
                                        "rod": {"from": "drawer", "slide": 7, "hinge_angle": 8, "hinge_rate": 9},
                                        "knob": {"from": "rod"},
                                        "nut": {"position": [0, 0, 13], "euler_zxz": [14, 15, 16]}}}
    })");
}
// Forces, resistances and a formula.
inline Json forces_2d() {
    return Json::parse(R"json({
      "name": "pushed", "dimension": 2,
      "bodies": [{"id": "wall", "type": "Origin"}, {"id": "cart", "type": "Obj0D", "mass": 2},
                 {"id": "bar", "type": "Obj1D", "mass": 3, "second_moments": [0.5]},
                 {"id": "wheel", "type": "Obj1D", "mass": 12, "second_moments": [13]}],
      "constraints": [{"type": "Gear", "first": {"bodies": ["wall", "bar"]}, "second": {"bodies": ["bar", "wheel"]},
                       "teeth": [14, -15], "phase": 16},
                      {"type": "Rack", "wheel": {"bodies": ["wall", "bar"]}, "radius": 20, "phase": 21,
                       "slide": {"between": ["wall", {"body": "wheel", "point": [22]}], "along": [0.6, 0.8]}},
                      {"type": "SlideGear", "first": {"between": ["wall", {"body": "bar", "point": [41]}], "along": [0.6, 0.8]},
                       "second": {"between": ["wall", "cart"], "along": [0.8, 0.6]}, "ratio": 42, "offset": 43},
                      {"type": "Constraint", "points": ["cart", {"body": "bar", "point": [44]}],
                       "constants": {"c": 45}, "equation": "r - c*x1"},
                      {"type": "VelocityConstraint", "points": ["cart", {"body": "bar", "point": [46]}],
                       "constants": {"b": 47}, "equation": "b*vx1 - x1*vy2"}],
      "potentials": [{"type": "Force", "on": {"body": "bar", "point": [0.25]}, "force": [4, 5], "input": "gust"},
                     {"type": "Potential", "points": ["cart", {"body": "bar", "point": [0.75]}],
                      "constants": {"k": 6}, "energy": "k*r^2 + x1"},
                     {"type": "TorsionSpring", "bodies": ["wall", "bar"], "stiffness": 9, "rest_angle": 10, "input": "pull"},
                     {"type": "Torque", "bodies": ["wall", "bar"], "torque": 11, "input": "motor"},
                     {"type": "MagneticField", "on": {"body": "bar", "point": [0.125]}, "charge": 23, "field": [0, 0, 24]},
                     {"type": "Force", "on": "cart", "force": [25, 26], "input": "push"},
                     {"type": "Force", "on": {"body": "bar", "point": [48]}, "force": [49, 0], "input": "push", "frame": "body"},
                     {"type": "Force", "on": "cart", "force": [27, 28], "input": "pull"},
                     {"type": "MagneticField", "on": "cart", "charge": 35, "formula": "36*x + y"},
                     {"type": "RotatingFrame", "rate": [0, 0, 37]},
                     {"type": "Spring", "between": ["wall", "cart"], "stiffness": 38, "rest_length": 39, "input": "gust"}],
      "inputs": [{"id": "gust", "unit": "m/s", "formula": "2*sin(t)"},
                 {"id": "motor", "steps": {"value": {"uniform": {"low": 29, "high": 30}}, "every": 31}},
                 {"id": "push", "hold": "linear", "samples": "3*t + 1"},
                 {"id": "pull", "ornstein_uhlenbeck": {"mean": 32, "std": 33, "time": 34}}],
      "damping": [{"type": "Dashpot", "between": ["wall", "cart"], "coefficient": 7},
                  {"type": "TorsionDamper", "bodies": ["bar", "wall"], "coefficient": 8},
                  {"type": "Drag", "on": {"body": "bar", "point": [0.375]}, "coefficient": 40}],
      "initial_conditions": {"bodies": {"cart": {"position": [1, 2]}, "bar": {"position": [3, 4], "angle": 0.5},
                                        "wheel": {"position": [17, 18], "angle": 19}}}
    })json");
}
// A pendulum on an Origin that moves.
inline Json shaken_2d() {
    return Json::parse(R"({
      "name": "shaken", "dimension": 2,
      "bodies": [{"id": "pin", "type": "Origin", "position": [3, 4], "moves": [{"along": [11, 12], "input": "shake"}]},
                 {"id": "bob", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["pin", "bob"], "length": 2}],
      "inputs": [{"id": "shake", "formula": "13*t + 1"}],
      "initial_conditions": {"bodies": {"bob": {"from": "pin", "angle": 6, "angle_rate": 7}}}
    })");
}
// Two coordinates of a Lagrangian, written out.
inline Json coordinates_1d() {
    return Json::parse(R"json({
      "name": "coordinates", "dimension": 1,
      "bodies": [{"id": "r", "type": "Obj0D", "mass": 1}, {"id": "s", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Lagrangian", "coordinates": ["r", "s"], "angles": ["s"], "constants": {"m": 2},
                      "kinetic": "m*rd^2 + r^2*sd^2", "potential": "r^2 + cos(s)", "dissipation": "sd^2",
                      "forces": ["push*cos(s)", "0"], "inputs": ["push"],
                      "positions": [{"name": "hook", "at": ["0", "0"]}, {"name": "bob", "at": ["r", "m"]}], "rods": [["hook", "bob"]]}],
      "constraints": [{"type": "Constraint", "points": ["r", "s"], "names": ["r", "s"], "equation": "r - 3 - sin(s - 5)"}],
      "inputs": [{"id": "push", "formula": "t"}],
      "initial_conditions": {"bodies": {"r": {"position": [3], "velocity": [4]}, "s": {"position": [5]}}}
    })json");
}
// Extended bodies in a plane: one hangs, one is free.
inline Json machine_2d() {
    return Json::parse(R"({
      "name": "linkage", "dimension": 2,
      "bodies": [{"id": "pin", "type": "Origin"},
                 {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [2]},
                 {"id": "plate", "type": "Obj2D", "mass": 3, "second_moments": [4, 5]}],
      "constraints": [{"type": "Joint", "between": ["pin", {"body": "rod", "point": [-0.5]}]}],
      "initial_conditions": {"bodies": {"rod": {"from": "pin", "angle": 6, "angle_rate": 7},
                                        "plate": {"angle": 8, "position": [9, 10]}}}
    })");
}
// Carts and a rod on a curve.
inline Json carts_2d() {
    return Json::parse(R"json({
      "name": "carts", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin"}, {"id": "one", "type": "Obj0D", "mass": 1}, {"id": "two", "type": "Obj0D", "mass": 1},
                 {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [1]}],
      "constraints": [{"type": "Track", "points": ["one", "two", {"body": "rod", "point": [0.5]}],
                       "curve": {"parameter": "q", "x": "q", "y": "sin(q)", "range": [-5, 5]}},
                      {"type": "Link", "between": ["one", "two"], "length": 1}],
      "initial_conditions": {"bodies": {"one": {"parameter": 1, "parameter_rate": {"uniform": {"low": 0, "high": 1}}},
                                        "two": {"from": "one", "along": "ahead"},
                                        "rod": {"parameter": 2, "angle": 0.5}}}
    })json");
}
// What rolls, a bob on a curve in space, a disk that slides on an axle.
inline Json wheels_3d() {
    return Json::parse(R"json({
      "name": "wheels", "dimension": 3,
      "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1},
                 {"id": "disk", "type": "Obj2D", "mass": 1, "second_moments": [1, 1]},
                 {"id": "wheel", "type": "Obj3D", "mass": 1, "inertia": [1, 1, 1]}],
      "constraints": [{"type": "Rolling", "body": "disk", "radius": 1, "upright": false},
                      {"type": "Rolling", "body": "wheel", "radius": 2, "axle": [0, 0.6, 0.8], "up": [0, 1, 0], "height": -3},
                      {"type": "Track", "points": ["bob"], "curve": {"parameter": "u", "x": "cos(u)", "y": "sin(u)", "z": "u", "range": [-9, 9]}},
                      {"type": "Slider", "between": ["wheel", "disk"], "axis": [[0, 0.6, 0.8], [1, 0]], "across": [[1, 0, 0], [0, 1]],
                       "turn": false}],
      "initial_conditions": {"bodies": {"bob": {"position": [0, 0, 0]},
                                        "disk": {"position": [0, 0, 1], "euler_zxz": [0, 1, 0]},
                                        "wheel": {"position": [0, -1, 0], "velocity": [0, 0, 0], "euler_zxz": [0, 0, 0]}}}
    })json");
}

// Messages about a text called a.json, one per line; "" when it is accepted.
inline std::string complaint_about_text(const std::string& text) {
    try {
        (void)parse_system(text, "a.json");
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}
inline std::string complaint(const Json& document) { return complaint_about_text(document.dump()); }

// The complaint about a document, pendulum_2d() if none is named, with one value replaced or added.
inline std::string complaint_with(Json document, const std::string& pointer, const Json& value) {
    document[Json::json_pointer(pointer)] = value;
    return complaint(document);
}
inline std::string complaint_with(const std::string& pointer, const Json& value) {
    return complaint_with(pendulum_2d(), pointer, value);
}
inline std::string complaint_about_machine(const std::string& pointer, const char* value) {
    return complaint_with(machine_3d(), pointer, Json::parse(value));
}
inline std::string complaint_without(const std::string& parent, const std::string& key) {
    Json document = pendulum_2d();
    document[Json::json_pointer(parent)].erase(key);
    return complaint(document);
}

}  // namespace cchnn_test
