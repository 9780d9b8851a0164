#include <doctest/doctest.h>

#include <limits>

#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string bodies = "/initial_conditions/bodies";

std::string placed(const Json& machine, const std::string& body, const char* placement) {
    return complaint_with(machine, bodies + "/" + body, Json::parse(placement));
}
std::string about(const std::string& body, const std::string& rule) { return "a.json#" + bodies + "/" + body + rule; }

TEST_CASE("the machines that these tests break are valid") {
    CHECK(complaint(machine_3d()) == "");
    CHECK(complaint(machine_2d()) == "");
}

TEST_CASE("the angles of an extended body follow its kind and the dimension") {
    CHECK(placed(machine_2d(), "plate", R"({"position": [0, 0]})") ==
          about("plate", ": an Obj2D in dimension 2 needs 'angle', got no angles"));
    CHECK(placed(machine_2d(), "rod", R"({"from": "pin", "azimuth": 1, "polar": 1})") ==
          about("rod", ": an Obj1D in dimension 2 needs 'angle', got 'azimuth' and 'polar'"));
    CHECK(placed(machine_3d(), "rod", R"({"from": "bob", "euler_zxz": [0, 0, 0]})") ==
          about("rod", ": an Obj1D in dimension 3 needs 'azimuth' and 'polar', got 'euler_zxz'"));
    CHECK(placed(machine_3d(), "hub", R"({"from": "base", "angle": 0})") ==
          about("hub", ": an Obj3D in dimension 3 needs 'euler_zxz', got 'angle'"));
    CHECK(placed(machine_3d(), "plate", R"({"position": [0, 0, 0]})") ==
          about("plate", ": an Obj2D in dimension 3 needs 'euler_zxz', got no angles"));
}

TEST_CASE("a point mass has no axes to turn") {
    CHECK(placed(machine_3d(), "bob", R"({"position": [0, 0, 0], "euler_zxz": [0, 0, 0]})") ==
          about("bob",
                ": 'bob' is an Obj0D and has no axes to turn: give 'position', or 'from' and 'azimuth' and 'polar'"));
    CHECK(placed(pendulum_2d(), "bob", R"({"position": [0, 0], "angle": 0})") ==
          about("bob", ": 'bob' is an Obj0D and has no axes to turn: give 'position', or 'from' and 'angle'"));
}

TEST_CASE("an extended body hangs from what a joint holds it to") {
    CHECK(placed(machine_3d(), "free", R"({"from": "hub", "euler_zxz": [0, 0, 0]})") ==
          about("free", "/from: no Joint between 'free' and 'hub' determines its place: give 'position'"));
    CHECK(placed(machine_3d(), "hub", R"({"from": "bass", "euler_zxz": [0, 0, 0]})") ==
          about("hub", "/from: unknown body 'bass', did you mean 'base'?"));
    CHECK(placed(machine_3d(), "hub", R"({"from": "hub", "euler_zxz": [0, 0, 0]})") ==
          about("hub", "/from: 'hub' is placed relative to itself"));
    CHECK(placed(machine_3d(), "plate", R"({"from": "hub", "euler_zxz": [0, 0, 0]})") == "");
}

TEST_CASE("a hinge angle turns about the axis of a Joint+Axis") {
    CHECK(placed(machine_3d(), "hub", R"({"from": "base", "hinge_angle": 0})") ==
          about("hub", "/hinge_angle: no Joint+Axis between 'hub' and 'base' has an axis to turn about"));
    Json document = machine_3d();
    document["constraints"].push_back(
        Json::parse(R"({"type": "Joint+Axis", "between": ["rod", "free"], "axis": [[1], [1, 0, 0]]})"));
    CHECK(placed(document, "free", R"({"from": "rod", "hinge_angle": 0})") ==
          about("free", "/hinge_angle: 'rod' is an Obj1D: it has no direction across its axis to count from"));
}

TEST_CASE("a body on a Slider starts at a length along it, a welded one where it is held") {
    CHECK(complaint(drawer_3d()) == "");
    CHECK(placed(drawer_3d(), "drawer", R"({"from": "chest"})") ==
          about("drawer", ": a Slider holds it to 'chest': give 'slide' too"));
    CHECK(placed(drawer_3d(), "knob", R"({"from": "rod", "slide": 1})") ==
          about("knob", "/slide: no Slider between 'knob' and 'rod' has an axis to slide along"));
    CHECK(placed(drawer_3d(), "knob", R"({"from": "chest"})") ==
          about("knob", "/from: no Weld between 'knob' and 'chest' determines its place: give 'position'"));
    CHECK(placed(drawer_3d(), "knob", R"({"from": "knobs"})") ==
          about("knob", "/from: unknown body 'knobs', did you mean 'knob'?"));
    CHECK(placed(drawer_3d(), "rod", R"({"from": "drawer", "slide": 1})") ==
          about("rod", ": on this Slider 'rod' needs 'hinge_angle', got no angles"));
    CHECK(placed(drawer_3d(), "rod", R"({"from": "drawer", "slide": 1, "euler_zxz": [0, 0, 0]})") ==
          about("rod", ": on this Slider 'rod' needs 'hinge_angle', got 'euler_zxz'"));
    CHECK(placed(drawer_3d(), "drawer", R"({"from": "chest", "slide": 1, "hinge_angle": 0})") ==
          about("drawer", ": on this Slider 'drawer' needs no angles, got 'hinge_angle'"));
    CHECK(placed(drawer_3d(), "drawer", R"({"from": "chest", "slide": {"normal": {"mean": 0, "std": -1}}})") ==
          about("drawer", "/slide/normal/std: must be >= 0, got -1"));
}

TEST_CASE("a placement by 'from' alone is told the angles that its Joint or Link leaves open, and no position") {
    CHECK(
        placed(machine_3d(), "hub", R"({"from": "base"})") ==
        about("hub", "/from: a Joint between 'hub' and 'base' does not determine its direction: give 'euler_zxz' too"));
    CHECK(
        placed(machine_3d(), "plate", R"({"from": "hub"})") ==
        about(
            "plate",
            "/from: a Joint+Axis between 'plate' and 'hub' does not determine its direction: give 'hinge_angle' too"));
    CHECK(
        placed(machine_3d(), "rod", R"({"from": "bob"})") ==
        about(
            "rod",
            "/from: a Joint between 'rod' and 'bob' does not determine its direction: give 'azimuth' and 'polar' too"));
    CHECK(placed(machine_3d(), "bob", R"({"from": "plate"})") ==
          about("bob",
                "/from: a Link between 'bob' and 'plate' does not determine its direction: give 'azimuth' and 'polar' "
                "too"));
    CHECK(placed(pendulum_2d(), "bob", R"({"from": "pivot"})") ==
          about("bob", "/from: a Link between 'bob' and 'pivot' does not determine its direction: give 'angle' too"));
    CHECK(placed(machine_3d(), "free", R"({"from": "hub"})") ==
          about("free", "/from: no Weld between 'free' and 'hub' determines its place: give 'position'"));
}

TEST_CASE("keys that do not go together are told for extended bodies too") {
    const std::string rule =
        ": must have 'position' (and 'velocity'), or angles ('angle', or 'azimuth' and 'polar', or 'euler_zxz') with "
        "either 'from' or 'position' (and 'velocity'), or 'hinge_angle' with 'from', or 'from' and 'slide' (and "
        "angles) on a Slider, or 'from' alone on a Weld, or 'parameter' (and angles) or "
        "'from' and 'along' on a Track, got ";
    CHECK(placed(machine_3d(), "hub", R"({"euler_zxz": [0, 0, 0]})") == about("hub", rule + "'euler_zxz'"));
    CHECK(placed(machine_3d(), "hub", R"({"from": "base", "position": [0, 0, 0], "euler_zxz": [0, 0, 0]})") ==
          about("hub", rule + "'from', 'position', 'euler_zxz'"));
    CHECK(placed(machine_3d(), "hub", R"({"position": [0, 0, 0], "hinge_angle": 0})") ==
          about("hub", rule + "'position', 'hinge_angle'"));
    CHECK(placed(machine_3d(), "hub", R"({"from": "base", "euler_zxz": [0, 0]})") ==
          about("hub", "/euler_zxz: must have 3 entries, got [0,0]"));
}

TEST_CASE("a length places a point mass only") {
    CHECK(placed(machine_3d(), "rod", R"({"from": "bob", "azimuth": 0, "polar": 1, "length": 2})") ==
          about("rod", "/length: places an Obj0D; an Obj1D starts where its Joint to 'from' puts it"));
}

TEST_CASE("the position and velocity of a free body have one entry per axis") {
    CHECK(placed(machine_2d(), "plate", R"({"angle": 0, "position": [0], "velocity": [1, 2, 3]})") ==
          about("plate", "/position: must have 2 entries, one per axis of dimension 2, got 1\n") +
              about("plate", "/velocity: must have 2 entries, one per axis of dimension 2, got 3"));
}

TEST_CASE("a circle of joints is told once") {
    Json document = machine_3d();
    document["initial_conditions"]["bodies"]["hub"] = Json::parse(R"({"from": "plate", "euler_zxz": [0, 0, 0]})");
    CHECK(complaint(document) ==
          about("hub",
                ": placed relative to each other in a cycle: hub from plate from hub; give one of them a 'position'"));
}

TEST_CASE("distributions of angles are checked where they stand") {
    const char* upside_down = R"({"uniform": {"low": 2, "high": 1}})";
    const std::string rule = "/uniform: low must be <= high, got low 2 and high 1";
    for (const std::string key : {"hub/euler_zxz/1", "hub/euler_rates/2", "plate/hinge_angle", "plate/hinge_rate",
                                  "rod/azimuth", "rod/polar_rate", "free/velocity/0"})
        CHECK(complaint_with(machine_3d(), bodies + "/" + key, Json::parse(upside_down)) == about(key, rule));
    CHECK(complaint_with(machine_2d(), bodies + "/rod/angle_rate", Json::parse(upside_down)) ==
          about("rod/angle_rate", rule));
}

TEST_CASE("on a line an extended body cannot turn") {
    Json document = Json::parse(R"({
        "name": "train", "dimension": 1, "bodies": [{"id": "wagon", "type": "Obj1D", "mass": 1, "second_moments": [2]}],
        "initial_conditions": {"bodies": {"wagon": {"position": [1], "angle": 0}}}})");
    CHECK(complaint(document) == about("wagon", ": angles need dimension 2 or 3: give 'state' or 'states'"));
    document["initial_conditions"]["bodies"]["wagon"].erase("angle");
    CHECK(complaint(document) == about("wagon", ": angles need dimension 2 or 3: give 'state' or 'states'"));
    document["initial_conditions"] = Json::parse(R"({"state": {"position": {"wagon": [[1], [2]]}}})");
    CHECK(complaint(document) == "");
}

TEST_CASE("a shape of a normal distribution has a limit > 0") {
    CHECK(complaint_with(bodies + "/bob/angle/normal/limit", 0) ==
          about("bob/angle/normal/limit", ": must be > 0, got 0"));
    CHECK(complaint_with(bodies + "/bob/angle/normal/random_sign", 1) ==
          about("bob/angle/normal/random_sign", ": must be a boolean, got 1"));
    CHECK(complaint_with(bodies + "/bob/angle/normal/scale", -2) == "");
}

// A spec that a program makes never meets the schema, so its ranges are checked here.
TEST_CASE("placements of a spec made by a program are checked too") {
    SystemSpec spec = parse_system(machine_2d().dump(), "program");
    auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    drawn.bodies["rod"] = RigidPlacement{"pin", false, {Shaped{Normal{nan, 1}, -1, nan, false}}, {}, {}, {}};
    drawn.bodies["plate"] = AngularPlacement{"rod", {Constant{0}}, {Constant{0}}, 1.0};
    const std::string at = "program#" + bodies;
    CHECK(to_text(state_problems(spec, false)) ==
          at + "/plate: 'plate' is an Obj2D: a direction alone places an Obj0D\n" + at +
              "/rod: needs one rate for each of 1 angles, got 0\n" + at +
              "/rod/angle/normal/mean: must be a finite number, got nan\n" + at +
              "/rod/angle/normal/limit: must be > 0, got -1\n" + at +
              "/rod/angle/normal/scale: must be a finite number, got nan");
    drawn.bodies["rod"] = CartesianPlacement{{Constant{0}, Constant{0}}, {Constant{0}, Constant{0}}};
    drawn.bodies["plate"] = RigidPlacement{"rod", false, {Constant{0}}, {Constant{0}}, {}, {}};
    CHECK(to_text(state_problems(spec, false)) ==
          at + "/plate/from: no Joint between 'plate' and 'rod' determines its place: give 'position'\n" + at +
              "/rod: an Obj1D in dimension 2 needs 'angle', got no angles");
}

TEST_CASE("a Parallel determines no place for a placement to follow") {
    CHECK(complaint_about_text(R"({"name": "a", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
              {"id": "plate", "type": "Obj3D", "mass": 1, "second_moments": [0.1, 0.1, 0.1]}],
          "constraints": [{"type": "Parallel", "between": ["o", "plate"], "axis": [[1, 0, 0], [0, 1, 0]]}],
          "initial_conditions": {"bodies": {"plate": {"from": "o", "euler_zxz": [0, 0, 0]}}}})") ==
          "a.json#" + bodies + "/plate/from: a Parallel between 'plate' and 'o' determines no place: give 'position'");
}

TEST_CASE("a Universal and a Planar are named where a placement asks to follow them") {
    for (const std::string type : {"Universal", "Planar"})
        CHECK(complaint_about_text(R"({"name": "a", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
                  {"id": "plate", "type": "Obj3D", "mass": 1, "second_moments": [0.1, 0.1, 0.1]}],
              "constraints": [{"type": ")" +
                                   type + R"(", "between": ["o", "plate"], "axis": [[1, 0, 0], [0, 1, 0]]}],
              "initial_conditions": {"bodies": {"plate": {"from": "o", "euler_zxz": [0, 0, 0]}}}})") ==
              "a.json#" + bodies + "/plate/from: a " + type +
                  " between 'plate' and 'o' is not one that 'from' follows: give 'position'");
}

}  // namespace
