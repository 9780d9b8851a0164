#pragma once
// Closed loops whose rows depend on each other, or do so in passing: Bricard's six hinges, four hinges of one direction
// in space, N parallelograms side by side. Each with a given state.

#include <string>

#include "spec/read_system.hpp"

namespace cchnn_test {
using namespace cchnn;

// A04 of the IFToMM library of multibody benchmarks: five rods of 1 m and 1 kg between two hinges of the ground, each
// axis at right angles to the next: 66 rows of rank 59.
inline std::string bricard_text() {
    const auto rod = [](const std::string& id, const std::string& moments) {
        return R"({"id": ")" + id + R"(", "type": "Obj3D", "mass": 1, "second_moments": )" + moments + "}";
    };
    const auto hinge = [](const std::string& a, const std::string& b, const std::string& axis) {
        return R"({"type": "Joint+Axis", "between": [)" + a + ", " + b + R"(], "axis": [)" + axis + ", " + axis + "]}";
    };
    const auto at = [](const std::string& body, const std::string& point) {
        return R"({"body": ")" + body + R"(", "point": )" + point + "}";
    };
    const std::string x = "[0.08333333333333333, 0.0008333333333333334, 0.0008333333333333334]",
                      y = "[0.0008333333333333334, 0.08333333333333333, 0.0008333333333333334]",
                      z = "[0.0008333333333333334, 0.0008333333333333334, 0.08333333333333333]";
    return R"({"name": "bricard", "dimension": 3, "bodies": [{"id": "g1", "type": "Origin"},
        {"id": "g6", "type": "Origin", "position": [0, 0, 1]}, )" +
           rod("l1", x) + ", " + rod("l2", y) + ", " + rod("l3", z) + ", " + rod("l4", x) + ", " + rod("l5", y) +
           R"(], "constraints": [)" + hinge(R"("g1")", at("l1", "[-0.5, 0, 0]"), "[0, 1, 0]") + ", " +
           hinge(at("l1", "[0.5, 0, 0]"), at("l2", "[0, 0.5, 0]"), "[0, 0, 1]") + ", " +
           hinge(at("l2", "[0, -0.5, 0]"), at("l3", "[0, 0, -0.5]"), "[1, 0, 0]") + ", " +
           hinge(at("l3", "[0, 0, 0.5]"), at("l4", "[0.5, 0, 0]"), "[0, 1, 0]") + ", " +
           hinge(at("l4", "[-0.5, 0, 0]"), at("l5", "[0, -0.5, 0]"), "[0, 0, 1]") + ", " +
           hinge(at("l5", "[0, 0.5, 0]"), R"("g6")", "[1, 0, 0]") +
           R"(], "potentials": [{"type": "Gravity", "up": [0, 1, 0]}],
        "initial_conditions": {"state": {"position": {
            "l1": [[0.5, 0, 0], [1.5, 0, 0], [0.5, 1, 0], [0.5, 0, 1]],
            "l2": [[1, -0.5, 0], [2, -0.5, 0], [1, 0.5, 0], [1, -0.5, 1]],
            "l3": [[1, -1, 0.5], [2, -1, 0.5], [1, 0, 0.5], [1, -1, 1.5]],
            "l4": [[0.5, -1, 1], [1.5, -1, 1], [0.5, 0, 1], [0.5, -1, 2]],
            "l5": [[0, -0.5, 1], [1, -0.5, 1], [0, 0.5, 1], [0, -0.5, 2]]}}},
        "sampling": {"dt": 0.01, "steps": 1001}, "conserved": ["energy"]})";
}

// A four-bar linkage whose four hinges point along z: a plane loop in space, 39 solver rows of rank 35.
inline std::string four_hinges_text() {
    const std::string bar = R"("type": "Obj3D", "mass": 1, "second_moments": [0.08, 0.002, 0.001]})";
    return R"({"name": "four_hinges", "dimension": 3, "bodies": [{"id": "g1", "type": "Origin"},
        {"id": "g2", "type": "Origin", "position": [2, 0, 0]},
        {"id": "a", )" +
           bar + R"(, {"id": "b", )" + bar + R"(, {"id": "c", )" + bar + R"(],
        "constraints": [
        {"type": "Joint+Axis", "between": ["g1", {"body": "a", "point": [-0.5, 0, 0]}], "axis": [[0, 0, 1], [0, 0, 1]]},
        {"type": "Joint+Axis", "between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "b", "point": [-1, 0, 0]}], "axis": [[0, 0, 1], [0, 0, 1]]},
        {"type": "Joint+Axis", "between": [{"body": "b", "point": [1, 0, 0]}, {"body": "c", "point": [0.75, 0, 0]}], "axis": [[0, 0, 1], [0, 0, 1]]},
        {"type": "Joint+Axis", "between": [{"body": "c", "point": [-0.75, 0, 0]}, "g2"], "axis": [[0, 0, 1], [0, 0, 1]]}],
        "potentials": [{"type": "Gravity", "up": [0, 1, 0]}],
        "initial_conditions": {"bodies": {
            "a": {"from": "g1", "hinge_angle": 1.2, "hinge_rate": 0.5},
            "b": {"from": "a", "hinge_angle": -0.9},
            "c": {"from": "g2", "hinge_angle": 1.1}}},
        "sampling": {"dt": 0.02, "steps": 101}, "conserved": ["energy"]})";
}

// A02 of the same library: `loops` parallelograms of bars of 1 m and 1 kg in a row, upright at the start and moving at
// 1 m/s. Every time the bars are flat, rows depend on each other.
inline std::string parallelograms_text(int loops) {
    const auto bar = [](const std::string& id) {
        return R"({"id": ")" + id + R"(", "type": "Obj1D", "mass": 1, "second_moments": [0.08333333333333333]})";
    };
    std::string bodies, joints, places, speeds;
    const auto join = [&](const std::string& a, const std::string& b) {
        joints += (joints.empty() ? "" : ", ") + (R"({"type": "Joint", "between": [)" + a + ", " + b + "]}");
    };
    const auto end = [](const std::string& id, const char* where) {
        return R"({"body": ")" + id + R"(", "point": [)" + where + "]}";
    };
    for (int i = 0; i <= loops; ++i) {
        const std::string n = std::to_string(i), next = std::to_string(i + 1);
        bodies +=
            R"({"id": "a)" + n + R"(", "type": "Origin", "position": [)" + n + R"(, 0]}, )" + bar("crank" + n) + ", ";
        join("\"a" + n + "\"", end("crank" + n, "-0.5"));
        places += (i ? ", " : "") + ("\"crank" + n + "\": [[" + n + ", 0.5], [" + n + ", 1.5]]");
        speeds += (i ? ", " : "") + ("\"crank" + n + "\": [[0.5, 0], [1.5, 0]]");
    }
    for (int i = 0; i < loops; ++i) {
        const std::string n = std::to_string(i), next = std::to_string(i + 1), id = "coupler" + n;
        bodies += bar(id) + (i + 1 < loops ? ", " : "");
        join(end("crank" + n, "0.5"), end(id, "-0.5"));
        join(end("crank" + next, "0.5"), end(id, "0.5"));
        places += ", \"" + id + "\": [[" + n + ".5, 1], [" + next + ".5, 1]]";
        speeds += ", \"" + id + "\": [[1, 0], [1, 0]]";
    }
    return R"({"name": "parallelograms", "dimension": 2, "bodies": [)" + bodies + R"(], "constraints": [)" + joints +
           R"(], "potentials": [{"type": "Gravity"}], "initial_conditions": {"state": {"position": {)" + places +
           R"(}, "velocity": {)" + speeds + R"(}}}, "sampling": {"dt": 0.01, "steps": 1001}, "conserved": ["energy"]})";
}

}  // namespace cchnn_test
