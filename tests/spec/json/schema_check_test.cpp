#include "spec/json/schema_check.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "spec/broken_system.hpp"
#include "spec/json/schema_rules.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

TEST_CASE("the example that the other tests break is valid") { CHECK(complaint(pendulum_2d()) == ""); }

TEST_CASE("a number out of range is told with its rule, unit and value") {
    CHECK(complaint_with("/bodies/1/mass", -1.5) == "a.json#/bodies/1/mass: must be > 0 kg, got -1.5");
    CHECK(complaint_with("/bodies/1/mass", 0) == "a.json#/bodies/1/mass: must be > 0 kg, got 0");
    CHECK(complaint_with("/constraints/0/length", 0) == "a.json#/constraints/0/length: must be > 0 m, got 0");
    CHECK(complaint_with("/potentials/0/g", -9.81) == "a.json#/potentials/0/g: must be >= 0 m/s^2, got -9.81");
    CHECK(complaint_with("/potentials/1/stiffness", 0.0) == "a.json#/potentials/1/stiffness: must be > 0 N/m, got 0.0");
    CHECK(complaint_with("/potentials/1/rest_length", -1) ==
          "a.json#/potentials/1/rest_length: must be >= 0 m, got -1");
    CHECK(complaint_with("/dimension", 4) == "a.json#/dimension: must be 1 to 3, got 4");
    CHECK(complaint_with("/sampling", {{"dt", 0}}) == "a.json#/sampling/dt: must be > 0 s, got 0");
    CHECK(complaint_with("/sampling", {{"steps", 1}}) == "a.json#/sampling/steps: must be 2 to 1000000000, got 1");
    CHECK(complaint_with("/initial_conditions/bodies/bob/length", -1) ==
          "a.json#/initial_conditions/bodies/bob/length: must be > 0 m, got -1");
    CHECK(complaint_with("/initial_conditions/bodies/bob/angle/normal/std", -1) ==
          "a.json#/initial_conditions/bodies/bob/angle/normal/std: must be >= 0, got -1");
}

TEST_CASE("an unknown key is told with the nearest known one") {
    CHECK(complaint_with("/bodies/1/mas", 1) == "a.json#/bodies/1/mas: unknown key 'mas', did you mean 'mass'?");
    CHECK(complaint_with("/bodies/0/stiffness", 1) ==
          "a.json#/bodies/0/stiffness: unknown key 'stiffness'; known: id, mass, moves, position, type");
    CHECK(complaint_with("/potentails", Json::array()) ==
          "a.json#/potentails: unknown key 'potentails', did you mean 'potentials'?");
    CHECK(complaint_with("/initial_conditions/bodies/bob/angel", 1) ==
          "a.json#/initial_conditions/bodies/bob/angel: unknown key 'angel', did you mean 'angle'?");
    CHECK(complaint_with("/initial_conditions/bodies/bob/angle", {{"norml", 1}}) ==
          "a.json#/initial_conditions/bodies/bob/angle/norml: unknown key 'norml', did you mean 'normal'?");
    CHECK(complaint_with("/initial_conditions/noise", {{"velocty", 1}}) ==
          "a.json#/initial_conditions/noise/velocty: unknown key 'velocty', did you mean 'velocity'?");
}

TEST_CASE("the message on an unknown key of the document names the object that has it") {
    CHECK(complaint_with("/dt", 0.1) == "a.json#/dt: unknown key 'dt', which belongs in 'sampling'");
    CHECK(complaint_with("/sampling", {{"mass", "g"}}) ==
          "a.json#/sampling/mass: unknown key 'mass', which belongs in 'units'");
    CHECK(complaint_with("/bodies/0/dt", 0.1) ==
          "a.json#/bodies/0/dt: unknown key 'dt'; known: id, mass, moves, position, type");
}

TEST_CASE("a document of another format gives one error, on its format") {
    const auto said = [](const std::string& text) {
        try {
            parse_by_schema(text, "a.json", "suite");
        } catch (const SpecError& error) {
            return to_text(error.problems());
        }
        return std::string("accepted");
    };
    const std::string rule = "a.json#/format: must be \"cchnn suite\"";
    CHECK(said(R"({"format": "cchnn prior", "hidden": {}})") == rule + ", got \"cchnn prior\"");
    CHECK(said(R"({"format": 1})") == rule + ", got 1");
    CHECK(said(pendulum_2d().dump()) == rule + ", and this file is a system");
    CHECK(said(R"({"splits": {}, "seed": 0})") == rule + ", and this file is the manifest of a dataset");
    CHECK(said("[1]") == rule + ", and this file has no JSON object");
    CHECK(said("{}") == rule);
    CHECK(contains_text(said(R"({"format": "cchnn suite"})"), "key 'name' is missing"));
}

TEST_CASE("a pointer escapes '/' and '~' of a key") {
    CHECK(complaint_with("/sampling", {{"d/~t", 1}}) ==
          "a.json#/sampling/d~1~0t: unknown key 'd/~t'; known: dt, steps");
}

TEST_CASE("an unknown type is told with the nearest known one") {
    CHECK(complaint_with("/bodies/0/type", "Orign") ==
          "a.json#/bodies/0/type: unknown type 'Orign', did you mean 'Origin'?");
    CHECK(complaint_with("/bodies/1/type", "Sphere") ==
          "a.json#/bodies/1/type: unknown type 'Sphere'; known: Origin, Obj0D, Obj1D, Obj2D, Obj3D");
    CHECK(complaint_with("/constraints/0/type", "link") ==
          "a.json#/constraints/0/type: unknown type 'link', did you mean 'Link'?");
    CHECK(complaint_with("/potentials/1/type", "Sping") ==
          "a.json#/potentials/1/type: unknown type 'Sping', did you mean 'Spring'?");
}

TEST_CASE("a type or a key that no file can say is told with what to write instead, and a slip of the pen is not") {
    const std::string page = " (schemas/system/limits.md)";
    const auto told = [&](const std::string& pointer, const std::string& name, const std::string& text) {
        const std::string said = complaint_with(pointer, name);
        CAPTURE(said);
        CHECK(contains_text(said, "unknown type '" + name + "'; " + text));
        CHECK(said.ends_with(page));
    };
    told("/potentials/1/type", "hinge_spring", "a spring against rotation is a TorsionSpring");
    told("/potentials/1/type", "motor", "feedback control cannot be described; use a Torque or Force with an 'input'");
    told("/potentials/1/type", "SpeedControl",
         "feedback control cannot be described; use a Torque or Force with an 'input'");
    CHECK(complaint_with("/potentials/1/type", "Contact") ==
          "a.json#/potentials/1/type: unknown type 'Contact' here; it belongs in 'contacts'");
    told("/constraints/0/type", "JointLimit", "limits of an angle or a slide are a Stop");
    told("/constraints/0/type", "Belt", "a belt or a chain on two wheels is a Gear");
    told("/constraints/0/type", "Lead-Screw", "a screw in its nut is a Screw");
    told("/constraints/0/type", "RackAndPinion", "a pinion on its rack is a Rack");
    told("/constraints/0/type", "cable", "a rope that may go slack is a Contact");
    told("/potentials/1/type", "TimeForce", "a force that depends on time is a Force or Torque with an 'input'");
    told("/potentials/1/type", "LorentzForce", "the force of a magnetic field on a charge is a MagneticField");
    told("/potentials/1/type", "QuadraticDrag", "quadratic drag is a Drag, among 'damping'");
    told("/constraints/0/type", "KnifeEdge", "a blade that does not slip sideways is a VelocityConstraint");
    told("/constraints/0/type", "Nonholonomic", "an equation that is linear in velocities is a VelocityConstraint");
    told("/constraints/0/type", "on-surface", "an equation of coordinates, such as that of a surface, is a Constraint");
    told("/potentials/1/type", "Coriolis", "a frame that turns at a constant rate is a RotatingFrame");
    CHECK(complaint_with("/constraints/0/friction", 0.1) ==
          "a.json#/constraints/0/friction: unknown key 'friction'; dry friction cannot be described; use viscous "
          "friction: a TorsionDamper for a bearing, a Dashpot for a cylinder, Damping for the air" +
              page);
    CHECK(complaint_with("/potentials/1/type", "Springg") ==
          "a.json#/potentials/1/type: unknown type 'Springg', did you mean 'Spring'?");
}

TEST_CASE("the error on a type of another program names the kind here, on one of another list that list") {
    const auto told = [&](const std::string& name, const std::string& text) {
        const std::string said = complaint_with("/constraints/0/type", name);
        CAPTURE(said);
        CHECK(said.starts_with("a.json#/constraints/0/type: unknown type '" + name + "'" + text));
    };
    for (const char* name : {"Revolute", "Hinge", "RevoluteJoint", "hinge_joint"})
        told(name, "; a hinge is a Joint in two dimensions, a Joint+Axis in three (schemas/system/limits.md)");
    for (const char* name : {"Prismatic", "cylindrical", "slide_joint"})
        told(name, "; a prismatic joint is a Slider; ");
    for (const char* name : {"Fixed", "FixedJoint", "rigid"}) told(name, "; a fixed joint is a Weld; ");
    for (const char* name : {"Ball", "Spherical"}) told(name, "; a ball joint is a Joint");
    for (const char* name : {"Damper", "LinearDamper"}) told(name, "; a damper is among 'damping': a Dashpot");
    told("LinearSpring", "; a spring is among 'potentials': a Spring between two points");
    told("Rod", "; a constant distance between two points is a Link");
    told("Spring", " here; it belongs in 'potentials'");
    told("Dashpot", " here; it belongs in 'damping'");
    told("Obj2D", " here; it belongs in 'bodies'");
    CHECK(complaint_with("/potentials/1/type", "Slider") ==
          "a.json#/potentials/1/type: unknown type 'Slider' here; it belongs in 'constraints'");
    CHECK_FALSE(contains_text(complaint_with("/constraints/0/hinge", 1), "in two dimensions"));  // a key
}

TEST_CASE("an unknown conserved quantity is told with the nearest known one") {
    CHECK(complaint_with("/conserved", {"enrgy"}) ==
          "a.json#/conserved/0: unknown name 'enrgy', did you mean 'energy'?");
}

TEST_CASE("a missing key is told at the object that lacks it") {
    CHECK(complaint_without("/bodies/1", "mass") == "a.json#/bodies/1: key 'mass' is missing");
    CHECK(complaint_without("/bodies/1", "type") == "a.json#/bodies/1: key 'type' is missing");
    CHECK(complaint_without("/constraints/0", "length") == "a.json#/constraints/0: key 'length' is missing");
    CHECK(complaint_without("/potentials/1", "stiffness") == "a.json#/potentials/1: key 'stiffness' is missing");
    CHECK(complaint_without("/initial_conditions/bodies/bob/angle/normal", "std") ==
          "a.json#/initial_conditions/bodies/bob/angle/normal: key 'std' is missing");
    CHECK(complaint("{}"_json) ==
          "a.json#: key 'name' is missing\na.json#: key 'dimension' is missing\n"
          "a.json#: key 'bodies' is missing\na.json#: key 'initial_conditions' is missing");
}

TEST_CASE("a value of the wrong type is told with the right one") {
    CHECK(complaint("[]"_json) == "a.json#: must be an object, got []");
    CHECK(complaint_with("/bodies/1/mass", "heavy") ==
          "a.json#/bodies/1/mass: must be a number or a formula, got \"heavy\": column 1: unknown name 'heavy'; "
          "known: deg, pi, sin, cos, exp, sqrt, tanh");
    CHECK(complaint_with("/bodies/1/mass", nullptr) ==
          "a.json#/bodies/1/mass: must be a number, a formula, {\"normal\": {\"mean\", \"std\"}}, {\"uniform\": "
          "{\"low\", \"high\"}}, {\"choice\": numbers} or {\"values\": one for each trajectory}, got null");
    CHECK(complaint_with("/bodies/1/type", 3) == "a.json#/bodies/1/type: must be a text, got 3");
    CHECK(complaint_with("/bodies/1", 3) == "a.json#/bodies/1: must be an object, got 3");
    CHECK(complaint_with("/bodies", Json::object()) == "a.json#/bodies: must be an array, got {}");
    CHECK(complaint_with("/dimension", 2.5) == "a.json#/dimension: must be an integer, got 2.5");
    CHECK(complaint_with("/title", true) == "a.json#/title: must be a text, got true");
    CHECK(complaint_with("/initial_conditions", 1) ==
          "a.json#/initial_conditions: must have 'bodies' (and 'noise'), or 'state' alone, or 'states' alone, got 1");
}

TEST_CASE("a value that is neither a number nor a distribution is told once") {
    const std::string rule =
        "must be a number, a formula, {\"normal\": {\"mean\", \"std\"}}, {\"uniform\": {\"low\", \"high\"}}, "
        "{\"choice\": numbers} or {\"values\": one for each trajectory}, got ";
    const std::string at = "/initial_conditions/bodies/bob/angle";
    CHECK(complaint_with(at, true) == "a.json#" + at + ": " + rule + "true");
    CHECK(complaint_with(at, Json::object()) == "a.json#" + at + ": " + rule + "{}");
    const Json both = Json::parse(R"({"normal": {"mean": 0, "std": 1}, "uniform": {"low": 0, "high": 1}})");
    CHECK(complaint_with(at, both) == "a.json#" + at + ": " + rule + both.dump());
}

TEST_CASE("keys that do not go together are told with the choices") {
    const std::string choices =
        ": must have 'position' (and 'velocity'), or angles ('angle', or 'azimuth' and 'polar', or 'euler_zxz') with "
        "either 'from' or 'position' (and 'velocity'), or 'hinge_angle' with 'from', or 'from' and 'slide' (and "
        "angles) on a Slider, or 'from' alone on a Weld, or 'parameter' (and angles) or "
        "'from' and 'along' on a Track, got ";
    const std::string bob = "/initial_conditions/bodies/bob";
    CHECK(complaint_with(bob + "/polar", 1) == "a.json#" + bob + choices + "'from', 'angle', 'polar'");
    CHECK(complaint_with(bob + "/position", {0, 0}) == "a.json#" + bob + choices + "'from', 'angle', 'position'");
    CHECK(complaint_with(bob, Json::object()) == "a.json#" + bob + choices + "no key");
    CHECK(complaint_without(bob, "from") == "a.json#" + bob + choices + "'angle'");
    CHECK(complaint_with("/initial_conditions/states", Json::parse(R"([{"position": {}}])")) ==
          "a.json#/initial_conditions: must have 'bodies' (and 'noise'), or 'state' alone, or 'states' alone, "
          "got 'bodies', 'states'");
}

TEST_CASE("counts of entries are told") {
    CHECK(complaint_with("/constraints/0/between", {"bob"}) ==
          "a.json#/constraints/0/between: must be two ends, each the id of a body or a point of one, got [\"bob\"]");
    CHECK(complaint_with("/bodies", Json::array()) == "a.json#/bodies: must have at least 1 entry, got []");
    CHECK(complaint_with("/bodies/0/position", {1, 2, 3, 4}) ==
          "a.json#/bodies/0/position: must have 1 to 3 entries, got [1,2,3,4]");
    CHECK(complaint_with("/initial_conditions", {{"states", Json::array()}}) ==
          "a.json#/initial_conditions/states: must have at least 1 entry, got []");
}

TEST_CASE("units are names of length, mass and time") {
    CHECK(complaint_with("/units", {{"length", ""}}) == "a.json#/units/length: must not be empty, got \"\"");
    CHECK(complaint_with("/units", {{"tim", "day"}}) == "a.json#/units/tim: unknown key 'tim', did you mean 'time'?");
    CHECK(complaint_with("/units", {{"mass", 2}}) == "a.json#/units/mass: must be a text, got 2");
    CHECK(complaint_with("/units", {{"mass", std::string(65, 'g')}}) ==
          "a.json#/units/mass: must have at most 64 letters, got \"" + std::string(59, 'g') + "...");
    CHECK(complaint_with("/units", {{"length", "au"}, {"time", "day"}}) == "");
}

TEST_CASE("names have a form") {
    CHECK(complaint_with("/name", "Own/../x") ==
          "a.json#/name: must be 1 to 64 lower-case letters, digits and '_', got \"Own/../x\"");
    CHECK(complaint_with("/name", "own\n") ==
          "a.json#/name: must be 1 to 64 lower-case letters, digits and '_', got \"own\\n\"");
    CHECK(complaint_with("/name", "") == "a.json#/name: must be 1 to 64 lower-case letters, digits and '_', got \"\"");
    CHECK(complaint_with("/name", std::string(65, 'a')) ==
          "a.json#/name: must be 1 to 64 lower-case letters, digits and '_', got \"" + std::string(59, 'a') + "...");
    CHECK(complaint_with("/bodies/1/id", "bob 1") ==
          "a.json#/bodies/1/id: must be 1 to 64 letters, digits and '_', the first a letter, got \"bob 1\"");
}

TEST_CASE("texts too long for a regular expression are refused before one sees them") {
    CHECK(complaint_with("/name", std::string(1000000, 'a')) ==
          "a.json#/name: text of 1000000 bytes, at most 5000 are allowed");
    CHECK(complaint_with("/" + std::string(20000, 'k'), 1) == "a.json#: text of 20000 bytes, at most 5000 are allowed");
    CHECK(contains_text(complaint_with("/name", std::string(5000, 'a')), "must be 1 to 64"));
}

TEST_CASE("all problems of a file are told in one run, in the order of the file") {
    Json document = pendulum_2d();
    document["name"] = "A";
    document["bodies"][0]["type"] = "Orign";
    document["bodies"][1]["mass"] = -1;
    document["bodies"][2]["mas"] = 1;
    document["potentials"][1]["stiffness"] = "hard";
    document["sampling"] = {{"dt", -1}, {"steps", 0}};
    CHECK(complaint(document) ==
          "a.json#/name: must be 1 to 64 lower-case letters, digits and '_', got \"A\"\n"
          "a.json#/bodies/0/type: unknown type 'Orign', did you mean 'Origin'?\n"
          "a.json#/bodies/1/mass: must be > 0 kg, got -1\n"
          "a.json#/bodies/2/mas: unknown key 'mas', did you mean 'mass'?\n"
          "a.json#/potentials/1/stiffness: must be a number or a formula, got \"hard\": column 1: unknown name "
          "'hard'; known: deg, pi, sin, cos, exp, sqrt, tanh\n"
          "a.json#/sampling/dt: must be > 0 s, got -1\n"
          "a.json#/sampling/steps: must be 2 to 1000000000, got 0");
}

TEST_CASE("of very many problems a thousand are looked for") {
    Json document = pendulum_2d();
    for (int i = 0; i < 5000; ++i) document["unknown" + std::to_string(i)] = 1;
    for (int i = 0; i < 5000; ++i) document["bodies"].push_back({{"id", 1}});
    const std::string said = complaint(document);
    CHECK(std::count(said.begin(), said.end(), '\n') == 999);
    CHECK(said.find("a.json#/unknown0: unknown key 'unknown0'") == 0);
}

// Every schema inside a schema, by way of the keywords that hold one.
void visit_schemas(const nlohmann::json& schema, const std::function<void(const nlohmann::json&)>& visit) {
    visit(schema);
    for (const char* key : {"properties", "definitions"})
        if (schema.contains(key))
            for (const auto& inner : schema.at(key)) visit_schemas(inner, visit);
    for (const char* key : {"items", "additionalProperties", "if", "then", "else", "propertyNames"})
        if (schema.contains(key) && schema.at(key).is_object()) visit_schemas(schema.at(key), visit);
    for (const char* key : {"allOf", "anyOf"})
        if (schema.contains(key))
            for (const auto& inner : schema.at(key)) visit_schemas(inner, visit);
}

TEST_CASE("the schema uses no keyword that the messages do not know") {
    std::set<std::string> known(schema_keywords().begin(), schema_keywords().end());
    known.insert({"$schema", "$ref", "$comment", "title", "description", "default", "unit", "definitions"});
    known.insert({"properties", "additionalProperties", "items", "allOf", "if", "then", "else"});
    known.insert({"propertyNames", "const"});  // inside "if" and "anyOf" only, whose message is their own
    const auto schema = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    visit_schemas(schema, [&](const nlohmann::json& inner) {
        for (const auto& item : inner.items()) CHECK_MESSAGE(known.contains(item.key()), item.key());
    });
}

TEST_CASE("every object of the schema that lists keys allows no others") {
    const auto schema = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    visit_schemas(schema, [&](const nlohmann::json& inner) {
        const bool chosen_by_type = inner.contains("allOf");  // its branches are closed
        const bool is_condition = inner.contains("properties") && inner.at("properties").begin()->contains("const");
        if (inner.contains("properties") && !chosen_by_type && !is_condition)
            CHECK_MESSAGE(inner.value("additionalProperties", true) == false, inner.dump());
    });
}

}  // namespace
