#include "spec/json/number_formulas.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <limits>

#include "contains_text.hpp"
#include "elements/gravity.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

SystemSpec read(const Json& document) { return parse_system(document.dump(), "a.json"); }
Json changed(const std::string& pointer, const Json& value, Json document = pendulum_2d()) {
    document[Json::json_pointer(pointer)] = value;
    return document;
}

TEST_CASE("a formula stands wherever a number may, and what is read and stored is its number") {
    const std::vector<std::pair<std::string, std::string>> places{
        {"/dimension", "1 + 1"},
        {"/bodies/0/position", R"([0, "-0*1"])"},
        {"/bodies/1/mass", "sqrt(2)"},
        {"/constraints/0/length", "2*1"},
        {"/potentials/0/g", "9.81/6"},
        {"/potentials/0/up", R"json(["sin(30 deg)", "cos(30 deg)"])json"},
        {"/initial_conditions/bodies/bob/angle/normal/std", "5 deg"},
        {"/initial_conditions/bodies/tail/position", R"(["pi", 1])"},
        {"/initial_conditions/noise", R"({"velocity_factor": "3/2"})"},
        {"/sampling", R"({"dt": "1/30", "steps": "3*20"})"}};
    Json document = pendulum_2d();
    for (const auto& [place, text] : places)
        document[Json::json_pointer(place)] = text[0] == '[' || text[0] == '{' ? Json::parse(text) : Json(text);
    const SystemSpec spec = read(document);
    CHECK(spec.dimension == 2);
    CHECK(spec.bodies[1].mass == 1.4142135623730951);
    CHECK((*spec.potentials[0].as<GravitySpec>()).up == std::vector<double>{0.5, 0.8660254037844386});
    CHECK(spec.sampling.dt == 1.0 / 30);
    CHECK(spec.sampling.steps == 60);
    CHECK_FALSE(contains_text(spec.json, "sqrt"));
    CHECK_FALSE(contains_text(spec.json, "deg"));
    CHECK(parse_system(spec.json, "a.json").json == spec.json);
}

TEST_CASE("a file of numbers is stored as it was, digit for digit") {
    for (const Json& document : {pendulum_2d(), machine_3d(), carts_2d(), wheels_3d()})
        CHECK(read(document).json == document.dump(2));
}

TEST_CASE("a formula with a mistake is told the place, the text, where it goes wrong and what is known") {
    CHECK(complaint_with("/constraints/0/length", "2*(1 + pi") ==
          "a.json#/constraints/0/length: must be a number or a formula, got \"2*(1 + pi\": column 10: expected "
          "')', got the "
          "end of the formula");
    CHECK(complaint_with("/constraints/0/length", "1/0") ==
          "a.json#/constraints/0/length: must be a number or a formula, got \"1/0\": it has no finite value");
    CHECK(complaint_with("/constraints/0/length", "-1") == "a.json#/constraints/0/length: must be > 0 m, got -1.0");
    CHECK(complaint_with("/sampling", Json{{"steps", "5/2"}}) == "a.json#/sampling/steps: must be an integer, got 2.5");
    CHECK(complaint_with("/constraints/0/length", std::string(1001, '1')).find("has more than 1000 letters") !=
          std::string::npos);
    CHECK(contains_text(complaint_with("/bodies/1/id", "2*pi"), "must be 1 to 64 letters"));
}

TEST_CASE("a formula of draws stays a text where numbers are drawn, and is refused elsewhere") {
    Json document = pendulum_2d();
    document["draws"] = Json::parse(R"({"r": {"uniform": {"low": 0, "high": "pi"}}, "twice": "2*r"})");
    const std::string at = "/initial_conditions/bodies/bob/angle";
    CHECK(complaint_with(document, at, "r + twice") == "");
    CHECK(contains_text(read(changed(at, "r + twice", document)).json, "\"r + twice\""));
    CHECK(contains_text(complaint_with(document, at, "rr"), "unknown name 'rr'"));
    CHECK(complaint_with(document, "/sampling", Json{{"dt", "r"}}) ==
          "a.json#/sampling/dt: must be a number or a formula, got \"r\": 'r' is drawn, and this number is not");
    CHECK(complaint_with(document, "/initial_conditions/noise", Json{{"position", "r"}}) ==
          "a.json#/initial_conditions/noise/position: must be a number or a formula, got \"r\": 'r' is drawn, and "
          "this number "
          "is not");
    CHECK(complaint_with(document, "/draws/twice", Json{{"uniform", {{"low", 0}, {"high", "r"}}}}) ==
          "a.json#/draws/twice/uniform/high: must be a number or a formula, got \"r\": 'r' is drawn, and this number "
          "is not");
    CHECK(contains_text(complaint_with(document, "/draws/early", "late"), "unknown name 'late'"));
    CHECK(complaint_with(document, "/draws/sin", 1) ==
          "a.json#/draws/sin: 'sin' is reserved in formulas: choose another name");
    CHECK(complaint_with(document, "/draws/2r", 1) ==
          "a.json#/draws/2r: a name must be 1 to 64 letters, digits and '_', the first a letter");
}

TEST_CASE("a file has 4,000 draws at most") {
    Json document = pendulum_2d();
    for (int i = 0; i < 4001; ++i) document["draws"]["d" + std::to_string(i)] = 1;
    CHECK(complaint_about_text(document.dump()).find("#/draws: has 4001 draws, at most 4000 are allowed") !=
          std::string::npos);
}

// Processor time, the shortest of three: each draw is the one before it, or an unknown name, plus one.
double seconds_for_draws(int count, const std::string& before) {
    Json document = pendulum_2d();
    document["draws"]["n0"] = Json::parse(R"({"uniform": {"low": 0, "high": 1}})");
    for (int i = 1; i < count; ++i)
        document["draws"]["n" + std::to_string(i)] = before + std::to_string(i - 1) + " + 1";
    std::clock_t shortest = std::numeric_limits<std::clock_t>::max();
    for (int run = 0; run < 3; ++run) {
        Json copy = document;
        const std::clock_t start = std::clock();
        const std::size_t problems = evaluate_formulas(copy, "a.json").size();
        shortest = std::min(shortest, std::clock() - start);
        CHECK(problems == (before == "n" ? 0u : static_cast<std::size_t>(count - 1)));
    }
    return static_cast<double>(shortest) / CLOCKS_PER_SEC;
}

TEST_CASE("4,000 draws are read in time that grows linearly, of known names and of unknown ones") {
    for (const std::string before : {"n", "unknown"}) {
        CAPTURE(before);
        const double small = seconds_for_draws(500, before), large = seconds_for_draws(4000, before);
        MESSAGE("500 draws: ", small, " s, 4,000 draws: ", large, " s");
        CHECK(large / small < 25);  // 8 when linear, 64 when quadratic
    }
}

}  // namespace
