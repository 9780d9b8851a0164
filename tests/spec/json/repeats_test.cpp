#include "spec/json/repeats.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "elements/link.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const char* const chain = R"({"name": "chain", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"repeat": {"i": [1, 40]}, "id": "bob{i}", "type": "Obj0D", "mass": "1/{i}"}],
  "constraints": [{"type": "Link", "between": ["hook", "bob1"], "length": 1},
                  {"repeat": {"i": [2, 40]}, "type": "Link", "between": ["bob{i-1}", "bob{i}"], "length": "{i}"}],
  "initial_conditions": {"bodies": {"bob1": {"from": "hook", "angle": 0},
                                    "bob{i}": {"repeat": {"i": [2, 40]}, "from": "bob{i-1}", "angle": "{i} deg"}}}})";

SystemSpec read(const Json& document) { return parse_system(document.dump(), "a.json"); }

TEST_CASE("a chain of any length takes three lines, and is the one that is written out") {
    const SystemSpec spec = parse_system(chain, "a.json");
    REQUIRE(spec.bodies.size() == 41);
    CHECK(spec.bodies[40].id == "bob40");
    CHECK(spec.bodies[40].mass == 1.0 / 40);
    const auto& last = (*spec.constraints[39].as<LinkSpec>());
    CHECK(last.a.body == "bob39");
    CHECK(last.length == 40);
    CHECK(std::get<DrawnStates>(spec.initial_conditions).bodies.size() == 40);
    CHECK_FALSE(contains_text(spec.json, "repeat"));
    CHECK(parse_system(spec.json, "a.json").json == spec.json);
}

TEST_CASE("what a repeat makes is bounded: items, text, and how deep a formula in braces goes") {
    const auto told = [](const std::string& id, int last) {
        const Json document{
            {"name", "a"}, {"dimension", 2}, {"bodies", {{{"repeat", {{"i", {1, last}}}}, {"id", id}}}}};
        return complaint_about_text(document.dump());
    };
    CHECK(contains_text(told("x{i}", 1000000), "makes more than 1000000 values"));
    CHECK(contains_text(told("x{i}", 600000), "makes more than 1000000 values"));  // of two values each
    CHECK(contains_text(told("x{i}" + std::string(5000, 'a'), 20000), "makes more than 64 MiB of text"));
    const std::string deep = "x{" + std::string(200000, '(') + "i" + std::string(200000, ')') + "}";
    CHECK(contains_text(told(deep, 2), "in braces: has more than 1000 letters"));
}

TEST_CASE("two numbers count like nested loops, and draws are repeated too") {
    const SystemSpec spec = read(Json::parse(R"({"name": "mesh", "dimension": 2,
      "bodies": [{"repeat": {"i": [0, 1], "j": [0, 2]}, "id": "p{i}{j}", "type": "Obj0D", "mass": 1}],
      "draws": {"a{i}": {"repeat": {"i": [0, 1]}, "uniform": {"low": 0, "high": 1}},
                "b{i}": {"repeat": {"i": [0, 1]}, "formula": "2*a{i}"}},
      "initial_conditions": {"bodies": {"p{i}{j}": {"repeat": {"i": [0, 1], "j": [0, 2]}, "position": ["{i} + b{i}", "{j}"]}}}})"));
    std::vector<std::string> ids;
    for (const BodySpec& body : spec.bodies) ids.push_back(body.id);
    CHECK(ids == std::vector<std::string>{"p00", "p01", "p02", "p10", "p11", "p12"});
    REQUIRE(spec.draws.size() == 4);
    CHECK(spec.draws[3].name == "b1");
}

TEST_CASE("a mistake in a repeated item is told once, where the file has it, with the first number") {
    Json document = Json::parse(chain);
    document["constraints"][1]["length"] = "hard";
    document["constraints"][0]["length"] = -1;
    CHECK(
        complaint(document).starts_with("a.json#/constraints/0/length: must be > 0 m, got -1\n"
                                        "a.json#/constraints/1/length: must be a number or a formula, got \"hard\": "));
    CHECK(complaint(document).ends_with(" (i = 2)"));
    document = Json::parse(chain);
    document["constraints"][1]["between"][0] = "bab{i}";
    CHECK(complaint(document).starts_with(
        "a.json#/constraints/1/between/0: unknown body 'bab2', did you mean 'bob2'? (i = 2)\n"));
    document = Json::parse(chain);
    document["initial_conditions"]["bodies"]["bob{i}"]["angel"] = 1;
    CHECK(complaint(document) ==
          "a.json#/initial_conditions/bodies/bob{i}/angel: unknown key 'angel', did you mean 'angle'? (i = 2)");
}

TEST_CASE("a repeat that cannot be written out is told why") {
    const auto told = [](const char* repeat, const char* id) {
        Json document = Json::parse(chain);
        document["bodies"].push_back({{"repeat", Json::parse(repeat)}, {"id", id}, {"type", "Origin"}});
        return complaint(document);
    };
    const std::string rule =
        "a.json#/bodies/2/repeat: must be {\"i\": [first, last]}, whole numbers with first <= last, for one or more "
        "names";
    CHECK(told("{}", "x{i}") == rule);
    CHECK(told("5", "x{i}") == rule);
    CHECK(told(R"({"i": [5, 2]})", "x{i}") == rule + ", got {\"i\":[5,2]}");
    CHECK(told(R"({"i": [1.5, 2]})", "x{i}") == rule + ", got {\"i\":[1.5,2]}");
    CHECK(told(R"({"i": [0, 1000000]})", "x{i}") == "a.json#/bodies/2/repeat: makes more than 1000000 values");
    CHECK(told(R"({"i": [1, 2]})", "x{i/2}") == "a.json#/bodies/2/repeat: '{i/2}' must be a whole number, is 0.5");
    CHECK(told(R"({"i": [1, 2]})", "x{j}").starts_with("a.json#/bodies/2: in braces: column 1: unknown name 'j'"));
    CHECK(told(R"({"i": [1, 2]})", "x{i") == "a.json#/bodies/2/repeat: '{' without '}' in \"x{i\"");
    CHECK(contains_text(told(R"({"i": [1, 2]})", "x"), "already the id of"));
    CHECK(complaint_with("/repeat", 1) ==
          "a.json#/repeat: unknown key 'repeat'; known: bodies, conserved, constraints, contacts, "
          "damping, description, dimension, draws, initial_conditions, inputs, name, potentials, "
          "reference, sampling, title, units");
}

}  // namespace
