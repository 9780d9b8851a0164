#include "corpus/recipe.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "corpus/drawn_system.hpp"

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
    CHECK(recipe.fewest_parts == 1);
    CHECK(recipe.most_parts == 1);
    CHECK_FALSE(recipe.free_fall);
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
    const std::string solids = R"("Obj3D": 1)", points = R"("Obj0D": 1)", rods = R"("Obj1D": 1)",
                      in = ": is in no system of this recipe; it needs ",
                      turning = "a Joint in 2 dimensions, or a Joint+Axis or a Screw in 3";
    CHECK(said(solids, R"("Planar": 1)", "") ==
          "r.json#/attach/Planar" + in + "3 dimensions, and an Obj0D on an Origin or an Obj3D");
    CHECK(said(points, R"("Link": 1, "Universal": 1)", "") ==
          "r.json#/attach/Universal" + in + "3 dimensions, and an Obj3D on an Origin or another Obj3D");
    CHECK(said(rods, R"("Screw": 1, "Link": 1)", "") ==
          "r.json#/attach/Screw" + in + "3 dimensions, and an Obj2D or Obj3D on an Origin or an Obj3D");
    CHECK(said(solids, R"("Link": 1)", R"(, "forces": {"Torque": 1})") == "r.json#/forces/Torque" + in + turning);
    CHECK(said(solids, R"("Joint": 1)", R"(, "forces": {"TorsionSpring": 1})") ==
          "r.json#/forces/TorsionSpring" + in + turning);
    CHECK(said(solids, R"("Screw": 1)", R"(, "couplings": {"Rack": 1})") ==
          "r.json#/couplings/Rack" + in + "a Slider and, in the same dimension, " + turning);
    CHECK(said(solids, R"("Screw": 1)", R"(, "forces": {"Dipole": 1})") ==
          "r.json#/forces/Dipole" + in + "3 dimensions, an Obj0D and an Origin");
    CHECK(said(points, R"("Link": 1)", R"(, "anchored": 0, "forces": {"Dipole": 1})").find("/forces/Dipole" + in) !=
          std::string::npos);
    CHECK(said(solids, R"("Screw": 1)", R"(, "forces": {"Torque": 1}, "couplings": {"Gear": 1})") == "accepted");
}

TEST_CASE("a recipe of which no system can be drawn is refused before one is drawn") {
    const auto said = [](const std::string& rest) {
        return wrong(R"({"format": "cchnn recipe", "format_version": 1, "name": "r", "title": "R", )" + rest + "}");
    };
    const std::string begins = "r.json#/attach: holds no body to an Origin in ";
    CHECK(said(R"("dimension": {"3": 1}, "bodies": {"Obj3D": 1}, "attach": {"Weld": 1})") ==
          begins + "3 dimensions, so that no system begins; add Link or Spring");
    CHECK(said(R"("dimension": {"2": 1, "3": 1}, "bodies": {"Obj0D": 1}, "attach": {"Planar": 1})") ==
          begins + "2 dimensions, so that no system begins; add Link or Spring, or take 2 out of dimension");
    CHECK(said(R"("dimension": {"3": 1}, "bodies": {"Obj0D": 1}, "attach": {"Planar": 1}, "anchored": 0)")
              .starts_with("r.json#/attach/Planar: is in no system of this recipe"));
    const std::string weld = R"("bodies": {"Obj2D": 1}, "attach": {"Weld": 1}, "dimension": {"2": 1}, "anchored": )";
    CHECK(said(weld + "0.5") == "accepted");
    CHECK(said(weld + R"(0, "count": [1, 1])").starts_with("r.json#/attach/Weld: is in no system of this recipe"));
    const std::string points = R"("dimension": {"2": 1}, "bodies": {"Obj0D": 1}, "attach": )",
                      even = "r.json#/forces: gives no time scale to points that nothing holds";
    CHECK(said(points + R"({"none": 1})").starts_with(even));
    CHECK(said(points + R"({"none": 1}, "forces": {"Gravity": 1, "Force": 0.5})").starts_with(even));
    CHECK(said(points + R"({"none": 1}, "forces": {"Drag": 1})") == "accepted");
    CHECK(said(points + R"({"none": 1}, "forces": {"Spring": 0.1})") == "accepted");
    const std::string still = R"({"Link": 1}, "energy": [0, 0])", spring = R"({"Spring": 1}, "energy": [0, 0])";
    CHECK(said(points + still).starts_with("r.json#/energy: is 0 and no force is drawn, so that nothing moves"));
    CHECK(said(points + still + R"(, "forces": {"Gravity": 1})") == "accepted");
    CHECK(said(points + spring) == "accepted");
    const std::string alone = R"({"Link": 1}, "count": [1, 1])";
    CHECK(said(points + alone) == "accepted");
    CHECK(said(points + alone + R"(, "anchored": 0)").starts_with("r.json#/attach/Link: is in no system"));
    CHECK(said(points + alone + R"(, "forces": {"Spring": 1})").starts_with("r.json#/forces/Spring: is in no system"));
    CHECK(said(points + alone + R"(, "couplings": {"Rope": 1})").starts_with("r.json#/couplings/Rope: is in no"));
    CHECK(said(points + alone + R"(, "couplings": {"Rope": 1}, "loops": {"share": 1})") == "accepted");
    CHECK(said(points + R"({"Link": 1}, "count": [2, 2], "anchored": 0, "loops": {"share": 1})")
              .starts_with("r.json#/loops: closes none in any system of this recipe"));
}

TEST_CASE("a recipe of which no system has the parts that it asks for is refused before one is drawn") {
    const auto said = [](const std::string& rest) {
        return wrong(
            R"({"format": "cchnn recipe", "format_version": 1, "name": "r", "title": "R", "dimension": {"2": 1, "3": 1},
                "bodies": {"Obj0D": 1}, "count": [2, 3], )" +
            rest + "}");
    };
    const std::string apart = R"("attach": {"none": 1}, "forces": {"Drag": 1)",
                      joins =
                          "r.json#/parts: is at most 1, and nothing joins two bodies in 2 dimensions; add Link or "
                          "Spring to attach, or allow 2 parts";
    CHECK(said(apart + "}").starts_with(joins));
    CHECK(said(apart + R"(, "Newtonian": 1})") == "accepted");
    CHECK(said(apart + R"(}, "parts": [1, 2])") == "accepted");
    CHECK(said(R"("attach": {"Slider": 1}, "forces": {"Gravity": 1})").starts_with(joins));  // a point is no guide
    CHECK(said(R"("attach": {"Link": 1}, "parts": [4, 9])") ==
          "r.json#/parts/0: must be at most 3, the largest number of bodies, got 4");
    CHECK(said(R"("attach": {"Link": 1}, "parts": [2, 1])") ==
          "r.json#/parts: must be [low, high] with low <= high, got [2, 1]");
}

TEST_CASE("a budget below a step to each sample gives no system, and one that is as large can") {
    CHECK(
        wrong(with("samples", 20000)) ==
        "r.json#/most_evaluations: must be at least 259987 for 20000 samples, one step of 13 evaluations to each, and "
        "better ten times that; got 100000");
    Json recipe = Json::parse(with("samples", 77));
    recipe.update({{"attach", {{"Spring", 1}}}, {"count", {1, 1}}, {"trajectories", 1}});
    recipe.update({{"samples_per_period", {1e5, 1e5}}, {"most_evaluations", 1000}});
    CHECK(drawn_system(parse_recipe(recipe.dump(), "r.json"), 0, 0).labels.evaluations == 76 * 13);
    recipe["samples"] = 78;
    CHECK(wrong(recipe.dump()).starts_with("r.json#/most_evaluations: must be at least 1001 for 78 samples"));
    recipe = Json::parse(with("samples", 2000));
    recipe["trajectories"] = 10000;
    CHECK(wrong(recipe.dump()) ==
          "r.json#/samples: gives, times 'trajectories', 20000000 samples of a system, at most 10000000 are allowed");
}

TEST_CASE("natural mistakes in a recipe are named") {
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {with("title", nullptr), "r.json#: key 'title' is missing"},
        {with("dimension", nullptr), "r.json#: key 'dimension' is missing"},
        {with("attach", nullptr), "r.json#: key 'attach' is missing"},
        {with("format", "cchnn corpus"), "r.json#/format: must be \"cchnn recipe\", got \"cchnn corpus\""},
        {with("samples", "NaN"), "r.json#/samples: must be an integer, got \"NaN\""},
        {R"({"samples": NaN})", "r.json: line 1, column 13: NaN is not JSON; its numbers are finite"},
        {R"({"samples": 2, "samples": 3})", "r.json#/samples: duplicate key 'samples'"},
        {with("mass", {"1 kg", "2 kg"}),
         "r.json#/mass/0: must be a number, got \"1 kg\"\nr.json#/mass/1: must be a number"},
        {with("mass", Json::array()), "r.json#/mass: must be [low, high], got []"},
        {with("energy", {1, -1}), "r.json#/energy/1: must be 0 to 1000000, got -1"},
        {with("count", {1, 1000000000}), "r.json#/count/1: must be 1 to 100, got 1000000000"},
        {with("count", {0, 3}), "r.json#/count/0: must be 1 to 100, got 0"},
        {with("trajectories", 2.5), "r.json#/trajectories: must be an integer, got 2.5"},
        {with("samples_per_period", {0, 10}), "r.json#/samples_per_period/0: must be 2 to 100000, got 0"},
        {with("attach", Json::object()), "r.json#/attach: needs a weight > 0"},
        {with("attach", {{"Gravity", 1}}), "r.json#/attach/Gravity: unknown key 'Gravity', which belongs in 'forces'"},
        {with("Gear", 0.5), "r.json#/Gear: unknown key 'Gear', which belongs in 'couplings'"},
        {with("loops", {{"most", 2}}), "r.json#/loops: key 'share' is missing"},
        {with("name", std::string(41, 'a')), "r.json#/name: must be 1 to 40 letters a-z, digits and _"},
        {R"({"name": "bob", "initial_conditions": {}})",
         "r.json#/format: must be \"cchnn recipe\", and this file is a system"},
        {"[]", "r.json#/format: must be \"cchnn recipe\", and this file has no JSON object"},
        {with("format", nullptr), "r.json#/format: must be \"cchnn recipe\""},
        {with("format_version", 2), "r.json#/format_version: must be 1, got 2"},
        {with("dimension", 3), "r.json#/dimension: must be weights, {\"2\": 1, \"3\": 1}, got 3"},
        {with("forces", {"Gravity"}), "r.json#/forces: must be probabilities"},
        {with("loops", 0.5), "r.json#/loops: must be {\"share\": probability, \"most\": number of Links}, got 0.5"},
        {with("lyapunov", true), "r.json#/lyapunov: must be an integer, got true"},
        {with("name", "My recipe"), "r.json#/name: must be 1 to 40 letters a-z, digits and _"},
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
        {with("mass", {0, 1}), "r.json#/mass/0: must be > 0 and at most 1000000, got 0"},
        {with("length", {2, 1}), "r.json#/length: must be [low, high] with low <= high, got [2, 1]"},
        {with("attach", {{"Planar", 1}, {"Link", 1}}),
         "r.json#/attach/Planar: is in no system of this recipe; it needs 3 dimensions"},
        {with("attach", {{"Joint", 1}}),
         "r.json#/attach/Joint: is in no system of this recipe; it needs an Obj1D, Obj2D or Obj3D"},
        {with("attach", {{"Link", -1}}), "r.json#/attach/Link: must be >= 0, got -1"},
        {with("forces", {{"Gravity", 2}}), "r.json#/forces/Gravity: must be 0 to 1, got 2"},
        {with("forces", {{"Torque", 0.5}}),
         "r.json#/forces/Torque: is in no system of this recipe; it needs a Joint in 2 dimensions"},
        {with("parts", 2), "r.json#/parts: must be [fewest, most], got 2"},
        {with("free_fall", 1), "r.json#/free_fall: must be a boolean, got 1"},
        {with("anchored", 1.5), "r.json#/anchored: must be 0 to 1, got 1.5"},
        {with("loops", {{"share", 0.5}, {"most", 0}}), "r.json#/loops/most: must be 1 to 100, got 0"},
        {with("attach", {{"Screw", 1}, {"Link", 1}}),
         "r.json#/attach/Screw: is in no system of this recipe; it needs 3 dimensions"},
        {with("attach", {{"Rolling", 1}, {"Link", 1}}),
         "r.json#/attach/Rolling: is in no system of this recipe; it needs 3 dimensions"},
        {with("forces", {{"Dipole", 0.5}}),
         "r.json#/forces/Dipole: is in no system of this recipe; it needs 3 dimensions"},
        {with("couplings", {{"Gear", 0.5}}),
         "r.json#/couplings/Gear: is in no system of this recipe; it needs two hinges"},
        {with("couplings", {{"Rope", 1.5}}), "r.json#/couplings/Rope: must be 0 to 1, got 1.5"},
        {with("couplings", {{"Pulley", 1}}), "r.json#/couplings/Pulley: unknown key 'Pulley'"},
        {with("bodies", {{"Obj2D", 1}}), "accepted"},
        {with("most_evaluations", 10), "r.json#/most_evaluations: must be 1000 to 1000000000, got 10"}};
    for (const auto& mistake : mistakes) {
        const std::string said = wrong(mistake.first);
        CHECK_MESSAGE(said.find(mistake.second) == 0, said);
    }
    CHECK_THROWS_WITH_AS(load_recipe("pendulum"), doctest::Contains("did you mean 'pendulums'?"), UsageError);
}
