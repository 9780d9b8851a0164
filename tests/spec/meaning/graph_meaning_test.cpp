#include <doctest/doctest.h>

#include <limits>

#include "contains_text.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/spring.hpp"
#include "spec/broken_system.hpp"
#include "spec/meaning/meaning_check.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

TEST_CASE("a reference to an unknown body suggests the nearest one") {
    CHECK(complaint_with("/constraints/0/between", {"pivto", "bob"}) ==
          "a.json#/constraints/0/between/0: unknown body 'pivto', did you mean 'pivot'?\n"
          "a.json#/initial_conditions/bodies/bob: no Link between 'bob' and 'pivot' gives the distance: add 'length'");
    CHECK(complaint_with("/potentials/1/between", {"bob", "weight"}) ==
          "a.json#/potentials/1/between/1: unknown body 'weight'; known: pivot, bob, tail");
}

TEST_CASE("a constraint or spring joins two different bodies, one of which moves") {
    CHECK(complaint_with("/potentials/1/between", {"bob", "bob"}) ==
          "a.json#/potentials/1/between: a Spring joins two different bodies, got 'bob' twice");
    Json document = pendulum_2d();
    document["bodies"].push_back({{"id", "hook"}, {"type", "Origin"}});
    document["constraints"].push_back({{"type", "Link"}, {"between", {"tail", "tail"}}, {"length", 1}});
    document["constraints"].push_back({{"type", "Link"}, {"between", {"hook", "pivot"}}, {"length", 1}});
    CHECK(complaint(document) ==
          "a.json#/constraints/1/between: a Link joins two different bodies, got 'tail' twice\n"
          "a.json#/constraints/2/between: 'hook' and 'pivot' are both an Origin and never move: "
          "a Link between them does nothing");
}

TEST_CASE("two bodies are linked once, in whichever order") {
    Json document = pendulum_2d();
    document["constraints"].push_back({{"type", "Link"}, {"between", {"bob", "pivot"}}, {"length", 2}});
    CHECK(complaint(document) ==
          "a.json#/constraints/1/between: 'bob' and 'pivot' are already linked by /constraints/0");
}

TEST_CASE("ids are unique") {
    CHECK(complaint_with("/bodies/2/id", "bob") ==
          "a.json#/bodies/2/id: 'bob' is already the id of /bodies/1\n"
          "a.json#/potentials/1/between/1: unknown body 'tail'; known: pivot, bob\n"
          "a.json#/initial_conditions/bodies/tail: unknown body 'tail'; known: bob");
}

TEST_CASE("positions and directions have one entry per axis") {
    CHECK(complaint_with("/bodies/0/position", {0, 0, 0}) ==
          "a.json#/bodies/0/position: must have 2 entries, one per axis of dimension 2, got 3");
    CHECK(complaint_with("/potentials/0/up", {1}) ==
          "a.json#/potentials/0/up: must have 2 entries, one per axis of dimension 2, got 1");
}

TEST_CASE("up is a unit vector, and the message has the digits to type") {
    CHECK(complaint_with("/potentials/0/up", {0, 2}) ==
          "a.json#/potentials/0/up: must be a unit vector, its length is 2; did you mean [0, 1]?");
    CHECK(complaint_with("/potentials/0/up", {0, 0}) ==
          "a.json#/potentials/0/up: must be a unit vector, its length is 0");
    CHECK(complaint_with("/potentials/0/up", {0.70710678, 0.70710678}) ==
          "a.json#/potentials/0/up: must be a unit vector, its length is 0.9999999983219684; "
          "did you mean [0.7071067811865476, 0.7071067811865476]?");
    CHECK(complaint_with("/potentials/0/up", {0.7071067811865475, 0.7071067811865475}) == "");
    CHECK(complaint_with("/potentials/0/up", {0.6, -0.8}) == "");
}

TEST_CASE("a system has a body that moves") {
    Json document = pendulum_2d();
    document["bodies"] = Json::parse(R"([{"id": "pivot", "type": "Origin"}])");
    document["constraints"] = Json::array();
    document["potentials"] = Json::array();
    document["initial_conditions"] = {{"bodies", Json::object()}};
    CHECK(complaint(document) == "a.json#/bodies: needs at least one body that moves: an Origin never does");
}

TEST_CASE("a body has no more axes than space") {
    Json document = pendulum_2d();
    document["bodies"][2] = Json::parse(R"({"id": "tail", "type": "Obj3D", "mass": 1, "second_moments": [1, 1, 1]})");
    document["initial_conditions"] =
        Json::parse(R"({"state": {"position": {"bob": [0, 1], "tail": [[0, 0], [1, 0], [0, 1], [0, 0]]}}})");
    CHECK(complaint(document) == "a.json#/bodies/2/type: an Obj3D needs dimension 3, got 2");
    document = machine_2d();
    document["dimension"] = 1;
    document["constraints"] = Json::array();
    document["initial_conditions"] =
        Json::parse(R"({"state": {"position": {"rod": [[0], [1]], "plate": [[0], [1], [1]]}}})");
    CHECK(complaint(document) == "a.json#/bodies/2/type: an Obj2D needs dimension 2 or more, got 1");
}

TEST_CASE("an extended body has a second moment > 0 for each axis") {
    CHECK(complaint_with(machine_2d(), "/bodies/2/second_moments", {4, 0}) ==
          "a.json#/bodies/2/second_moments/1: must be > 0 m^2, got 0");
    CHECK(complaint_with(machine_2d(), "/bodies/2/second_moments", {4}) ==
          "a.json#/bodies/2/second_moments: must have 2 entries, got [4]");
    CHECK(complaint_with(machine_2d(), "/bodies/1/second_moments", {4, 5}) ==
          "a.json#/bodies/1/second_moments: must have 1 entry, got [4,5]");
    Json document = machine_2d();
    document["bodies"][1].erase("second_moments");
    CHECK(complaint(document) == "a.json#/bodies/1: key 'second_moments' is missing");
}

TEST_CASE("a solid has either second moments or moments of inertia") {
    CHECK(complaint_about_machine("/bodies/4/inertia", "[1, 1, 1]") ==
          "a.json#/bodies/4: must have one of 'second_moments', 'inertia' and 'mesh', "
          "got 'id', 'type', 'mass', 'second_moments', 'inertia'");
    Json document = machine_3d();
    document["bodies"][4].erase("second_moments");
    CHECK(complaint(document) ==
          "a.json#/bodies/4: must have one of 'second_moments', 'inertia' and 'mesh', got 'id', 'type', 'mass'");
    CHECK(complaint_about_machine("/bodies/3/inertia", "[1, 1, 1]") ==
          "a.json#/bodies/3/inertia: unknown key 'inertia'; known: id, mass, second_moments, type");
}

TEST_CASE("moments of inertia obey the triangle inequality, strictly") {
    const std::string end = ": no solid has such moments (a flat body is an Obj2D)";
    CHECK(complaint_about_machine("/bodies/5/inertia", "[4, 5, 10]") ==
          "a.json#/bodies/5/inertia/2: must be less than the sum of the other two, 9, got 10" + end);
    CHECK(complaint_about_machine("/bodies/5/inertia", "[5, 3, 2]") ==
          "a.json#/bodies/5/inertia/0: must be less than the sum of the other two, 5, got 5" + end);
    CHECK(complaint_about_machine("/bodies/5/inertia", "[4, 5, 8.75]") == "");
    CHECK(complaint_about_machine("/bodies/5/inertia", "[4, 5, -1]") ==
          "a.json#/bodies/5/inertia/2: must be > 0, got -1");
}

// A spec that a program makes never meets the schema, so its ranges are checked here.
TEST_CASE("a spec made by a program is checked for ranges too") {
    SystemSpec spec = parse_system(pendulum_2d().dump(), "program");
    spec.bodies[1].mass = -1;
    spec.bodies[2].mass = std::numeric_limits<double>::quiet_NaN();
    (*spec.constraints[0].as<LinkSpec>()).length = 0;
    (*spec.potentials[0].as<GravitySpec>()).g = std::numeric_limits<double>::infinity();
    (*spec.potentials[1].as<SpringSpec>()).stiffness = 0;
    (*spec.potentials[1].as<SpringSpec>()).rest_length = -2;
    spec.bodies[0].position[1] = std::numeric_limits<double>::infinity();
    CHECK(to_text(graph_problems(spec)) ==
          "program#/bodies/0/position/1: must be a finite number, got inf\n"
          "program#/bodies/1/mass: must be > 0 kg, got -1\n"
          "program#/bodies/2/mass: must be > 0 kg, got nan\n"
          "program#/constraints/0/length: must be > 0 m, got 0\n"
          "program#/potentials/0/g: must be >= 0 m/s^2, got inf\n"
          "program#/potentials/1/stiffness: must be > 0 N/m, got 0\n"
          "program#/potentials/1/rest_length: must be >= 0 m, got -2");
    spec.dimension = 0;
    CHECK(to_text(graph_problems(spec)).find("program#/dimension: must be 1 to 3, got 0") == 0);
}

TEST_CASE("extended bodies of a spec made by a program are checked too") {
    SystemSpec spec = parse_system(machine_2d().dump(), "program");
    spec.bodies[0].mass = -1;
    spec.bodies[1].second_moments = {};
    spec.bodies[2].second_moments = {1, std::numeric_limits<double>::quiet_NaN()};
    (*spec.constraints[0].as<JointSpec>()).b.point = {std::numeric_limits<double>::infinity()};
    CHECK(to_text(graph_problems(spec)) ==
          "program#/bodies/0/mass: must be >= 0 kg, got -1\n"
          "program#/bodies/1/second_moments: must have 1 entry, one per principal axis of an Obj1D, got 0\n"
          "program#/bodies/2/second_moments/1: must be > 0 m^2, got nan\n"
          "program#/constraints/0/between/1/point/0: must be a finite number, got inf");
}

TEST_CASE("Origins move alike, by formulas of t, and not beside what is fixed in space") {
    CHECK(complaint(shaken_2d()) == "");
    const std::string move = "/bodies/0/moves/0";
    CHECK(complaint_with(shaken_2d(), move + "/along", {1}) ==
          "a.json#/bodies/0/moves/0/along: must have 2 entries, one per axis of dimension 2, got 1");
    CHECK(
        complaint_with(shaken_2d(), move + "/input", "shaky") ==
        "a.json#/bodies/0/moves/0/input: 'shaky' is not an input, did you mean 'shake'?\n"
        "a.json#/inputs/0: drives nothing: name it as the 'input' of a Force, Torque, Spring, TorsionSpring or Origin");
    CHECK(complaint_with(shaken_2d(), "/inputs/0", {{"id", "shake"}, {"samples", "t"}}) ==
          "a.json#/bodies/0/moves/0/input: 'shake' has values at samples, where the Origin would jump: give "
          "the "
          "input as a 'formula' of t");
    CHECK(complaint_with(shaken_2d(), "/inputs/0/formula", "sqrt(t)") ==
          "a.json#/bodies/0/moves/0/input: 'shake' has no finite value, velocity and acceleration at t = 0");
    Json two = shaken_2d();
    two["bodies"].push_back({{"id", "other"}, {"type", "Origin"}});
    CHECK(complaint(two) ==
          "a.json#/bodies/2/moves: 'other' and 'pin' move differently: all Origins of a system have the same "
          "'moves', repeat them");
    two["bodies"][2]["moves"] = two["bodies"][0]["moves"];
    CHECK(complaint(two) == "");
    Json damped = shaken_2d();
    damped["damping"] = {{{"type", "Damping"}, {"body", "bob"}, {"coefficient", 1}}};
    CHECK(complaint(damped) ==
          "a.json#/damping/0/type: Damping cannot be combined with the Origin 'pin', which moves: remove its 'moves', "
          "or the "
          "Damping");
    Json bowl = shaken_2d();
    bowl["constraints"].push_back(
        {{"type", "Constraint"}, {"points", {"bob", "pin"}}, {"equation", "y1 - y2 - (x1 - x2)^2"}});
    CHECK(complaint(bowl) == "");
    bowl["constraints"][1]["equation"] = "y1 - y2 - x1*(x1 - x2)";
    CHECK(contains_text(complaint(bowl),
                        "#/constraints/1/type: Constraint cannot be combined with the Origin 'pin', which moves"));
    CHECK(contains_text(complaint(bowl), "or write its formula with differences of points alone"));
}

TEST_CASE("what a contact touches has the same place in all trajectories") {
    Json document = pendulum_2d();
    document["bodies"][0]["position"] = Json::parse(R"([{"uniform": {"low": 0, "high": 1}}, 0])");
    CHECK(complaint(document) == "");
    document["contacts"] = Json::parse(
        R"([{"type": "Contact", "shape": "within", "between": ["tail", "pivot"], "distance": 9, "restitution": 1}])");
    CHECK(complaint(document) ==
          "a.json#/bodies/0/position: a place that is drawn for each trajectory cannot be in a system with contacts: "
          "give numbers");
}

Json with_stop(Json document, const char* stop) {
    document["contacts"] = Json::array({Json::parse(stop)});
    return document;
}

TEST_CASE("a Stop has limits in their order, and bodies that turn against each other") {
    const auto angle = [](const std::string& rest) {
        return complaint(
            with_stop(machine_2d(), (R"({"type": "Stop", "shape": "angle", "restitution": 1, )" + rest + "}").c_str()));
    };
    CHECK(angle(R"("bodies": ["pin", "rod"], "low": 5, "high": 7)") == "");
    CHECK(angle(R"("bodies": ["pin", "rod"])") == "a.json#/contacts/0: has no limit: give 'low', 'high' or both");
    CHECK(angle(R"("bodies": ["pin", "rod"], "low": 2, "high": 1)") ==
          "a.json#/contacts/0/low: must be less than 'high', 1 rad, got 2 rad");
    CHECK(angle(R"("bodies": ["pin", "rod"], "low": -1e308, "high": 1e308)") ==
          "a.json#/contacts/0/low: is further from 'high' than numbers reach: leave out the limit that is never met");
    CHECK(angle(R"("bodies": ["pin", "rood"], "low": 2)") ==
          "a.json#/contacts/0/bodies/1: unknown body 'rood', did you mean 'rod'?");
    CHECK(angle(R"("bodies": ["pin", "rod"], "low": 2, "hihg": 3)") ==
          "a.json#/contacts/0/hihg: unknown key 'hihg', did you mean 'high'?");
    CHECK(angle(R"("bodies": ["pin", "rod"], "axis": [[0, 1], [0, 1]], "low": 2)") ==
          "a.json#/contacts/0/axis: does not exist in dimension 2, where bodies turn in the plane: leave it out");
    const auto slide = [](const std::string& rest) {
        return complaint(with_stop(pendulum_2d(),
                                   (R"({"type": "Stop", "shape": "slide", "restitution": 1, )" + rest + "}").c_str()));
    };
    CHECK(slide(R"("between": ["pivot", "bob"], "along": [0.6, 0.8], "high": 3)") == "");
    CHECK(slide(R"("between": ["pivot", "bob"], "along": [0.6, 0.8], "low": 3, "high": 3)") ==
          "a.json#/contacts/0/low: must be less than 'high', 3 m, got 3 m");
    CHECK(slide(R"("between": ["pivot", "bob"], "along": [1, 1], "low": 3)") ==
          "a.json#/contacts/0/along: must be a unit vector, its length is 1.4142135623730951; did you mean "
          "[0.7071067811865475, 0.7071067811865475]?");
    CHECK(slide(R"("between": ["bob", "pivot"], "along": [1, 0], "low": 3)") ==
          "a.json#/contacts/0/along: 'bob' is an Obj0D and has no directions: the first body carries 'along', take an "
          "extended one or an Origin");
    CHECK(complaint(with_stop(pendulum_2d(), R"({"type": "Stop", "shape": "angle", "bodies": ["pivot", "bob"], "low": 1,
                                                "restitution": 1})")) ==
          "a.json#/contacts/0/bodies/1: 'bob' is an Obj0D, a single point, and does not turn: take an extended body");
    CHECK(complaint(with_stop(pendulum_2d(), R"({"type": "Contact", "shape": "slide", "between": ["pivot", "bob"],
                                                "along": [1, 0], "low": 1, "restitution": 1})")) ==
          "a.json#/contacts/0/type: must be \"Stop\", got \"Contact\"");
}

TEST_CASE("a gap by a formula names coordinates of its points, and no time") {
    const auto gap = [](const std::string& formula, const std::string& more = "") {
        return complaint(with_stop(pendulum_2d(), (R"({"type": "Contact", "shape": "formula", "points": ["tail"],
                                                      "restitution": 1, )" +
                                                   more + R"("gap": ")" + formula + "\"}")
                                                      .c_str()));
    };
    CHECK(gap("y + 9") == "");
    CHECK(gap("y + l", R"("constants": {"l": 9}, )") == "");
    CHECK(contains_text(gap("z + 9"), "a.json#/contacts/0/gap: "));
    CHECK(gap("9") == "a.json#/contacts/0/gap: names no coordinate and no distance, so it holds nothing");
    CHECK(gap("y + 9 - t") == "a.json#/contacts/0/gap: names the time t, on which a gap cannot depend");
    CHECK(contains_text(gap("y + l", R"("constants": {"l": {"uniform": {"low": 1, "high": 2}}}, )"),
                        "a.json#/contacts/0/constants/l: "));
}

TEST_CASE("contacts of a Lagrangian are gaps of its coordinates beside an inertia that no time changes") {
    Json document = Json::parse(R"({"name": "cart", "lagrangian": {"coordinates": {"s": {}}, "constants": {"l": 2},
        "kinetic": "sd^2/2", "contacts": [{"gap": "l - s", "restitution": 1}]}, "initial_conditions": {"s": 0}})");
    CHECK(complaint(document) == "");
    const std::string contact = "/lagrangian/contacts/0";
    CHECK(contains_text(complaint_with(document, contact + "/gap", "l - r"), "a.json#/lagrangian/contacts/0/gap: "));
    CHECK(contains_text(complaint_with(document, contact + "/restitution", 2),
                        "a.json#/lagrangian/contacts/0/restitution"));
    CHECK(contains_text(complaint_with(document, contact + "/shape", "plane"),
                        "a.json#/lagrangian/contacts/0/shape: unknown key 'shape'"));
    CHECK(contains_text(complaint_with(document, contact, 3), "a.json#/lagrangian/contacts: must be a list of gaps"));
    CHECK(contains_text(complaint_with(document, "/lagrangian/kinetic", "(2 + sin(t))*sd^2/2"),
                        "a.json#/lagrangian/kinetic: has an inertia that changes with t"));
    CHECK(complaint_with(document, "/lagrangian/constants/l", Json::parse(R"({"uniform": {"low": 1, "high": 2}})")) ==
          "a.json#/lagrangian/contacts/0/gap: names 'l', which is drawn: a gap needs a number in its place");
}

TEST_CASE("an angle or a slide has each of its limits once") {
    const auto with = [](const char* second) {
        Json document =
            with_stop(machine_2d(), R"({"type": "Stop", "shape": "angle", "bodies": ["pin", "rod"], "low": -1,
                                                    "high": 1, "restitution": 1})");
        document["contacts"].push_back(Json::parse(second));
        return complaint(document);
    };
    CHECK(with(R"({"type": "Stop", "shape": "angle", "bodies": ["pin", "rod"], "high": 2, "restitution": 0.5})") ==
          "a.json#/contacts/1/high: limits the same as /contacts/0/high: remove one of them");
    const auto on_slides = [](const char* along) {
        const std::string stop =
            R"({"type": "Stop", "shape": "slide", "between": ["pivot", "bob"], "restitution": 1, )";
        Json document = with_stop(pendulum_2d(), (stop + R"("along": [0.6, 0.8], "low": 1})").c_str());
        document["contacts"].push_back(Json::parse(stop + along));
        return complaint(document);
    };
    CHECK(on_slides(R"("along": [0.6, 0.8], "low": 2})") ==
          "a.json#/contacts/1/low: limits the same as /contacts/0/low: remove one of them");
    CHECK(on_slides(R"("along": [0.6, 0.8], "high": 2})") == "");
    CHECK(on_slides(R"("along": [-0.8, 0.6], "low": 2})") == "");
}

TEST_CASE("an equation that moves in time has one complaint, also about contacts") {
    const auto with = [](const char* item, bool contacts) {
        Json document = pendulum_2d();
        if (contacts)
            document = with_stop(document, R"({"type": "Stop", "shape": "slide", "between": ["pivot", "bob"],
                                                        "along": [1, 0], "low": -9, "restitution": 1})");
        document["constraints"].push_back(Json::parse(item));
        return complaint(document);
    };
    const char *const on_place = R"js({"type": "Constraint", "points": ["tail"], "equation": "y - sin(t)"})js",
                      *const on_rate = R"({"type": "VelocityConstraint", "points": ["tail"], "equation": "vy - t"})";
    CHECK(with(on_place, false) == "");
    CHECK(with(on_rate, false) == "");
    CHECK(
        with(R"({"type": "VelocityConstraint", "points": ["tail"], "equation": "x - 0.2"})", false) ==
        "a.json#/constraints/1/equation: names no velocity (vx1, vy1, ...): a condition on positions is a Constraint");
    CHECK(with(on_place, true) ==
          "a.json#/constraints/1/equation: moves in time, which cannot be in a system with contacts: remove the "
          "contacts, or let the equation name no t");
    const char* const remedy =
        "a.json#/constraints/1/equation: moves in time, which cannot be in a system with contacts: remove the "
        "contacts, or let the equation name no t and have a velocity in each term";
    CHECK(with(on_rate, true) == remedy);
    CHECK(with(R"({"type": "VelocityConstraint", "points": ["tail"], "equation": "vy - 0.5"})", true) == remedy);
    CHECK(with(R"({"type": "VelocityConstraint", "points": ["tail"], "equation": "vy"})", true) == "");
}

}  // namespace
