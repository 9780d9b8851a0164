#include "elements/lower_pair.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "contains_text.hpp"
#include "mechanics/example_systems.hpp"
#include "spec/broken_system.hpp"

// machine_3d(): base is an Origin, bob an Obj0D, rod an Obj1D, plate an Obj2D, hub an Obj3D.

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& constraint) {
    return complaint_about_machine("/constraints/-", constraint.c_str());
}
const std::string here = "a.json#/constraints/4";

TEST_CASE("a misspelt key of a pair gets its name") {
    CHECK(complaint_about(R"({"type": "Slider", "between": ["free", "bob"], "axsi": [[1, 0, 0]]})") ==
          here + "/axsi: unknown key 'axsi', did you mean 'axis'?\n" + here + ": key 'axis' is missing");
    CHECK(complaint_about(R"({"type": "Weld", "between": ["free", "plate"], "turn": true})") ==
          here + "/turn: unknown key 'turn'; known: across, axis, between, type");
    CHECK(contains_text(complaint_about(R"({"type": "Sldier", "between": ["free", "bob"], "axis": [[1, 0, 0]]})"),
                        "did you mean 'Slider'?"));
}

TEST_CASE("a point mass has no axes to be welded by or to carry a slider's") {
    CHECK(complaint_about(R"({"type": "Weld", "between": ["free", "bob"]})") ==
          here + "/between: 'bob' is an Obj0D and has no axes: use a Joint");
    CHECK(complaint_about(R"({"type": "Slider", "between": ["bob", "free"], "axis": [[1, 0, 0]]})") ==
          here + "/between: 'bob' is an Obj0D and has no axes: the first body carries the axis");
}

TEST_CASE("in space a solid or an Origin carries the directions across an axis") {
    CHECK(complaint_about(R"({"type": "Slider", "between": ["rod", "free"], "axis": [[1], [1, 0, 0]]})") ==
          here +
              "/between: 'rod' is an Obj1D: in space the first body carries the directions across the axis and must be "
              "an Obj3D or an Origin");
    CHECK(complaint_about(R"({"type": "Planar", "between": ["plate", "rod"], "axis": [[1, 0], [1]]})") ==
          here +
              "/between: 'plate' is an Obj2D and 'rod' is an Obj1D: one of the two must be an Obj3D or an Origin, "
              "because a flat body does not have the directions across this axis");
}

TEST_CASE("an axis has a unit vector for each body that keeps one, of its length") {
    CHECK(complaint_about(R"({"type": "Slider", "between": ["free", "bob"], "axis": [[1, 0, 0], [1, 0, 0]]})") ==
          here + "/axis: must have one unit vector, of 'free': 'bob' is an Obj0D and has no axes");
    CHECK(complaint_about(R"({"type": "Slider", "between": ["free", "plate"], "axis": [[1, 0, 0]]})") ==
          here + "/axis: must have two unit vectors, of 'free' and of 'plate'");
    CHECK(complaint_about(R"({"type": "Universal", "between": ["free", "plate"], "axis": [[1, 0, 0], [0.6, 0.6]]})")
              .starts_with(here + "/axis/1: must be a unit vector, its length is 0.848"));
    CHECK(complaint_about(R"({"type": "Planar", "between": ["free", "plate"], "axis": [[1, 0], [1, 0]]})") ==
          here + "/axis/0: must have 3 entries, one per principal axis of an Obj3D, got 2");
}

TEST_CASE("directions across an axis are at right angles to it, in the body, and where they are kept") {
    CHECK(
        complaint_about(
            R"({"type": "Weld", "between": ["free", "plate"], "axis": [[1, 0, 0], [1, 0]], "across": [[0.6, 0.8, 0], [0, 1]]})") ==
        here + "/across/0: must be at right angles to 'axis', their product is 0.6");
    CHECK(complaint_about(R"({"type": "Weld", "between": ["free", "plate"], "axis": [[1, 0, 0], [0, 1]]})") ==
          here + "/across: is needed: 'plate' is an Obj2D, and the default lies outside of its plane");
    CHECK(
        complaint_about(
            R"({"type": "Slider", "between": ["free", "rod"], "axis": [[1, 0, 0], [1]], "across": [[0, 1, 0], [1]]})") ==
        here + "/across: has no effect here: only 'axis' matters; remove it");
}

TEST_CASE("a Parallel needs axes of both bodies and no points") {
    CHECK(complaint_about(R"({"type": "Parallel", "between": ["free", "bob"], "axis": [[1, 0, 0], [1, 0, 0]]})") ==
          here + "/between: 'bob' is an Obj0D and has no axes: it has no direction that could stay parallel");
    CHECK(
        complaint_about(
            R"({"type": "Parallel", "between": ["free", {"body": "plate", "point": [0.1, 0]}], "axis": [[1, 0, 0], [1, 0]]})") ==
        here + "/between/1/point: has no effect: a Parallel keeps directions alone; remove it");
    CHECK(complaint_about(R"({"type": "Parallel", "between": ["free", "plate"], "axis": [[1, 0, 0]]})")
              .starts_with(here + "/axis: must be two unit vectors, one for each end"));
}

TEST_CASE("two bodies are one pair, and not of one body") {
    Json document = machine_3d();
    for (int i = 0; i < 2; ++i) document["constraints"].push_back({{"type", "Weld"}, {"between", {"free", "plate"}}});
    CHECK(complaint(document).find(std::string("a.json#/constraints") +
                                   "/5/between: 'free' and 'plate' are already joined by /constraints/4") !=
          std::string::npos);
    CHECK(complaint_about(R"({"type": "Weld", "between": ["free", {"body": "free", "point": [1, 0, 0]}]})") ==
          here + "/between: a Weld joins two different bodies, got 'free' twice");
}

TEST_CASE("pairs of space are refused in the plane, and all of them on a line") {
    Json planar = pendulum_2d();
    planar["constraints"] =
        Json::array({Json::parse(R"({"type": "Universal", "between": ["pivot", "bob1"], "axis": [[1, 0], [1, 0]]})")});
    CHECK(contains_text(complaint(planar), "a Universal needs dimension 3, got 2"));
}

// Half a turn about the axis meets w_a . u_b = 0, (u x w) . u_b = 0 and (u x w) . w_b = 0 as well.
TEST_CASE("a body turned by half a turn meets the solver's rows of a slider, and is told from one that is not by Phi") {
    const ExampleSystem s(
        parse_system(R"({"name": "half_turn", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1, "second_moments": [0.2, 0.3, 0.5]}],
        "constraints": [{"type": "Slider", "between": ["o", "a"], "axis": [[0, 0, 1], [0, 0, 1]]}],
        "initial_conditions": {"bodies": {"a": {"position": [0, 0, {"uniform": {"low": -1, "high": 1}}],
            "velocity": [0, 0, 1], "euler_zxz": [{"normal": {"mean": 0, "std": 1.5}}, 0, 0], "euler_rates": [0, 0, 0]}}}})",
                     "a.json"));
    CHECK(s.system.degrees_of_freedom() == 1);
    std::vector<double> off(s.system.rows().size());
    const double turned[] = {0, 0, 1, -1, 0, 1, 0, -1, 1, 0, 0, 2};  // x_0, and tips of -e_1, -e_2, e_3
    s.system.position_errors(turned, off.data());
    double most = 0;
    for (double c : off) most = std::max(most, std::fabs(c));
    CHECK(most == 2);  // e_1 of a less e_1 of space
    // Drawn as far as beyond a quarter turn, Newton comes out on both sides: only those of Phi are kept.
    for (std::uint64_t i = 0; i < 40; ++i) {
        const InitialState state = s.state(i);
        s.system.position_errors(state.x.data(), off.data());
        for (double c : off) CHECK(std::fabs(c) < 1e-9);
    }
}

}  // namespace
