#include "corpus/draw_system.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"
#include "corpus/drawn_system.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

namespace {

Json drawn(const Recipe& recipe, std::uint32_t number) {
    RandomStream random(0, 1, number, 0);
    const std::string text = draw_system(recipe, random, "s");
    return text.empty() ? Json::object() : Json::parse(text);
}

std::vector<Json> items_of(const Json& system, const std::string& type) {
    std::vector<Json> items;
    for (const char* list : {"constraints", "potentials", "damping"})
        for (const Json& item : system.value(list, Json::array()))
            if (item.at("type") == type) items.push_back(item);
    return items;
}

// Of a point mass or an Origin.
std::vector<double> position_of(const Json& system, const std::string& id) {
    for (const Json& body : system.at("bodies"))
        if (body.at("id") == id && body.at("type") == "Origin") return body.at("position");
    return system.at("initial_conditions").at("bodies").at(id).at("position");
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

Recipe recipe_of(const std::string& rest) {
    return parse_recipe(
        R"({"format": "cchnn recipe", "format_version": 1, "name": "r", "title": "R", "count": [4, 6], )" + rest + "}",
        "r.json");
}

}  // namespace

TEST_CASE("the default recipe draws each kind that a recipe may name in more than 1 % of its systems") {
    const Json schema = Json::parse(embedded_files().at("schemas/recipe.schema.json"));
    const Recipe recipe = load_recipe("default");
    constexpr int systems = 4000;
    std::map<std::string, int> with;
    for (std::uint32_t i = 0; i < systems; ++i) {
        const Json system = drawn(recipe, i);
        std::map<std::string, int> kinds;
        for (const char* list : {"bodies", "constraints", "potentials", "damping"})
            for (const Json& item : system.value(list, Json::array())) ++kinds[item.at("type")];
        for (const auto& [kind, count] : kinds) ++with[kind];
    }
    for (const char* choice : {"bodies", "attach", "couplings", "forces"})
        for (const auto& [kind, rule] : schema["properties"][choice]["properties"].items()) {
            if (kind == "none") continue;
            const std::string named = kind;
            CHECK_MESSAGE(with[named] > systems / 100, named << " " << with[named]);
            CHECK_MESSAGE(std::count(drawn_kinds().begin(), drawn_kinds().end(), named) == 1, named);
        }
    CHECK(with.size() == drawn_kinds().size());  // and Origins
}

TEST_CASE("lengths and places of ropes, tables and curves follow from where their bodies are") {
    const Recipe recipe = recipe_of(
        R"("dimension": {"2": 1, "3": 2}, "bodies": {"Obj0D": 2, "Obj3D": 1}, "attach": {"Link": 1, "Rolling": 2, "Track": 1},
           "couplings": {"Rope": 1})");
    int ropes = 0, balls = 0, curves = 0;
    for (std::uint32_t i = 0; i < 200; ++i) {
        const Json system = drawn(recipe, i);
        for (const Json& rope : items_of(system, "Rope")) {
            std::vector<std::vector<double>> places;
            for (const Json& end : rope.at("points"))
                if (end.is_string()) places.push_back(position_of(system, end));
            REQUIRE(rope.at("points").size() == 3);
            if (places.size() < 3) continue;
            CHECK(distance(places[0], places[1]) + distance(places[1], places[2]) ==
                  doctest::Approx(rope.at("length").get<double>()).epsilon(1e-5));
            ++ropes;
        }
        for (const Json& ball : items_of(system, "Rolling")) {
            const double above = position_of(system, ball.at("body")).at(2) - ball.at("height").get<double>();
            CHECK(above == doctest::Approx(ball.at("radius").get<double>()).epsilon(1e-5));
            ++balls;
        }
        for (const Json& track : items_of(system, "Track")) {
            if (!track.at("points")[0].is_string()) continue;
            const std::vector<double> place = position_of(system, track.at("points")[0]);
            const Json& curve = track.at("curve");
            CHECK(std::stod(curve.at("x").get<std::string>()) == doctest::Approx(place[0]).epsilon(1e-5));  // s = 0
            CHECK(std::stod(curve.at("y").get<std::string>()) == doctest::Approx(place[1]).epsilon(1e-5));
            ++curves;
        }
    }
    CHECK(ropes > 10);
    CHECK(balls > 10);
    CHECK(curves > 10);
}

TEST_CASE("a gear couples two hinges, a rack a hinge and a slider, and a weld holds no body to an Origin") {
    const Recipe recipe = recipe_of(
        R"("dimension": {"2": 1, "3": 1}, "bodies": {"Obj0D": 1, "Obj2D": 2, "Obj3D": 2},
           "attach": {"Joint": 1, "Joint+Axis": 1, "Screw": 1, "Slider": 1, "Weld": 2}, "couplings": {"Gear": 1, "Rack": 1})");
    std::map<std::string, int> seen;
    for (std::uint32_t i = 0; i < 300; ++i) {
        const Json system = drawn(recipe, i);
        const auto joined = [&](const Json& bodies) {
            for (const char* type : {"Joint", "Joint+Axis", "Screw"})
                for (const Json& joint : items_of(system, type)) {
                    Json ids;
                    for (const Json& end : joint.at("between")) ids.push_back(end.is_string() ? end : end.at("body"));
                    if (ids == bodies) return true;
                }
            return false;
        };
        for (const Json& gear : items_of(system, "Gear")) {
            CHECK(joined(gear.at("first").at("bodies")));
            CHECK(joined(gear.at("second").at("bodies")));
            CHECK(gear.at("first") != gear.at("second"));
            ++seen["Gear"];
        }
        for (const Json& rack : items_of(system, "Rack")) {
            CHECK(joined(rack.at("wheel").at("bodies")));
            const std::vector<Json> sliders = items_of(system, "Slider");
            CHECK(std::any_of(sliders.begin(), sliders.end(), [&](const Json& one) {
                return one.at("between") == rack.at("slide").at("between") &&
                       one.at("axis")[0] == rack.at("slide").at("along");
            }));
            ++seen["Rack"];
        }
        for (const Json& weld : items_of(system, "Weld")) {
            CHECK(weld.at("between")[0].is_object());  // not the id of an Origin
            ++seen["Weld"];
        }
    }
    for (const auto& one : seen) CHECK_MESSAGE(one.second > 10, one.first);
    CHECK(seen.size() == 3);
}

TEST_CASE("systems of every further kind are read, move and are bounded") {
    const std::string head = R"("dimension": {"3": 1}, "trajectories": 2, "samples": 20, "forces": {"Gravity": 1)";
    const std::vector<std::pair<std::string, std::string>> recipes{
        {"Weld", R"(}, "bodies": {"Obj3D": 1}, "attach": {"Joint": 1, "Weld": 1})"},
        {"Screw", R"(}, "bodies": {"Obj3D": 1}, "attach": {"Screw": 1})"},
        {"Rolling", R"(}, "bodies": {"Obj3D": 1}, "attach": {"Rolling": 1, "Joint": 1})"},
        {"Track", R"(}, "bodies": {"Obj0D": 1, "Obj1D": 1}, "attach": {"Track": 1, "Link": 1})"},
        {"Rope", R"(}, "bodies": {"Obj0D": 1}, "attach": {"Link": 1, "none": 2}, "couplings": {"Rope": 1})"},
        {"Gear", R"(}, "bodies": {"Obj3D": 1}, "attach": {"Joint+Axis": 1}, "couplings": {"Gear": 1})"},
        {"Rack",
         R"(}, "bodies": {"Obj0D": 1, "Obj3D": 1}, "attach": {"Joint+Axis": 1, "Slider": 1}, "couplings": {"Rack": 1})"},
        {"Dipole", R"(, "Dipole": 1}, "bodies": {"Obj0D": 1}, "attach": {"Link": 1})"},
        {"RotatingFrame", R"(, "RotatingFrame": 1}, "bodies": {"Obj0D": 1}, "attach": {"Link": 1})"},
        {"Drag", R"(, "Drag": 1}, "bodies": {"Obj0D": 1}, "attach": {"Link": 1})"}};
    for (const auto& one : recipes) {
        const std::string &kind = one.first, &rest = one.second;
        CAPTURE(kind);
        const Recipe recipe = recipe_of(head + rest);
        int with = 0;
        for (std::uint64_t k = 0; k < 4; ++k) {
            const DrawnSystem system = drawn_system(recipe, 0, k);
            with += system.labels.kinds.contains(kind);
            for (const double bound : system.batch.error_bound) CHECK(bound <= 1e-9);
        }
        CHECK(with > 0);
    }
}
