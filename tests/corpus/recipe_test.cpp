#include "corpus/recipe.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/errors.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

namespace {

// A small recipe with one change: `key` becomes `value`, or is left out where that is null.
std::string with(const std::string& key, const Json& value) {
    Json recipe{{"format", "cchnn recipe"}, {"format_version", 1},       {"name", "mine"},
                {"title", "Mine"},          {"dimension", {{"2", 1}}},   {"bodies", {{"Obj0D", 1}}},
                {"attach", {{"Link", 1}}},  {"forces", {{"Gravity", 1}}}};
    if (value.is_null()) recipe.erase(key);
    else recipe[key] = value;
    return recipe.dump();
}

std::string wrong(const std::string& text) {
    try {
        parse_recipe(text, "r.json");
    } catch (const SpecError& error) {
        return to_text(error.problems());
    }
    return "accepted";
}

}  // namespace

TEST_CASE("built-in recipes are read, and a recipe has the defaults of its page") {
    CHECK(builtin_recipe_names() == std::vector<std::string>{"default", "mechanisms", "pendulums", "springs"});
    for (const std::string& name : builtin_recipe_names()) CHECK(load_recipe(name).name == name);
    const Recipe recipe = parse_recipe(with("count", {2, 3}), "r.json");
    CHECK(recipe.trajectories == 10);
    CHECK(recipe.samples == 100);
    CHECK(recipe.fewest_bodies == 2);
    CHECK(recipe.most_bodies == 3);
    CHECK(recipe.most_evaluations == 100'000);
    CHECK(weight_of(recipe.attach, "Link") == 1);
    CHECK(weight_of(recipe.attach, "Joint") == 0);
    CHECK(is_recipe("springs"));
    CHECK_FALSE(is_recipe("chain_pendulum_1"));
}

TEST_CASE("kinds for which a recipe has no body or joint are named") {
    const auto said = [](const std::string& bodies, const std::string& attach, const std::string& more) {
        return wrong(
            R"({"format": "cchnn recipe", "format_version": 1, "name": "r", "title": "R", "dimension": {"3": 1},
                         "bodies": {)" +
            bodies + R"(}, "attach": {)" + attach + "}" + more + "}");
    };
    const std::string solids = R"("Obj3D": 1)", points = R"("Obj0D": 1)";
    CHECK(said(solids, R"("Planar": 1)", "") ==
          "r.json#/attach/Planar: holds an Obj0D alone, and bodies has no weight for Obj0D");
    CHECK(said(points, R"("Link": 1, "Universal": 1)", "") ==
          "r.json#/attach/Universal: holds an Obj3D alone, and bodies has no weight for Obj3D");
    CHECK(said(solids, R"("Link": 1)", R"(, "forces": {"Torque": 1})") ==
          "r.json#/forces/Torque: acts about a Joint, Joint+Axis or Screw, and attach has no weight for one");
    CHECK(said(solids, R"("Screw": 1)", R"(, "couplings": {"Rack": 1})") ==
          "r.json#/couplings/Rack: moves a Slider, and attach has no weight for Slider");
    CHECK(said(solids, R"("Screw": 1)", R"(, "forces": {"Dipole": 1})") ==
          "r.json#/forces/Dipole: acts on an Obj0D alone, and bodies has no weight for Obj0D");
    CHECK(said(solids, R"("Screw": 1)", R"(, "forces": {"Torque": 1}, "couplings": {"Gear": 1})") == "accepted");
}

TEST_CASE("twenty natural mistakes in a recipe are named") {
    const std::string both = R"(, "attach": {"Link": 1}, "forces": {}})";
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {with("title", nullptr), "r.json#: key 'title' is missing"},
        {with("dimension", nullptr), "r.json#: key 'dimension' is missing"},
        {with("attach", nullptr), "r.json#: key 'attach' is missing"},
        {with("format", "cchnn suite"), "r.json#/format: must be \"cchnn recipe\""},
        {R"({"name": "bob", "initial_conditions": {}})",
         "r.json#/format: must be \"cchnn recipe\", and this file is a system"},
        {"[]", "r.json#/format: must be \"cchnn recipe\""},
        {with("format_version", 2), "r.json#/format_version: must be 1, got 2"},
        {with("dimension", 3), "r.json#/dimension: must be weights, {\"2\": 1, \"3\": 1}, got 3"},
        {with("forces", {"Gravity"}), "r.json#/forces: must be probabilities"},
        {with("loops", 0.5), "r.json#/loops: must be {\"share\": probability, \"most\": number of Links}, got 0.5"},
        {with("lyapunov", true), "r.json#/lyapunov: must be an integer, got true"},
        {with("name", "My recipe"), "r.json#/name: must be letters a-z, digits and _"},
        {with("trajectory", 5), "r.json#/trajectory: unknown key 'trajectory', did you mean 'trajectories'?"},
        {with("trajectories", 0), "r.json#/trajectories: must be 1 to 10000, got 0"},
        {with("samples", 1), "r.json#/samples: must be 2 to 1000000, got 1"},
        {with("samples", "many"), "r.json#/samples: must be "},
        {with("dimension", {{"4", 1}}), "r.json#/dimension/4: unknown key '4'"},
        {with("dimension", {{"2", 0}}), "r.json#/dimension: needs a weight > 0"},
        {with("bodies", {{"Obj3D", 1}}), "r.json#/bodies: has no body for 2 dimensions"},
        {with("bodies", {{"Obj0d", 1}}), "r.json#/bodies/Obj0d: unknown key 'Obj0d', did you mean 'Obj0D'?"},
        {with("count", {3, 1}), "r.json#/count: must be [low, high] with low <= high, got [3, 1]"},
        {with("count", 3), "r.json#/count: must be [fewest, most]"},
        {with("mass", {0, 1}), "r.json#/mass/0: must be > 0, got 0"},
        {with("length", {2, 1}), "r.json#/length: must be [low, high] with low <= high, got [2, 1]"},
        {with("attach", {{"Planar", 1}, {"Link", 1}}), "r.json#/attach/Planar: exists in 3 dimensions alone"},
        {with("attach", {{"Joint", 1}}), "r.json#/attach: joins extended bodies alone"},
        {with("attach", {{"Link", -1}}), "r.json#/attach/Link: must be >= 0, got -1"},
        {with("forces", {{"Gravity", 2}}), "r.json#/forces/Gravity: is a probability, at most 1, got 2"},
        {with("forces", {{"Torque", 0.5}}), "r.json#/forces/Torque: turns extended bodies"},
        {with("anchored", 1.5), "r.json#/anchored: must be 0 to 1, got 1.5"},
        {with("loops", {{"share", 0.5}, {"most", 0}}), "r.json#/loops/most: must be 1 to 100, got 0"},
        {with("attach", {{"Screw", 1}, {"Link", 1}}), "r.json#/attach/Screw: exists in 3 dimensions alone"},
        {with("attach", {{"Rolling", 1}, {"Link", 1}}), "r.json#/attach/Rolling: exists in 3 dimensions alone"},
        {with("forces", {{"Dipole", 0.5}}), "r.json#/forces/Dipole: exists in 3 dimensions alone"},
        {with("couplings", {{"Gear", 0.5}}), "r.json#/couplings/Gear: turns extended bodies"},
        {with("couplings", {{"Rope", 1.5}}), "r.json#/couplings/Rope: is a probability, at most 1, got 1.5"},
        {with("couplings", {{"Pulley", 1}}), "r.json#/couplings/Pulley: unknown key 'Pulley'"},
        {with("bodies", {{"Obj2D", 1}}), "accepted"},
        {with("most_evaluations", 10), "r.json#/most_evaluations: must be 1000 to 1000000000, got 10"}};
    CHECK(mistakes.size() >= 20);
    for (const auto& mistake : mistakes) {
        const std::string said = wrong(mistake.first);
        CHECK_MESSAGE(said.find(mistake.second) == 0, said);
    }
    CHECK_THROWS_WITH_AS(load_recipe("pendulum"), doctest::Contains("did you mean 'pendulums'?"), UsageError);
}
