// What is said about a Track or a Rolling that makes no sense.

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "elements/rolling.hpp"
#include "elements/track.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string about_coaster(const std::string& pointer, const char* value) {
    return complaint_with(carts_2d(), pointer, Json::parse(value));
}
std::string about_wheels(const std::string& pointer, const char* value) {
    return complaint_with(wheels_3d(), pointer, Json::parse(value));
}

TEST_CASE("carts and wheels are read as written") {
    REQUIRE(complaint(carts_2d()) == "");
    REQUIRE(complaint(wheels_3d()) == "");
    const SystemSpec carts = parse_system(carts_2d().dump(), "a.json"),
                     rolling = parse_system(wheels_3d().dump(), "a.json");
    const auto& track = (*carts.constraints.at(0).as<TrackSpec>());
    CHECK(track.points.at(2).point == std::vector<double>{0.5});
    CHECK(track.curve.formulas == std::vector<std::string>{"q", "sin(q)", ""});
    CHECK(track.curve.range == std::vector<double>{-5, 5});
    const auto& drawn = std::get<DrawnStates>(carts.initial_conditions).bodies;
    CHECK(std::get<Uniform>(std::get<TrackPlacement>(drawn.at("one")).rate).high == 1);
    CHECK(std::get<TrackPlacement>(drawn.at("two")).from == "one");
    CHECK(std::get<TrackPlacement>(drawn.at("two")).ahead);
    CHECK(std::get<RigidPlacement>(drawn.at("rod")).track.size() == 2);
    const auto& wheel = (*rolling.constraints.at(1).as<RollingSpec>());
    CHECK(wheel.axle == std::vector<double>{0, 0.6, 0.8});
    CHECK(wheel.up == std::vector<double>{0, 1, 0});
    CHECK(wheel.height == -3);
    CHECK((*rolling.constraints.at(0).as<RollingSpec>()).up == std::vector<double>{0, 0, 1});
    const auto& placed = std::get<DrawnStates>(rolling.initial_conditions).bodies;
    CHECK(std::get<RigidPlacement>(placed.at("disk")).velocity.empty());  // as it rolls
    CHECK(std::get<RigidPlacement>(placed.at("wheel")).velocity.size() == 3);
}

TEST_CASE("a curve that cannot be read or has no direction is refused where it is written") {
    CHECK(about_coaster("/constraints/0/curve/y", R"json("sin(q")json") ==
          "a.json#/constraints/0/curve/y: column 6: expected ')', got the end of the formula");
    CHECK(about_coaster("/constraints/0/curve/x", R"json("2*s")json") ==
          "a.json#/constraints/0/curve/x: column 3: unknown name 's', did you mean 'q'?");
    CHECK(about_coaster("/constraints/0/curve/z", R"json("q")json") ==
          "a.json#/constraints/0/curve/z: does not exist in dimension 2: leave it out");
    CHECK(about_coaster("/constraints/0/curve/range", "[5, -5]") ==
          "a.json#/constraints/0/curve/range: low must be < high, got low 5 and high -5");
    CHECK(
        about_coaster("/constraints/0/curve/parameter", R"json("pi")json")
            .starts_with("a.json#/constraints/0/curve/parameter: 'pi' is reserved in formulas: choose another name\n"));
    CHECK(about_coaster("/constraints/0/curve",
                        R"json({"parameter": "q", "x": "q^2", "y": "q^2", "range": [-1, 1]})json") ==
          "a.json#/constraints/0/curve: the curve has zero speed at q = 0: it needs a tangent everywhere");
    CHECK(about_coaster("/constraints/0/curve",
                        R"json({"parameter": "q", "x": "q", "y": "1/q", "range": [-1, 1]})json") ==
          "a.json#/constraints/0/curve: the curve or a derivative is not finite at q = 0");
    CHECK(
        about_coaster("/constraints/0/curve",
                      R"json({"parameter": "q", "x": "q", "y": "sin(1000000*q)", "range": [-1, 1]})json") ==
        "a.json#/constraints/0/curve: the curve bends too often within its range, in more than 65536 places: make the "
        "range shorter, or the curve smoother");
}

TEST_CASE("what is on a Track is a point of a body that moves, once") {
    CHECK(about_coaster("/constraints/0/points/0", R"json("oen")json") ==
          "a.json#/constraints/0/points/0: unknown body 'oen', did you mean 'one'?\n"
          "a.json#/initial_conditions/bodies/one: 'one' is on no Track: give 'position'\n"
          "a.json#/initial_conditions/bodies/two/from: 'one' is not on the Track of 'two'");
    CHECK(about_coaster("/constraints/0/points/1", R"json("one")json")
              .starts_with("a.json#/constraints/0/points/1: this point of 'one' is on the Track of "
                           "/constraints/0/points/0 already"));
    CHECK(about_coaster("/constraints/0/points/2", R"json({"body": "rod", "point": [1, 2]})json") ==
          "a.json#/constraints/0/points/2/point: must have 1 entry, one per principal axis of an Obj1D, got 2");
    CHECK(
        about_coaster("/constraints/0/points/2", R"json("hook")json")
            .starts_with("a.json#/constraints/0/points/2: 'hook' is an Origin and never moves; known: one, two, rod"));
    CHECK(contains_text(about_coaster("/dimension", "1"),
                        "a Track needs dimension 2 or 3, got 1, where every point is on the curve"));
}

TEST_CASE("a placement along a curve needs the curve, and a length") {
    Json without_link = carts_2d();
    without_link["constraints"].erase(1);
    CHECK(complaint(without_link) ==
          "a.json#/initial_conditions/bodies/two: no Link between 'two' and 'one' gives the distance: add 'length'");
    without_link["initial_conditions"]["bodies"]["two"]["length"] = 0.7;
    CHECK(complaint(without_link) == "");
    CHECK(about_coaster("/initial_conditions/bodies/two/along", R"json("aheda")json") ==
          "a.json#/initial_conditions/bodies/two/along: unknown name 'aheda', did you mean 'ahead'?");
    CHECK(about_coaster("/initial_conditions/bodies/two/from", R"json("two")json") ==
          "a.json#/initial_conditions/bodies/two/from: 'two' is placed relative to itself");
    CHECK(about_coaster("/initial_conditions/bodies/rod", R"json({"parameter": 1})json") ==
          "a.json#/initial_conditions/bodies/rod: an Obj1D in dimension 2 needs 'angle', got no angles");
    CHECK(about_coaster("/initial_conditions/bodies/one", R"json({"from": "two", "along": "behind"})json") ==
          "a.json#/initial_conditions/bodies/one: placed relative to each other in a cycle: one from two from one; "
          "give one of them a "
          "'position'");
}

TEST_CASE("what rolls is a disk, a wheel or a ball in three dimensions") {
    CHECK(about_wheels("/constraints/0/body", R"json("bob")json") ==
          "a.json#/constraints/0/body: 'bob' is an Obj0D: an Obj2D rolls as a disk, an Obj3D as a wheel or a ball");
    CHECK(about_wheels("/constraints/0/body", R"json("dsik")json")
              .starts_with("a.json#/constraints/0/body: unknown body 'dsik', did you mean 'disk'?"));
    CHECK(about_wheels("/constraints/0/axle", "[0, 0, 1]") ==
          "a.json#/constraints/0/axle: 'disk' is an Obj2D: the axle of a disk is across its own plane, leave it out");
    CHECK(about_wheels("/constraints/1/axle", "[0, 1, 1]") ==
          "a.json#/constraints/1/axle: must be a unit vector, its length is 1.4142135623730951; did you mean [0, "
          "0.7071067811865475, "
          "0.7071067811865475]?");
    CHECK(about_wheels("/constraints/1/up", "[0, 1]") ==
          "a.json#/constraints/1/up: must have 3 entries, one per axis of dimension 3, got 2");
    CHECK(about_wheels("/constraints/1/body", R"json("disk")json").starts_with("a.json#/constraints/1/axle: "));
    CHECK(about_wheels("/constraints/1/body", R"json("disk")json")
              .ends_with("a.json#/constraints/1/body: 'disk' rolls already by /constraints/0"));
    CHECK(about_wheels("/constraints/0/radius", "0") == "a.json#/constraints/0/radius: must be > 0 m, got 0");
    CHECK(about_wheels("/dimension", "2")
              .find("Rolling needs dimension 3, got 2: there a wheel's turning and its way are one coordinate") !=
          std::string::npos);
}

}  // namespace
