#include <doctest/doctest.h>

#include <limits>

#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

namespace cchnn::test {
namespace {

const std::string attracted = "/potentials/0/bodies", dipole = "/potentials/1", damped = "/damping/1";

TEST_CASE("bodies attract one another once each, two at least") {
    CHECK(complaint_about_machine(attracted, R"(["bob", "rode", "bob"])") ==
          "a.json#/potentials/0/bodies/1: unknown body 'rode', did you mean 'rod'?\n"
          "a.json#/potentials/0/bodies/2: 'bob' is listed twice");
    CHECK(complaint_about_machine(attracted, R"(["bob"])") ==
          "a.json#/potentials/0/bodies: must have at least 2 entries, got [\"bob\"]");
}

TEST_CASE("an Origin attracts by its mass, and something moves") {
    Json document = machine_3d();
    document["bodies"][0].erase("mass");
    CHECK(complaint(document) ==
          "a.json#/potentials/0/bodies/0: 'base' is an Origin without mass and attracts nothing: give it a 'mass'");
    document = machine_3d();
    document["bodies"].push_back({{"id", "star"}, {"type", "Origin"}, {"mass", 1}});
    document["potentials"][0]["bodies"] = {"base", "star"};
    CHECK(complaint(document) ==
          "a.json#/potentials/0/bodies: needs at least one body that moves: an Origin never does");
}

TEST_CASE("a dipole moves in space, is a point mass, and has an Origin for its pivot") {
    CHECK(complaint_about_machine(dipole + "/body", "\"plate\"") ==
          "a.json#/potentials/1/body: must be an Obj0D, 'plate' is an Obj2D");
    CHECK(complaint_about_machine(dipole + "/body", "\"base\"") ==
          "a.json#/potentials/1/body: 'base' is an Origin and never moves; known: bob, rod, plate, hub, free");
    CHECK(complaint_about_machine(dipole + "/body", "\"bab\"") ==
          "a.json#/potentials/1/body: unknown body 'bab', did you mean 'bob'?");
    CHECK(complaint_about_machine(dipole + "/pivot", "\"rod\"") ==
          "a.json#/potentials/1/pivot: must be an Origin, 'rod' is an Obj1D; known: base");
    Json planar = pendulum_2d();
    planar["potentials"].push_back(machine_3d()["potentials"][1]);
    planar["potentials"][2]["pivot"] = "pivot";
    CHECK(complaint(planar) == "a.json#/potentials/2/type: a Dipole needs dimension 3, got 2");
}

TEST_CASE("magnets have three entries each, and there is one") {
    CHECK(complaint_about_machine(dipole + "/magnets", "[]") ==
          "a.json#/potentials/1/magnets: must have at least 1 entry, got []");
    CHECK(complaint_about_machine(dipole + "/magnets/0/moment", "[1, 2]") ==
          "a.json#/potentials/1/magnets/0/moment: must have 3 entries, got [1,2]");
    CHECK(complaint_about_machine(dipole + "/mu0", "0") == "a.json#/potentials/1/mu0: must be > 0, got 0");
}

TEST_CASE("damping acts on a body that moves, about an Origin") {
    CHECK(complaint_about_machine(damped + "/body", "\"base\"") ==
          "a.json#/damping/1/body: 'base' is an Origin and never moves; known: bob, rod, plate, hub, free");
    CHECK(complaint_about_machine(damped + "/about", "\"hub\"") ==
          "a.json#/damping/1/about: must be an Origin, 'hub' is an Obj3D; known: base");
    CHECK(complaint_about_machine(damped + "/type", "\"Dampin\"") ==
          "a.json#/damping/1/type: unknown type 'Dampin', did you mean 'Damping'?");
    const Json straight = Json::parse(R"({
        "name": "cart", "dimension": 1,
        "bodies": [{"id": "wall", "type": "Origin"}, {"id": "cart", "type": "Obj0D", "mass": 1}],
        "damping": [{"type": "Damping", "body": "cart", "coefficient": 1, "about": "wall"}],
        "initial_conditions": {"bodies": {"cart": {"position": [1]}}}})");
    CHECK(complaint(straight) == "a.json#/damping/0/about: angular velocity needs dimension 2 or 3: leave it out");
}

TEST_CASE("messages name a unit only where the file's units are SI") {
    Json document = machine_3d();  // in cm, g and ms
    document["damping"][0]["coefficient"] = -1;
    CHECK(complaint(document) == "a.json#/damping/0/coefficient: must be >= 0, got -1");
    document.erase("units");
    CHECK(complaint(document) == "a.json#/damping/0/coefficient: must be >= 0 N s/m, or N m s with 'about', got -1");
    SystemSpec spec = parse_system(machine_3d().dump(), "program");
    spec.damping[0].coefficient = -1;
    CHECK(to_text(graph_problems(spec)) == "program#/damping/0/coefficient: must be >= 0, got -1");
    spec.units = Units{};
    CHECK(to_text(graph_problems(spec)) == "program#/damping/0/coefficient: must be >= 0 N s/m, got -1");
}

// A spec that a program makes never meets the schema, so its ranges are checked here.
TEST_CASE("potentials and damping of a spec made by a program are checked for ranges too") {
    SystemSpec spec = parse_system(machine_3d().dump(), "program");
    spec.units = Units{};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    auto& newtonian = std::get<NewtonianSpec>(spec.potentials[0]);
    newtonian.gravitational_constant = 0, newtonian.bodies = {"bob"};
    auto& magnetic = std::get<DipoleSpec>(spec.potentials[1]);
    magnetic.moment = nan, magnetic.mu0 = -1, magnetic.magnets[0] = {{1, 2}, {1, 2, nan}};
    spec.damping[1].coefficient = nan;
    CHECK(to_text(graph_problems(spec)) ==
          "program#/potentials/0/gravitational_constant: must be > 0 m^3/(kg s^2), got 0\n"
          "program#/potentials/0/bodies: must have at least 2 entries, got 1\n"
          "program#/potentials/1/moment: must be a finite number, got nan\n"
          "program#/potentials/1/mu0: must be > 0 N/A^2, got -1\n"
          "program#/potentials/1/magnets/0/position: must have 3 entries, one per axis of dimension 3, got 2\n"
          "program#/potentials/1/magnets/0/moment/2: must be a finite number, got nan\n"
          "program#/damping/1/coefficient: must be >= 0 N m s, got nan");
    magnetic = {"bob", "base", 1, 1, {}};
    CHECK(to_text(graph_problems(spec)).find("program#/potentials/1/magnets: needs at least one magnet") !=
          std::string::npos);
}

}  // namespace
}  // namespace cchnn::test
