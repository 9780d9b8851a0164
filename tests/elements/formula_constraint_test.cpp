#include "elements/formula_constraint.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr std::size_t on_positions = 3, on_velocities = 4;

// The complaint about an item of forces_2d(), without its place in the file.
std::string complaint_about(std::size_t item, const std::string& key, const Json& value) {
    Json document = forces_2d();
    document["constraints"][item][Json::json_pointer(key)] = value;
    const std::string said = complaint(document), place = "a.json#/constraints/" + std::to_string(item);
    return said.starts_with(place) ? said.substr(place.size()) : said;
}
std::string about_equation(std::size_t item, const std::string& equation) {
    return complaint_about(item, "/equation", equation);
}

TEST_CASE("an equation that holds nothing, or is none, gets its message") {
    CHECK(about_equation(on_positions, "c - 3") ==
          "/equation: names no coordinate and no distance, so it holds nothing");
    CHECK(contains_text(about_equation(on_positions, "z1 - 1"), "/equation: "));  // in a plane
    CHECK(contains_text(about_equation(on_positions, "vx1"), "/equation: "));
    CHECK(contains_text(about_equation(on_positions, "x - 1"), "/equation: "));  // of two points
    CHECK(about_equation(on_positions, "x1^2 - c*exp(-y2)*r12 + sqrt(1 + r)") == "");
}

TEST_CASE("an equation that is not linear in velocities gets its message") {
    const std::string not_linear = "/equation: is not linear in the velocities";
    for (const char* equation :
         {"vx1^2", "vx1*vy1", "x1*vx1*vx2", "sin(vx1)", "vx1/vy1", "sqrt(vx1^2 + vy1^2)", "b/vx1"})
        CHECK_MESSAGE(about_equation(on_velocities, equation).starts_with(not_linear), equation);
    CHECK(about_equation(on_velocities, "x1*y2 - b").starts_with("/equation: names no velocity"));
    for (const char* equation :
         {"vx1", "(vx1 - vy2)*sin(x1)/r12^3", "-(vx1 + b*(vy2 - 3*vx1))/exp(x1)", "log(x1 - 3)*vx1",
          "sqrt(y1 - 9)*vy2 - vx1", "0 + vx1", "vx1 - b", "vx1 + x1", "vx1*y1 - sin(x1)", "vx1*cos(b*t) - t"})
        CHECK_MESSAGE(about_equation(on_velocities, equation) == "", equation);
    CHECK(about_equation(on_velocities, "vx1 - vx1 + b").starts_with("/equation: is the same for all velocities"));
}

TEST_CASE("an equation that moves in time makes the time an input of its file, others do not") {
    const auto driven = [](std::size_t item, const std::string& equation) {
        Json document = forces_2d();
        document.erase("inputs");
        for (const char* list : {"potentials", "damping"}) document.erase(list);
        document["constraints"][item]["equation"] = equation;
        document["constraints"][item]["constants"] = {{"b", 0}, {"c", 0}};
        const SystemSpec spec = parse_system(document.dump(), "a.json");
        const bool in_text = Json::parse(spec.json).contains("inputs");
        CHECK(in_text == !spec.inputs.empty());
        return spec.inputs.size() == 1 && spec.inputs[0].id == "t";
    };
    for (const char* equation : {"x1 - y2 - sin(t)", "r - 1 - c*t"})
        CHECK_MESSAGE(driven(on_positions, equation), equation);
    for (const char* equation : {"vx1 - b", "vx1 + x1", "vx1 - t*vy2", "vx1 + b*y1"})
        CHECK_MESSAGE(driven(on_velocities, equation), equation);
    CHECK_FALSE(driven(on_positions, "x1 - y2 - c"));
    for (const char* equation : {"vx1 - vy2", "b*vx1 + x1*vy2"})
        CHECK_MESSAGE(!driven(on_velocities, equation), equation);
}

TEST_CASE("a constant called t is a constant, and a time that does not run is no time") {
    Json document = forces_2d();
    document["constraints"][on_positions]["equation"] = "x1 - y2 - t";
    document["constraints"][on_positions]["constants"] = {{"t", 2}};
    CHECK(complaint(document) == "");
    document["constraints"][on_positions]["constants"] = {{"b", 2}};
    document["inputs"].push_back({{"id", "t"}, {"formula", "2*t"}});
    CHECK(contains_text(complaint(document), "'t' is the time: rename this input"));
}

TEST_CASE("points and constants of an equation are looked at") {
    for (const std::size_t item : {on_positions, on_velocities}) {
        CHECK(complaint_about(item, "/points/0", "crat") == "/points/0: unknown body 'crat', did you mean 'cart'?");
        CHECK(contains_text(complaint_about(item, "/points", {"wall", "wall"}),
                            "every one is an Origin and never moves"));
        CHECK(complaint_about(item, "/points", Json::array()).starts_with("/points: must"));
        CHECK(complaint_about(item, "/constants/x1", 3).starts_with("/constants/x1: 'x1' is reserved in this formula"));
        CHECK(complaint_about(item, "/equations", "x1")
                  .starts_with("/equations: unknown key 'equations', did you mean 'equation'?"));
    }
    CHECK(complaint_about(on_velocities, "/constants/vx2", 3).starts_with("/constants/vx2: 'vx2' is reserved"));
    CHECK(complaint_about(on_positions, "/constants/vx2", 3) == "");
}

}  // namespace
