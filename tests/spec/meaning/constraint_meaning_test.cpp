#include <doctest/doctest.h>

#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string first = "/constraints/0/between", hinge = "/constraints/1";

TEST_CASE("a point has one coordinate for each principal axis of its body") {
    CHECK(complaint_about_machine(first + "/1/point", "[1, 2]") ==
          "a.json#/constraints/0/between/1/point: must have 3 entries, one per principal axis of an Obj3D, got 2");
    CHECK(complaint_about_machine("/constraints/3/between/1/point", "[1, 2]") ==
          "a.json#/constraints/3/between/1/point: must have 1 entry, one per principal axis of an Obj1D, got 2");
}

TEST_CASE("a point mass and an Origin are single points") {
    CHECK(complaint_about_machine("/constraints/2/between/1", R"({"body": "bob", "point": [0]})") ==
          "a.json#/constraints/2/between/1/point: 'bob' is an Obj0D, a single point: give its id alone");
    CHECK(complaint_about_machine(first + "/0", R"({"body": "base", "point": [0, 0, 1]})") ==
          "a.json#/constraints/0/between/0/point: 'base' is an Origin, a single point: give its id alone, "
          "and its own 'position'");
}

TEST_CASE("an end is an id, or a body and a point") {
    const std::string rule =
        "must be the id of a body, or {\"body\": id, \"point\": coordinates along its principal axes}, or the same "
        "with "
        "\"mesh_point\": coordinates of its mesh, got ";
    CHECK(complaint_about_machine(first + "/0", "3") == "a.json#/constraints/0/between/0: " + rule + "3");
    CHECK(complaint_about_machine(first + "/0", R"({"body": "hub"})") ==
          "a.json#/constraints/0/between/0: " + rule + "'body'");
    CHECK(complaint_about_machine(first + "/1/pont", "3") ==
          "a.json#/constraints/0/between/1/pont: unknown key 'pont', did you mean 'point'?");
    CHECK(complaint_about_machine(first + "/1/body", "\"hab\"") ==
          "a.json#/constraints/0/between/1/body: unknown body 'hab', did you mean 'hub'?\n"
          "a.json#/initial_conditions/bodies/hub/from: no Joint between 'hub' and 'base' determines its place: give "
          "'position'");
}

TEST_CASE("two points of one body are not joined, nor two Origins") {
    CHECK(complaint_about_machine(
              "/constraints/-",
              R"({"type": "Joint", "between": [{"body": "rod", "point": [1]}, {"body": "rod", "point": [2]}]})") ==
          "a.json#/constraints/4/between: a Joint joins two different bodies, got 'rod' twice");
    Json document = machine_3d();
    document["bodies"].push_back({{"id", "wall"}, {"type", "Origin"}});
    document["constraints"].push_back({{"type", "Joint"}, {"between", {"base", "wall"}}});
    document["potentials"].push_back({{"type", "Spring"}, {"between", {"base", "wall"}}, {"stiffness", 1}});
    CHECK(complaint(document) ==
          "a.json#/constraints/4/between: 'base' and 'wall' are both an Origin and never move: "
          "a Joint between them does nothing\n"
          "a.json#/potentials/2/between: 'base' and 'wall' are both an Origin and never move: "
          "a Spring between them does nothing");
}

TEST_CASE("two points are linked once, other points of the same bodies may be") {
    const char* again = R"({"type": "Link", "between": ["bob", {"body": "plate", "point": [23, 24]}], "length": 1})";
    const char* elsewhere =
        R"({"type": "Link", "between": ["bob", {"body": "plate", "point": [23, 25]}], "length": 1})";
    CHECK(complaint_about_machine("/constraints/-", again) ==
          "a.json#/constraints/4/between: 'bob' and 'plate' are already linked by /constraints/2");
    CHECK(complaint_about_machine("/constraints/-", elsewhere) == "");
}

TEST_CASE("two bodies have one joint, of whichever kind") {
    CHECK(complaint_about_machine("/constraints/-", R"({"type": "Joint", "between": ["plate", "hub"]})") ==
          "a.json#/constraints/4/between: 'plate' and 'hub' are already joined by /constraints/1; "
          "to turn about one axis only, use one Joint+Axis");
    Json planar = machine_2d();
    planar["constraints"].push_back(Json::parse(R"({"type": "Joint", "between": ["pin", "rod"]})"));
    CHECK(complaint(planar) ==
          "a.json#/constraints/1/between: 'pin' and 'rod' are already joined by /constraints/0; "
          "a second joint would make them one body");
}

TEST_CASE("each axis is a unit vector in the axes of its own body") {
    CHECK(complaint_about_machine(hinge + "/axis", "[[0, 0.6, 0.8], [0.8, 0.6, 0]]") ==
          "a.json#/constraints/1/axis/1: must have 2 entries, one per principal axis of an Obj2D, got 3: what "
          "lies off its plane, as an axle does, belongs to an Obj3D");
    CHECK(complaint_about_machine(hinge + "/axis", "[[0, 6, 8], [0.8, 0.6]]") ==
          "a.json#/constraints/1/axis/0: must be a unit vector, its length is 10; did you mean [0, 0.6, 0.8]?");
    CHECK(complaint_about_machine(hinge + "/axis", "[[0, 1, 0]]") ==
          "a.json#/constraints/1/axis: must be two unit vectors, one for each end, got [[0,1,0]]");
    Json document = machine_3d();
    document["constraints"][0]["type"] = "Joint+Axis";
    document["constraints"][0]["axis"] = Json::parse("[[1, 0], [1, 0, 0]]");
    CHECK(complaint(document) ==
          "a.json#/constraints/0/axis/0: must have 3 entries, one per axis of dimension 3, got 2");
}

TEST_CASE("a point mass has no axis to turn about") {
    Json document = machine_3d();
    document["constraints"][3]["type"] = "Joint+Axis";
    document["constraints"][3]["axis"] = Json::parse("[[1], [1]]");
    CHECK(complaint(document) == "a.json#/constraints/3/axis/0: 'bob' is an Obj0D and has no axes: use a Joint");
}

TEST_CASE("one of the two bodies of a hinge has directions across the axis") {
    Json document = machine_3d();
    document["constraints"][1] =
        Json::parse(R"({"type": "Joint+Axis", "between": ["plate", "rod"], "axis": [[1, 0], [1]]})");
    document["initial_conditions"]["bodies"]["plate"] =
        Json::parse(R"({"position": [0, 0, 0], "euler_zxz": [0, 0, 0]})");
    CHECK(complaint(document) ==
          "a.json#/constraints/1/between: 'plate' is an Obj2D and 'rod' is an Obj1D: one of the two must be an Obj3D "
          "or an Origin, because a flat body does not have the directions across this axis");
}

TEST_CASE("in a plane a Joint is the hinge") {
    Json planar = machine_2d();
    planar["constraints"][0]["type"] = "Joint+Axis";
    planar["constraints"][0]["axis"] = Json::parse("[[1, 0], [1]]");
    CHECK(complaint(planar) ==
          "a.json#/constraints/0/type: a Joint+Axis needs dimension 3, got 2: there a Joint turns about one axis "
          "already, use a Joint");
}

}  // namespace
