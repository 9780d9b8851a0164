#pragma once
// One small system for each kind, in which nothing but that kind breaks a symmetry of free motion: what the tests of
// all kinds (kinds_*test.cpp) look at. A kind without an entry fails there.

#include <map>
#include <string>

namespace cchnn_test {

inline const std::map<std::string, std::string>& example_of_each_kind() {
    static const std::string points =
        R"("bodies": [{"id": "o", "type": "Origin", "position": [0.3, -0.2, 0.1], "mass": 2},
        {"id": "a", "type": "Obj0D", "mass": 1.5}, {"id": "b", "type": "Obj0D", "mass": 0.7}],)";
    static const std::string drawn = R"("initial_conditions": {"bodies": {
        "a": {"position": [1.1, 0.2, -0.4], "velocity": [0.3, 0.9, -0.2]},
        "b": {"position": [-0.5, 1.4, 0.6], "velocity": [-0.7, 0.1, 0.5]}}},
        "sampling": {"dt": 0.05, "steps": 21}})";
    static const std::string solids = R"("bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
        {"id": "b", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],)";
    const auto beside_o = [](const std::string& position) {
        return R"("initial_conditions": {"bodies": {
                "a": {"position": )" +
               position +
               R"(, "velocity": [0.3, 0.2, -0.4], "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})";
    };
    static const std::string head = R"({"name": "one_kind", "dimension": 3, )";
    // Two that float, a hinge between them: it breaks nothing.
    static const std::string hinged = solids + R"("constraints": [{"type": "Joint+Axis", "between": ["a", "b"],
        "axis": [[0.6, 0, 0.8], [0, 1, 0]]}],)";
    static const std::string turning = R"("initial_conditions": {"bodies": {
            "a": {"position": [0, 0, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]},
            "b": {"from": "a", "hinge_angle": 0.4, "hinge_rate": 1.3}}},
        "sampling": {"dt": 0.05, "steps": 21}})";
    static const std::map<std::string, std::string> examples{
        {"Link", head + points + R"("constraints": [{"type": "Link", "between": ["o", "a"], "length": 0.9}],
            "initial_conditions": {"bodies": {
                "a": {"from": "o", "azimuth": 0.7, "polar": 1.1, "azimuth_rate": 0.8, "polar_rate": -0.6},
                "b": {"position": [-0.5, 1.4, 0.6], "velocity": [-0.7, 0.1, 0.5]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Joint", head + solids +
                      R"("constraints": [{"type": "Joint", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}]}],
            "initial_conditions": {"bodies": {
                "a": {"from": "o", "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Joint+Axis", head + solids + R"("constraints": [
            {"type": "Joint+Axis", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]}],
            "initial_conditions": {"bodies": {
                "a": {"from": "o", "hinge_angle": 0.4, "hinge_rate": 1.3},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Rolling",
         head + R"("bodies": [{"id": "ball", "type": "Obj3D", "mass": 1.2, "second_moments": [0.1, 0.15, 0.05]}],
            "constraints": [{"type": "Rolling", "body": "ball", "radius": 0.7}],
            "initial_conditions": {"bodies": {"ball": {"position": [0, 0, 0.7], "euler_zxz": [0.3, 0.8, 0.1], "euler_rates": [1, 0.6, -0.7]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Track", head + R"json("bodies": [{"id": "bead", "type": "Obj0D", "mass": 1.2}],
            "constraints": [{"type": "Track", "points": ["bead"],
                "curve": {"parameter": "u", "x": "cos(u)", "y": "2*sin(u)", "z": "u/3", "range": [-9, 9]}}],
            "initial_conditions": {"bodies": {"bead": {"parameter": 0.4, "parameter_rate": 1.5}}},
            "sampling": {"dt": 0.05, "steps": 21}})json"},
        {"Weld", head + solids + R"("constraints": [
            {"type": "Weld", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]}],)" +
                     beside_o("[0.2, 0.3, -0.1]")},
        {"Slider", head + R"("bodies": [{"id": "o", "type": "Origin"},
            {"id": "c", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
            {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
            {"id": "b", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
            "constraints": [
            {"type": "Slider", "between": ["o", "c"], "axis": [[1, 0, 0], [1, 0, 0]], "turn": true},
            {"type": "Slider", "between": ["c", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]],
             "across": [[0, 1, 0], [0.6, 0, 0.8]]}],
            "initial_conditions": {"bodies": {
                "c": {"position": [0.3, 0, 0], "velocity": [0.4, 0, 0], "euler_zxz": [0, 0.3, 0], "euler_rates": [0, 1.2, 0]},
                "a": {"position": [1.05, 0.2, 0.3], "velocity": [0.2, 0.1, 0.5], "euler_zxz": [1.6, 1.7, 0.7], "euler_rates": [0, 0, 0]},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Universal", head + solids + R"("constraints": [
            {"type": "Universal", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]}],)" +
                          beside_o("[0.2, 0.3, -0.1]")},
        {"Planar", head + solids + R"("constraints": [
            {"type": "Planar", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0, 0, 1], [0, 0.6, 0.8]]}],)" +
                       beside_o("[0.2, 0.3, -0.1]")},
        {"Parallel", head + solids + R"("constraints": [
            {"type": "Parallel", "between": ["o", "a"], "axis": [[0, 0, 1], [0, 0.6, 0.8]]}],)" +
                         beside_o("[0.2, 0.3, -0.1]")},
        {"Rope", head + R"("bodies": [{"id": "o", "type": "Origin", "position": [0.3, -0.2, 0.1]},
            {"id": "p", "type": "Origin", "position": [0.3, 0.9, 0.1]},
            {"id": "a", "type": "Obj0D", "mass": 1.5}, {"id": "c", "type": "Obj0D", "mass": 0.9}, {"id": "b", "type": "Obj0D", "mass": 0.7}],
            "constraints": [{"type": "Rope", "points": ["a", "o", "p", "c"], "length": 4}],
            "initial_conditions": {"bodies": {
                "a": {"position": [1.3, 0.2, -0.9], "velocity": [0.3, 0.9, -0.2]},
                "c": {"position": [-0.5, 1.9, 0.6], "velocity": [0.5, 0.1, -0.5]},
                "b": {"position": [-0.5, 1.4, 0.6], "velocity": [-0.7, 0.1, 0.5]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Gear", head + R"("bodies": [{"id": "o", "type": "Origin"},
            {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
            {"id": "c", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
            {"id": "b", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
            "constraints": [
            {"type": "Joint+Axis", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
            {"type": "Joint+Axis", "between": [{"body": "a", "point": [0.9, 0, 0.3]}, "c"], "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]},
            {"type": "Gear", "first": {"bodies": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
             "second": {"bodies": ["a", "c"], "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]}, "teeth": [20, -30], "phase": 0.3}],
            "initial_conditions": {"bodies": {
                "a": {"from": "o", "hinge_angle": 0.9, "hinge_rate": 1.5},
                "c": {"from": "a", "hinge_angle": 0.4, "hinge_rate": 1},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Rack", head + R"("bodies": [{"id": "o", "type": "Origin", "position": [0.3, 0.1, -0.2]},
            {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
            {"id": "b", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
            {"id": "c", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
            "constraints": [
            {"type": "Joint+Axis", "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
            {"type": "Rack", "wheel": {"bodies": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 1, 0]]},
             "slide": {"between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "c", "point": [0, 0.2, 0.1]}], "along": [0, 0.6, 0.8]},
             "radius": 0.4, "phase": 0.3}],
            "initial_conditions": {"bodies": {
                "a": {"from": "o", "hinge_angle": 0.9, "hinge_rate": 1.5},
                "b": {"position": [3, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]},
                "c": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Screw", head + solids + R"("constraints": [
            {"type": "Screw", "between": ["o", {"body": "a", "point": [0.1, 0, 0]}], "axis": [[1, 0, 0], [1, 0, 0]],
             "lead": 1.5, "phase": -1.3755160819145565}],)" +
                      R"("initial_conditions": {"bodies": {
                "a": {"position": [0.3, 0, 0], "velocity": [0.4, 0, 0], "euler_zxz": [0, 0.3, 0], "euler_rates": [0, 1.6755160819145565, 0]},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Gravity", head + points + R"("potentials": [{"type": "Gravity", "g": 2, "up": [0, 0.6, 0.8]}],)" + drawn},
        {"Spring",
         head + points +
             R"("potentials": [{"type": "Spring", "between": ["o", "a"], "stiffness": 3, "rest_length": 0.4}],)" +
             drawn},
        {"Newtonian",
         head + points +
             R"("potentials": [{"type": "Newtonian", "gravitational_constant": 0.8, "bodies": ["o", "a", "b"]}],)" +
             drawn},
        {"Dipole", head + points +
                       R"("potentials": [{"type": "Dipole", "body": "a", "pivot": "o", "moment": 0.5, "mu0": 1,
            "magnets": [{"position": [0.4, 0.9, -1], "moment": [0.1, 0.7, 0.4]}]}],)" +
                       drawn},
        {"Damping", head + points + R"("damping": [{"type": "Damping", "body": "a", "coefficient": 0.4},
            {"type": "Damping", "body": "b", "coefficient": 0.3, "about": "o"}],)" +
                        drawn},
        {"Drag", head + points + R"("damping": [{"type": "Drag", "on": "a", "coefficient": 0.4}],)" + drawn},
        {"Dashpot",
         head + points + R"("damping": [{"type": "Dashpot", "between": ["o", "a"], "coefficient": 0.8}],)" + drawn},
        {"TorsionDamper",
         head + solids + R"("damping": [{"type": "TorsionDamper", "bodies": ["a", "b"], "coefficient": 0.1}],
            "initial_conditions": {"bodies": {
                "a": {"position": [0, 0, 0], "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]},
                "b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"SlideGear", head + R"("bodies": [{"id": "o", "type": "Origin", "position": [0.3, 0.1, -0.2]},
            {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
            {"id": "b", "type": "Obj3D", "mass": 2.5, "second_moments": [0.3, 0.2, 0.4]},
            {"id": "c", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],
            "constraints": [
            {"type": "SlideGear", "first": {"between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "along": [0.6, 0, 0.8]},
             "second": {"between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "c", "point": [0, 0.2, 0.1]}], "along": [0, 0.6, 0.8]},
             "ratio": -0.7, "offset": 0.3}],
            "initial_conditions": {"bodies": {
                "a": {"position": [1, 0.5, 0], "velocity": [0.1, -0.2, 0.3], "euler_zxz": [0.2, 0.5, 0], "euler_rates": [0.4, 0.3, 0.2]},
                "b": {"position": [3, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]},
                "c": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]}}},
            "sampling": {"dt": 0.05, "steps": 21}})"},
        {"Constraint", head + points + R"json("constraints": [{"type": "Constraint", "points": ["a"],
            "constants": {"k": 0.5}, "equation": "z - k*x^2 - sin(2*y)/4"}],
            "initial_conditions": {"bodies": {
                "a": {"position": [1.1, 0.2, 0.7023545855771627], "velocity": [0.3, 0.9, 0.7444774473012983]},
                "b": {"position": [-0.5, 1.4, 0.6], "velocity": [-0.7, 0.1, 0.5]}}},
            "sampling": {"dt": 0.05, "steps": 21}})json"},
        {"VelocityConstraint", head + points + R"json("constraints": [{"type": "VelocityConstraint", "points": ["a"],
            "constants": {"k": 0.7}, "equation": "vz - k*y1*vx + 0.3*x*vy1"}],
            "initial_conditions": {"bodies": {
                "a": {"position": [1.1, 0.2, -0.4], "velocity": [0.3, 0.9, -0.255]},
                "b": {"position": [-0.5, 1.4, 0.6], "velocity": [-0.7, 0.1, 0.5]}}},
            "sampling": {"dt": 0.05, "steps": 21}})json"},
        {"TorsionSpring", head + hinged + R"("potentials": [{"type": "TorsionSpring", "bodies": ["a", "b"],
            "axis": [[0.6, 0, 0.8], [0, 1, 0]], "stiffness": 0.8, "rest_angle": 7}],)" +
                              turning},
        {"Torque", head + hinged + R"("potentials": [{"type": "Torque", "bodies": ["a", "b"],
            "axis": [[0.6, 0, 0.8], [0, 1, 0]], "torque": 0.9}],)" +
                       turning},
        {"Lagrangian", R"json({"name": "one_kind", "dimension": 1, "bodies": [
            {"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}],
            "potentials": [{"type": "Lagrangian", "coordinates": ["a", "b"], "angles": ["b"], "constants": {"k": 1.5, "m": 0.7},
                "kinetic": "m*(ad^2 + a^2*bd^2)/2 + 0.1*ad*bd*a + 0.3*bd*a + 0.2*a^2",
                "potential": "k*(a - 1.2)^2 + 0.4*cos(b)"}],
            "initial_conditions": {"bodies": {"a": {"position": [1.1], "velocity": [0.3]},
                                              "b": {"position": [0.4], "velocity": [0.7]}}},
            "sampling": {"dt": 0.05, "steps": 21}})json"},
        {"Force", head + points + R"("potentials": [{"type": "Force", "on": "a", "force": [0.4, 0, -0.9]}],)" + drawn},
        {"MagneticField",
         head + points +
             R"("potentials": [{"type": "MagneticField", "on": "a", "charge": 1.7, "field": [0, 0, 2.5]}],)" + drawn},
        {"RotatingFrame", head + points + R"("potentials": [{"type": "RotatingFrame", "rate": [0, 0, 0.7]}],)" + drawn},
        {"Potential", head + points + R"json("potentials": [{"type": "Potential", "points": ["a", "o"],
            "constants": {"k": 0.7}, "energy": "k*r^3*exp(-r/2) + log(1 + r12^2)*tanh(r) + sin(r)^2/sqrt(2 + cos(r))"}],)json" +
                          drawn}};
    return examples;
}

// What the first example of a kind does not show: an end fixed in space, beside a hinge that leaves one momentum, or a
// point away from the centre of its body.
inline const std::map<std::string, std::string>& another_example() {
    static const std::string head = R"({"name": "one_kind", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
        {"id": "b", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]}],)";
    static const std::string upright = R"({"type": "Joint+Axis",
        "between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "axis": [[0, 0, 1], [0, 1, 0]]})";
    static const std::string turned = R"("a": {"from": "o", "hinge_angle": 0.9, "hinge_rate": 1.5})";
    static const std::string free =
        R"("b": {"position": [2, 1, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]})";
    const auto starts = [](const std::string& a, const std::string& b) {
        return R"("initial_conditions": {"bodies": {)" + a + ", " + b + R"(}}, "sampling": {"dt": 0.05, "steps": 21}})";
    };
    const auto on_hinge = [&](const std::string& item) {
        return head + R"("constraints": [)" + upright + "], " + item + starts(turned, free);
    };
    const std::string between = R"("bodies": ["o", "a"], "axis": [[0, 0, 1], [0, 1, 0]])";
    static const std::string free_a =
        R"("a": {"position": [0, 0, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]})";
    const std::string floating = starts(free_a, free);
    static const std::map<std::string, std::string> examples{
        {"Constraint", head + R"json("constraints": [{"type": "Constraint",
            "points": [{"body": "a", "point": [0.1, 0.4, -0.3]}, "b"], "constants": {"l": 1.9610829090323763},
            "equation": "1e3*log(r/l)"}],)json" +
                           starts(free_a,
                                  R"("b": {"position": [2, 1, 0], "velocity": [-0.4888, 0.04245, 0.32227],
                "euler_zxz": [0, 1, 0], "euler_rates": [1, 0.3, 0.2]})")},
        // A blade along the first axis of a that does not slip across it, as seen from above.
        {"VelocityConstraint",
         head +
             R"json("constraints": [{"type": "VelocityConstraint", "points": ["a", {"body": "a", "point": [1, 0, 0]}],
            "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"}],)json" +
             starts(
                 R"("a": {"position": [0, 0, 0], "velocity": [0.9927, -0.0924, 0.3], "euler_zxz": [0.3, 0.2, -0.4],
                "euler_rates": [0.5, 0.1, 0.4]})",
                 free)},
        // With friction, three coupled coordinates, and terms of degree 1 and 0 in the rates.
        {"Lagrangian", R"json({"name": "one_kind", "dimension": 1, "bodies": [
            {"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}, {"id": "c", "type": "Obj0D", "mass": 1}],
            "potentials": [{"type": "Lagrangian", "coordinates": ["a", "b", "c"], "angles": ["b"], "constants": {"k": 1.5},
                "kinetic": "(ad^2 + 2*bd^2 + cd^2*exp(a/3))/2 + 0.3*ad*bd*cos(b) + 0.2*bd*cd*c + 0.4*a*cd - 0.1*c^2",
                "potential": "k*(a^2 + c^2)/2 + 0.4*cos(b)*a", "dissipation": "0.1*(ad - cd)^2 + 0.05*bd^2*(1 + a^2)"}],
            "initial_conditions": {"bodies": {"a": {"position": [1.1], "velocity": [0.3]}, "b": {"position": [0.4], "velocity": [0.7]},
                                              "c": {"position": [-0.6], "velocity": [0.5]}}},
            "sampling": {"dt": 0.05, "steps": 21}})json"},
        {"TorsionSpring", on_hinge(R"("potentials": [{"type": "TorsionSpring", )" + between +
                                   R"(, "stiffness": 0.8, "rest_angle": 7}],)")},
        {"Torque", on_hinge(R"("potentials": [{"type": "Torque", )" + between + R"(, "torque": 0.9}],)")},
        {"TorsionDamper",
         on_hinge(R"("damping": [{"type": "TorsionDamper", "bodies": ["o", "a"], "coefficient": 0.1}],)")},
        {"Gear", head + R"("constraints": [)" + upright +
                     R"(, {"type": "Joint+Axis", "between": [{"body": "a", "point": [0.9, 0, 0.3]}, "b"],
                "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]},
            {"type": "Gear", "first": {)" +
                     between + R"(}, "second": {"bodies": ["a", "b"], "axis": [[0, 0.6, 0.8], [0.8, 0, 0.6]]},
             "teeth": [20, -30], "phase": 0.3}],)" +
                     starts(turned, R"("b": {"from": "a", "hinge_angle": 0.4, "hinge_rate": 1})")},
        {"Rack", head + R"("constraints": [)" + upright + R"(, {"type": "Rack", "wheel": {)" + between + R"(},
             "slide": {"between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "b", "point": [0, 0.2, 0.1]}], "along": [0, 0.6, 0.8]},
             "radius": 0.4, "phase": 0.3}],)" +
                     starts(turned, free)},
        {"Screw",
         head + R"("constraints": [
            {"type": "Screw", "between": ["a", {"body": "b", "point": [0, 0.3, 0]}], "axis": [[0.6, 0, 0.8], [0, 1, 0]],
             "lead": -0.7, "phase": 2.9171931783333794}],)" +
             starts(
                 R"("a": {"position": [0, 0, 0], "velocity": [0.1, 0.2, 0.3], "euler_zxz": [0, 0, 0], "euler_rates": [0.5, 0.7, 0]})",
                 R"("b": {"position": [0.12, 0, 0.16], "velocity": [0.4, -0.1, 0.2],
                "euler_zxz": [0, 1.5707963267948966, -0.6435011087932844], "euler_rates": [0.2, 0.1, 0.9]})")},
        {"MagneticField",
         head + R"("potentials": [{"type": "MagneticField", "on": {"body": "a", "point": [0.1, 0.4, -0.3]},
            "charge": -1.7, "field": [0.4, 0, 0.9]}],)" +
             floating},
        {"RotatingFrame", head + R"("potentials": [{"type": "RotatingFrame", "rate": [0.4, -0.2, 0.9]}],)" + floating},
        {"Drag", head + R"("damping": [{"type": "Drag", "on": {"body": "a", "point": [0.1, 0.4, -0.3]},
            "coefficient": 0.5}],)" +
                     floating},
        {"Force", head + R"("potentials": [{"type": "Force", "on": {"body": "a", "point": [0.1, 0.4, -0.3]},
            "force": [0.4, 0, -0.9]}],)" +
                      floating},
        {"Potential",
         head + R"("potentials": [{"type": "Potential", "points": [{"body": "a", "point": [0.1, 0.4, -0.3]}, "b"],
            "constants": {"k": 0.7}, "energy": "k*r12^2"}],)" +
             floating}};
    return examples;
}

}  // namespace cchnn_test
