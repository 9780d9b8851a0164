#include <doctest/doctest.h>

#include <limits>

#include "contains_text.hpp"
#include "elements/damping.hpp"
#include "elements/dipole.hpp"
#include "elements/newtonian.hpp"
#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

using namespace cchnn;
using namespace cchnn_test;

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

TEST_CASE("a Dashpot joins two different bodies, and its coefficient is not negative") {
    CHECK(complaint_with(forces_2d(), "/damping/0/between", Json::parse(R"(["cart", "cart"])")) ==
          "a.json#/damping/0/between: a Dashpot joins two different bodies, got 'cart' twice");
    CHECK(complaint_with(forces_2d(), "/damping/0/coefficient", Json::parse("-1")) ==
          "a.json#/damping/0/coefficient: must be >= 0 N s/m, got -1");
    CHECK(complaint_with(forces_2d(), "/damping/0/coeficient", Json::parse("1")).find("did you mean 'coefficient'?") !=
          std::string::npos);
}

TEST_CASE("a TorsionDamper joins two bodies that turn, or one and an Origin") {
    const auto about = [](const char* at, const char* value) {
        return complaint_with(forces_2d(), std::string("/damping/1") + at, Json::parse(value));
    };
    CHECK(about("/bodies", R"(["bar", "bar"])") ==
          "a.json#/damping/1/bodies: a TorsionDamper joins two different bodies, got 'bar' twice");
    CHECK(about("/bodies/1", R"("cart")") ==
          "a.json#/damping/1/bodies/1: 'cart' is an Obj0D, a single point, and does not turn: take an extended body");
    CHECK(about("/bodies/0", R"("baar")") == "a.json#/damping/1/bodies/0: unknown body 'baar', did you mean 'bar'?");
    CHECK(about("/coefficient", "-2") == "a.json#/damping/1/coefficient: must be >= 0 N m s, got -2");
    CHECK(contains_text(about("/bodys", R"("bar")"), "unknown key 'bodys'"));
    Json space = machine_3d();
    space["damping"].push_back({{"type", "TorsionDamper"}, {"bodies", {"rod", "base"}}, {"coefficient", 1}});
    CHECK(complaint(space) ==
          "a.json#/damping/2/bodies/0: 'rod' is an Obj1D, a thin rod, whose rotation about its own axis is undefined: "
          "use an Obj2D or Obj3D");
}

TEST_CASE("an angle is that of two different bodies that turn, with an axis in space alone") {
    const auto about = [](const char* at, const char* value) {
        return complaint_with(forces_2d(), std::string("/potentials/2") + at, Json::parse(value));
    };
    CHECK(about("/bodies", R"(["bar", "bar"])") ==
          "a.json#/potentials/2/bodies: a TorsionSpring joins two different bodies, got 'bar' twice");
    CHECK(
        about("/bodies/1", R"("cart")") ==
        "a.json#/potentials/2/bodies/1: 'cart' is an Obj0D, a single point, and does not turn: take an extended body");
    CHECK(about("/bodies/0", R"("baar")") == "a.json#/potentials/2/bodies/0: unknown body 'baar', did you mean 'bar'?");
    CHECK(contains_text(about("/bodies", R"(["wall"])"), "must be a list of two ids of bodies"));
    CHECK(about("/axis", "[[1, 0], [1, 0]]") ==
          "a.json#/potentials/2/axis: does not exist in dimension 2, where bodies turn in the plane: leave it out");
    CHECK(about("/stiffness", "0") == "a.json#/potentials/2/stiffness: must be > 0 N m, got 0");
    CHECK(contains_text(about("/stifness", "1"), "did you mean 'stiffness'?"));
    CHECK(contains_text(about("/rest_angel", "1"), "did you mean 'rest_angle'?"));
    CHECK(complaint_with(forces_2d(), "/potentials/3/torque", Json::parse("0")) ==
          "a.json#/potentials/3/torque: is zero, so the Torque does nothing: remove it");
    CHECK(complaint_with(forces_2d(), "/potentials/3/torqe", Json::parse("1")).find("did you mean 'torque'?") !=
          std::string::npos);
    Json both = forces_2d();
    both["bodies"].push_back({{"id", "floor"}, {"type", "Origin"}});
    CHECK(complaint_with(both, "/potentials/3/bodies", Json::parse(R"(["wall", "floor"])")) ==
          "a.json#/potentials/3/bodies: 'wall' and 'floor' are both an Origin and never turn: a Torque between them "
          "does nothing");
}

TEST_CASE("an angle in space has the axis of a hinge") {
    const auto about = [](const char* torque) {
        Json machine = machine_3d();
        machine["potentials"].push_back(Json::parse(torque));
        return complaint(machine);
    };
    CHECK(about(R"({"type": "Torque", "bodies": ["hub", "plate"], "torque": 1})") ==
          "a.json#/potentials/2/axis: is missing: in space a Torque needs the axis of the hinge, as its Joint+Axis has "
          "it");
    CHECK(about(R"({"type": "Torque", "bodies": ["hub", "rod"], "axis": [[0, 0.6, 0.8], [1]], "torque": 1})") ==
          "a.json#/potentials/2/bodies/1: 'rod' is an Obj1D, a thin rod, whose rotation about its own axis is "
          "undefined: use an Obj2D or Obj3D");
    CHECK(about(R"({"type": "Torque", "bodies": ["hub", "plate"], "axis": [[0, 0.6, 0.8], [0.8, 0.7]], "torque": 1})")
              .starts_with("a.json#/potentials/2/axis/1: must be a unit vector"));
    CHECK(about(R"({"type": "Torque", "bodies": ["hub", "plate"], "axis": [[0, 0.6, 0.8], [0.8]], "torque": 1})")
              .starts_with("a.json#/potentials/2/axis/1: must have 2 entries"));
}

TEST_CASE("a Force acts on a body that moves, and is not zero") {
    CHECK(complaint_with(forces_2d(), "/potentials/0/on", Json::parse(R"("wall")")) ==
          "a.json#/potentials/0/on: 'wall' is an Origin and never moves; known: cart, bar, wheel");
    CHECK(complaint_with(forces_2d(), "/potentials/0/on/point", Json::parse("[1, 2]")) ==
          "a.json#/potentials/0/on/point: must have 1 entry, one per principal axis of an Obj1D, got 2");
    CHECK(complaint_with(forces_2d(), "/potentials/0/force", Json::parse("[1, 2, 3]")) ==
          "a.json#/potentials/0/force: must have 2 entries, one per axis of dimension 2, got 3");
    CHECK(complaint_with(forces_2d(), "/potentials/0/force", Json::parse("[0, 0]")) ==
          "a.json#/potentials/0/force: is zero, so the Force does nothing: remove it");
    CHECK(complaint_with(forces_2d(), "/potentials/0/forse", Json::parse("[0, 0]")).find("did you mean 'force'?") !=
          std::string::npos);
}

TEST_CASE("a MagneticField acts on a charge of a body that moves, and is at right angles to a plane") {
    const auto about = [](const char* at, const char* value) {
        return complaint_with(forces_2d(), std::string("/potentials/4") + at, Json::parse(value));
    };
    CHECK(about("/on", R"("wall")") ==
          "a.json#/potentials/4/on: 'wall' is an Origin and never moves; known: cart, bar, wheel");
    CHECK(about("/on/point", "[1, 2]") ==
          "a.json#/potentials/4/on/point: must have 1 entry, one per principal axis of an Obj1D, got 2");
    CHECK(about("/charge", "0") == "");
    CHECK(about("/field", "[0, 0, 0]") ==
          "a.json#/potentials/4/field: is zero, so the MagneticField does nothing: remove it");
    CHECK(about("/field", "[0, 1, 2]") ==
          "a.json#/potentials/4/field: must be at right angles to the plane, with 0 as its first two entries, got (0, "
          "1, 2)");
    CHECK(contains_text(about("/field", "[2]"), "must be three numbers, in a plane [0, 0, B]"));
    CHECK(contains_text(about("/feild", "[0, 0, 1]"), "did you mean 'field'?"));
    Json line = pendulum_2d();
    line["dimension"] = 1;
    line["potentials"] = Json::parse(R"([{"type": "MagneticField", "on": "tail", "charge": 1, "field": [0, 0, 1]}])");
    CHECK(complaint(line).find("/potentials/0/type: a MagneticField needs dimension 2 or 3, got 1") !=
          std::string::npos);
}

TEST_CASE("a Potential has a formula of coordinates, distances and constants that are there") {
    const auto about = [](const char* at, const char* value) {
        return complaint_with(forces_2d(), std::string("/potentials/1/") + at, Json::parse(value));
    };
    CHECK(about("energy", R"("k*r + x3")") ==
          "a.json#/potentials/1/energy: column 7: unknown name 'x3', did you mean 'x1'?");
    CHECK(contains_text(about("energy", R"("k*r + z1")"), "unknown name 'z1'"));
    CHECK(contains_text(about("energy", R"("k*x")"), "unknown name 'x'"));  // of which of the two?
    CHECK(about("energy", R"("k*(r")") ==
          "a.json#/potentials/1/energy: column 5: expected ')', got the end of the formula");
    CHECK(about("energy", R"json("2*k + log(2)")json") ==
          "a.json#/potentials/1/energy: is constant, so its force is zero: use a coordinate or a distance in it");
    CHECK(about("constants/r12", "3") ==
          "a.json#/potentials/1/constants/r12: 'r12' is reserved in this formula: choose another name");
    CHECK(about("constants/log", "3") ==
          "a.json#/potentials/1/constants/log: 'log' is reserved in this formula: choose another name");
    CHECK(about("constants/2k", "3") ==
          "a.json#/potentials/1/constants/2k: a name is letters, digits and '_', and does not begin with a digit");
    CHECK(about("points", R"(["wall"])").find("every one is an Origin and never moves: the Potential does nothing") !=
          std::string::npos);
    CHECK(about("points/0", R"("crat")") == "a.json#/potentials/1/points/0: unknown body 'crat', did you mean 'cart'?");
    CHECK(contains_text(about("points", R"(["cart", "bar", "cart", "bar", "cart"])"), "points"));
    CHECK(contains_text(about("energi", R"("k")"), "did you mean 'energy'?"));
}

TEST_CASE("messages name a unit only where the file's units are SI") {
    Json document = machine_3d();  // in cm, g and ms
    document["damping"][0]["coefficient"] = -1;
    CHECK(complaint(document) == "a.json#/damping/0/coefficient: must be >= 0, got -1");
    document.erase("units");
    CHECK(complaint(document) == "a.json#/damping/0/coefficient: must be >= 0 N s/m, or N m s with 'about', got -1");
    SystemSpec spec = parse_system(machine_3d().dump(), "program");
    (*spec.damping[0].as<DampingSpec>()).coefficient = -1;
    CHECK(to_text(graph_problems(spec)) == "program#/damping/0/coefficient: must be >= 0, got -1");
    spec.units = Units{};
    CHECK(to_text(graph_problems(spec)) == "program#/damping/0/coefficient: must be >= 0 N s/m, got -1");
}

// A spec that a program makes never meets the schema, so its ranges are checked here.
TEST_CASE("potentials and damping of a spec made by a program are checked for ranges too") {
    SystemSpec spec = parse_system(machine_3d().dump(), "program");
    spec.units = Units{};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    auto& newtonian = (*spec.potentials[0].as<NewtonianSpec>());
    newtonian.gravitational_constant = 0;
    newtonian.bodies = {"bob"};
    auto& magnetic = (*spec.potentials[1].as<DipoleSpec>());
    magnetic.moment = nan;
    magnetic.mu0 = -1;
    magnetic.magnets[0] = {{1, 2}, {1, 2, nan}};
    (*spec.damping[1].as<DampingSpec>()).coefficient = nan;
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
