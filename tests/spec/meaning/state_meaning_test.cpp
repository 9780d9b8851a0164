#include <doctest/doctest.h>

#include <limits>

#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string bodies = "/initial_conditions/bodies";

Json placed(const char* placement_of_bob, const char* placement_of_tail) {
    Json document = pendulum_2d();
    document["initial_conditions"]["bodies"] = {{"bob", Json::parse(placement_of_bob)},
                                                {"tail", Json::parse(placement_of_tail)}};
    return document;
}
Json given(const char* conditions) {
    Json document = pendulum_2d();
    document["initial_conditions"] = Json::parse(conditions);
    return document;
}

TEST_CASE("every body that moves is placed, and no other") {
    CHECK(complaint_without(bodies, "tail") == "a.json#" + bodies + ": body 'tail' has no initial pose");
    CHECK(complaint_with(bodies + "/pivot", {{"position", {0, 0}}}) ==
          "a.json#" + bodies + "/pivot: 'pivot' is an Origin: it stays at its own 'position'");
    CHECK(complaint_with(bodies + "/tial", {{"position", {0, 0}}}) ==
          "a.json#" + bodies + "/tial: unknown body 'tial', did you mean 'tail'?");
}

TEST_CASE("a body is placed from another one that exists") {
    CHECK(complaint_with(bodies + "/bob/from", "pivit") ==
          "a.json#" + bodies + "/bob/from: unknown body 'pivit', did you mean 'pivot'?");
    CHECK(complaint_with(bodies + "/bob/from", "bob") ==
          "a.json#" + bodies + "/bob/from: 'bob' is placed relative to itself");
}

TEST_CASE("a circle of placements is told once") {
    const Json document =
        placed(R"({"from": "tail", "angle": 0, "length": 1})", R"({"from": "bob", "angle": 0, "length": 1})");
    CHECK(complaint(document) ==
          "a.json#" + bodies +
              "/bob: placed relative to each other in a cycle: bob from tail from bob; give one of them a 'position'");
}

// bob from tail from c01 from c02 ... from bob.
Json circle_of(int bodies_in_it) {
    Json document = pendulum_2d();
    Json& poses = document["initial_conditions"]["bodies"];
    std::vector<std::string> ids{"bob", "tail"};
    for (int i = 1; i < bodies_in_it - 1; ++i) {
        ids.push_back((i < 10 ? "c0" : "c") + std::to_string(i));
        document["bodies"].push_back({{"id", ids.back()}, {"type", "Obj0D"}, {"mass", 1}});
    }
    for (std::size_t i = 0; i < ids.size(); ++i)
        poses[ids[i]] = {{"from", ids[(i + 1) % ids.size()]}, {"angle", 0}, {"length", 1}};
    return document;
}

TEST_CASE("a cycle of placements is reported with its first twenty bodies") {
    std::string twenty = "bob from tail";
    for (int i = 1; i <= 18; ++i) twenty += (i < 10 ? " from c0" : " from c") + std::to_string(i);
    const std::string begin = "a.json#" + bodies + "/bob: placed relative to each other in a cycle: " + twenty,
                      end = " from bob; give one of them a 'position'";
    CHECK(complaint(circle_of(20)) == begin + end);
    CHECK(complaint(circle_of(21)) == begin + " ... (21 bodies)" + end);
}

TEST_CASE("a chain of placements that leads into a circle does not hide it") {
    Json document =
        placed(R"({"from": "tail", "angle": 0, "length": 1})", R"({"from": "bob", "angle": 0, "length": 1})");
    document["bodies"].push_back({{"id", "aside"}, {"type", "Obj0D"}, {"mass", 1}});
    document["initial_conditions"]["bodies"]["aside"] = Json::parse(R"({"from": "bob", "angle": 0, "length": 1})");
    CHECK(complaint(document) ==
          "a.json#" + bodies +
              "/bob: placed relative to each other in a cycle: bob from tail from bob; give one of them a 'position'");
}

TEST_CASE("angles need a distance: a Link or a length") {
    CHECK(complaint(placed(R"({"from": "pivot", "angle": 0})", R"({"from": "bob", "angle": 0})")) ==
          "a.json#" + bodies + "/tail: no Link between 'tail' and 'bob' gives the distance: add 'length'");
    CHECK(complaint(placed(R"({"from": "pivot", "angle": 0})", R"({"from": "bob", "angle": 0, "length": 2})")) == "");
}

TEST_CASE("angles follow the dimension") {
    CHECK(complaint(placed(R"({"from": "pivot", "azimuth": 0, "polar": 1})", R"({"position": [0, 1]})")) ==
          "a.json#" + bodies + "/bob: dimension 2 needs 'angle', got 'azimuth' and 'polar'");
    Json spatial = pendulum_2d();
    spatial["dimension"] = 3;
    spatial["bodies"][0].erase("position");
    spatial["initial_conditions"]["bodies"]["tail"]["position"] = {0, 0, 0};
    CHECK(complaint(spatial) == "a.json#" + bodies + "/bob: dimension 3 needs 'azimuth' and 'polar', got 'angle'");
    spatial["dimension"] = 1;
    spatial["initial_conditions"]["bodies"]["tail"]["position"] = {0};
    CHECK(complaint(spatial) == "a.json#" + bodies + "/bob: angles need dimension 2 or 3: give 'position'");
}

TEST_CASE("placed positions and velocities have one entry per axis") {
    CHECK(complaint(placed(R"({"from": "pivot", "angle": 0})", R"({"position": [0, 1, 2], "velocity": [1]})")) ==
          "a.json#" + bodies + "/tail/position: must have 2 entries, one per axis of dimension 2, got 3\n" + "a.json#" +
              bodies + "/tail/velocity: must have 2 entries, one per axis of dimension 2, got 1");
}

TEST_CASE("a uniform distribution has low <= high, wherever it stands") {
    const Json upside_down = Json::parse(R"({"uniform": {"low": 2, "high": 1.5}})");
    const std::string rule = "/uniform: low must be <= high, got low 2 and high 1.5";
    for (const std::string key : {"angle", "angle_rate"})
        CHECK(complaint_with(bodies + "/bob/" + key, upside_down) == "a.json#" + bodies + "/bob/" + key + rule);
    CHECK(complaint_with(bodies + "/tail/position/1", upside_down) == "a.json#" + bodies + "/tail/position/1" + rule);
    for (const std::string key : {"position", "velocity"})
        CHECK(complaint_with("/initial_conditions/noise", {{key, upside_down}}) ==
              "a.json#/initial_conditions/noise/" + key + rule);
    CHECK(complaint_with(bodies + "/bob/angle", Json::parse(R"({"uniform": {"low": 2, "high": 2}})")) == "");
}

TEST_CASE("the only given state is pointed at without an index") {
    CHECK(complaint(given(R"({"state": {"position": {"bob": [0, -1], "tial": [1, 0]},
                                          "velocity": {"pivot": [0, 0]}}})")) ==
          "a.json#/initial_conditions/state/position/tial: unknown body 'tial', did you mean 'tail'?\n"
          "a.json#/initial_conditions/state/position: body 'tail' has no position\n"
          "a.json#/initial_conditions/state/velocity/pivot: 'pivot' is an Origin: it stays at its own 'position'");
}

TEST_CASE("given states have one entry per axis, and are pointed at by index") {
    CHECK(complaint(given(R"({"states": [{"position": {"bob": [0, -1], "tail": [1, 0]}},
                                         {"position": {"bob": [0], "tail": [1, 0]},
                                          "velocity": {"bob": [0, 0, 1]}}]})")) ==
          "a.json#/initial_conditions/states/1/position/bob: must have 2 entries, one per axis of dimension 2, got 1\n"
          "a.json#/initial_conditions/states/1/velocity/bob: must have 2 entries, one per axis of dimension 2, got 3");
}

Json given_machine(const char* position) {
    Json document = machine_2d();
    document["initial_conditions"] = {{"state", {{"position", Json::parse(position)}}}};
    return document;
}

TEST_CASE("given nodes of an extended body are lists, one for each node") {
    const std::string at = "a.json#/initial_conditions/state/position/";
    CHECK(
        complaint(given_machine(R"({"rod": [[0, 1], [0, 0]], "plate": [[0, 1], [0, 0]]})")) ==
        at + "plate: must be 3 lists of 2 numbers, one for each node of an Obj2D: its centre of mass, then the tips of "
             "its axes; got [[0,1],[0,0]]");
    CHECK(complaint(given_machine(R"({"rod": [0, 1], "plate": [[0, 1], [0, 0], [1, 1]]})")) ==
          at + "rod: must be 2 lists of 2 numbers, one for each node of an Obj1D: its centre of mass, then the tips of "
               "its axes; got [0,1]");
    CHECK(complaint(given_machine(R"({"rod": [[0, 1], [0, 0, 3]], "plate": [[0, 1], [0, 0], [1]]})")) ==
          at + "rod/1: must have 2 entries, one per axis of dimension 2, got 3\n" + at +
              "plate/2: must have 2 entries, one per axis of dimension 2, got 1");
}

TEST_CASE("a given point mass is a list of numbers") {
    CHECK(complaint(given(R"({"state": {"position": {"bob": [[0, -1]], "tail": [1, 0]}}})")) ==
          "a.json#/initial_conditions/state/position/bob: must be a list of numbers: an Obj0D has no axes");
    CHECK(
        complaint(given(R"({"state": {"position": {"bob": [0, "x"], "tail": [1, 0]}}})")) ==
        "a.json#/initial_conditions/state/position/bob/1: must be a number or a formula, got \"x\": column 1: unknown "
        "name 'x'; known: deg, pi, sin, cos, exp, sqrt, tanh");
}

TEST_CASE("given nodes of a spec made by a program are counted") {
    SystemSpec spec = parse_system(machine_2d().dump(), "program");
    spec.initial_conditions = std::vector{GivenState{{{"rod", {1, 2, 3}}, {"plate", {1, 2, 3, 4, 5, 6}}}, {}}};
    CHECK(to_text(state_problems(spec, true)) ==
          "program#/initial_conditions/state/position/rod: must have 4 entries, 2 for each of 2 nodes, got 3");
}

TEST_CASE("conserved quantities exist in the dimension and are listed once") {
    CHECK(
        complaint_with("/conserved", {"energy", "linear_momentum_z", "angular_momentum_x", "energy"}) ==
        "a.json#/conserved/1: 'linear_momentum_z' does not exist in dimension 2, did you mean 'linear_momentum_x'?\n"
        "a.json#/conserved/2: 'angular_momentum_x' does not exist in dimension 2, did you mean 'angular_momentum_z'?\n"
        "a.json#/conserved/3: 'energy' is listed twice");
}

TEST_CASE("components of momentum follow the dimension") {
    using Names = std::vector<std::string>;
    CHECK(conserved_names(1) == Names{"energy", "linear_momentum_x"});
    CHECK(conserved_names(2) == Names{"energy", "linear_momentum_x", "linear_momentum_y", "angular_momentum_z"});
    CHECK(conserved_names(3) == Names{"energy", "linear_momentum_x", "linear_momentum_y", "linear_momentum_z",
                                      "angular_momentum_x", "angular_momentum_y", "angular_momentum_z"});
}

TEST_CASE("problems of the graph and of the states are told in one run") {
    Json document = pendulum_2d();
    document["potentials"][0]["up"] = {0, 2};
    document["initial_conditions"]["bodies"].erase("tail");
    document["conserved"] = {"angular_momentum_y"};
    CHECK(complaint(document) ==
          "a.json#/potentials/0/up: must be a unit vector, its length is 2; did you mean [0, 1]?\n"
          "a.json#" +
              bodies +
              ": body 'tail' has no initial pose\n"
              "a.json#/conserved/0: 'angular_momentum_y' does not exist in dimension 2, did you mean "
              "'angular_momentum_z'?");
}

// A spec that a program makes never meets the schema, so its ranges are checked here.
TEST_CASE("states and sampling of a spec made by a program are checked for ranges too") {
    SystemSpec spec = parse_system(pendulum_2d().dump(), "program");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    DrawnStates drawn = std::get<DrawnStates>(spec.initial_conditions);
    drawn.bodies["bob"] = AngularPlacement{"pivot", {Normal{nan, -1}}, {Uniform{nan, 1}}, -2.0};
    drawn.bodies["tail"] = CartesianPlacement{{Constant{nan}, Constant{0}}, {Constant{0}, Constant{0}}};
    drawn.velocity_factor = nan;
    spec.initial_conditions = drawn;
    spec.sampling = {0, 1};
    CHECK(to_text(state_problems(spec, false)) ==
          "program#" + bodies +
              "/bob/angle/normal/mean: must be a finite number, got nan\n"
              "program#" +
              bodies +
              "/bob/angle/normal/std: must be >= 0, got -1\n"
              "program#" +
              bodies +
              "/bob/angle_rate/uniform/low: must be a finite number, got nan\n"
              "program#" +
              bodies +
              "/bob/length: must be > 0 m, got -2\n"
              "program#" +
              bodies +
              "/tail/position/0: must be a finite number, got nan\n"
              "program#/initial_conditions/noise/velocity_factor: must be a finite number, got nan\n"
              "program#/sampling/dt: must be > 0 s, got 0\n"
              "program#/sampling/steps: must be >= 2, got 1");
    spec.initial_conditions = std::vector<GivenState>{};
    CHECK(to_text(state_problems(spec, false)).find("program#/initial_conditions/states: needs at least one state") ==
          0);
}

}  // namespace
