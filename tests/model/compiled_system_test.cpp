#include "model/compiled_system.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/errors.hpp"
#include "spec/read_system.hpp"
#include "spec/varied_values.hpp"

using namespace cchnn;

namespace {

SystemSpec with_mass(const std::string& mass) {
    return parse_system(R"({"name": "family", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]}, {"id": "bob", "type": "Obj0D", "mass": )" +
                            mass + R"(}],
      "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
      "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})",
                        "family.json");
}

}  // namespace

TEST_CASE("a compiled system stays where it was made, its parts refer to each other") {
    CHECK_FALSE(std::is_copy_constructible_v<CompiledSystem>);
    CHECK_FALSE(std::is_move_constructible_v<CompiledSystem>);
    CHECK_FALSE(std::is_copy_assignable_v<CompiledSystem>);
    SystemSpec spec = load_system("chain_pendulum_2");
    const CompiledSystem compiled(spec);
    spec.initial_conditions = std::vector<GivenState>{};  // the caller's copy is the caller's
    CHECK(&compiled.sampler.spec() == &compiled.spec);
    CHECK(compiled.sampler.given_count() == -1);
    CHECK(compiled.coordinates.count() == compiled.system.degrees_of_freedom());
}

TEST_CASE("a member is the system that the file with its numbers would be") {
    const SystemSpec spec = with_mass(R"({"uniform": {"low": 1, "high": 3}})");
    const CompiledSystem nominal(spec);
    const CompiledSystem member(spec, nominal.system, {1.75, 0.6});
    CHECK(nominal.values.empty());
    CHECK(member.values == std::vector<double>{1.75, 0.6});
    CHECK(member.system.rows()[0].length == 0.6);
    CHECK(member.system.mass_matrix() == std::vector<double>{1.75});
    CHECK(member.system.degrees_of_freedom() == 1);
    CHECK(member.system.position_row_count() == 1);
    SampleKey key{3, Split::valid, 2, 0};
    const InitialState state = member.sampler.draw(key);
    CHECK(std::hypot(state.x[0], state.x[1]) == doctest::Approx(0.6).epsilon(1e-15));  // projected, rounding of a root
}

// What a member takes from its family is what it would find by itself: the order in which rows are eliminated, where
// their matrices have entries, closed loops, kinds of forces.
TEST_CASE("a member has the numbers and the plan of the fixed system") {
    const auto check = [](const std::string& links, const std::string& damping, const std::vector<double>& values) {
        const SystemSpec spec = parse_system(R"({"name": "star", "dimension": 2,
          "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]},
                     {"id": "a", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}},
                     {"id": "b", "type": "Obj0D", "mass": 1}, {"id": "c", "type": "Obj0D", "mass": 1},
                     {"id": "d", "type": "Obj0D", "mass": 1}],
          "constraints": [)" + links + R"(], "damping": [)" +
                                                 damping + R"(],
          "initial_conditions": {"bodies": {
            "a": {"position": [1, 0], "velocity": [0, 0]}, "b": {"position": [0, 1], "velocity": [0, 0]},
            "c": {"position": [1, 1], "velocity": [0, 0]}, "d": {"position": [2, 0], "velocity": [0, 0]}}}})",
                                             "star.json");
        const CompiledSystem family(spec), member(spec, family.system, values);
        SystemSpec fixed = with_values(spec, values);
        fixed.varied.clear();
        const CompiledSystem alone(fixed);
        CHECK(numbers_of(member.system.exact_constants()) == numbers_of(alone.system.exact_constants()));
        CHECK(same_shape(member.system.exact_constants(), alone.system.exact_constants()));
        CHECK(member.system.plan().row == alone.system.plan().row);
        CHECK(member.system.plan().pattern == alone.system.plan().pattern);
        CHECK(&member.system.rows_and_rates() == &family.system.rows_and_rates());
        CHECK(member.system.rows_and_rates() == alone.system.rows_and_rates());
        CHECK(member.system.closes_loops() == alone.system.closes_loops());
        CHECK(member.system.velocity_dependent_kinds() == alone.system.velocity_dependent_kinds());
        CHECK(member.coordinates.table() == alone.coordinates.table());
        SampleKey key{3, Split::valid, 2, 0}, same = key;
        CHECK(member.sampler.draw(key).x == alone.sampler.draw(same).x);
    };
    const auto link = [](const char* a, const char* b) {
        return std::string(R"({"type": "Link", "between": [")") + a + R"(", ")" + b + R"("], "length": )";
    };
    const std::string drawn = R"({"uniform": {"low": 0.9, "high": 1.1}}})";
    const std::string star =
        link("a", "b") + drawn + ", " + link("a", "c") + "1}, " + link("a", "d") + "1}, " + link("hook", "a") + "1}";
    check(star, "", {2.5, 1.05});
    check(star, R"({"type": "Damping", "body": "d", "coefficient": 0.5})", {2.5, 0.95});
    const std::string loop =
        link("hook", "a") + drawn + ", " + link("a", "c") + "1}, " + link("c", "b") + "1}, " + link("b", "hook") + "1}";
    check(loop, "", {1.5, 1.05});
    const std::string from_the_middle =
        link("a", "c") + drawn + ", " + link("hook", "a") + "1}, " + link("c", "b") + "1}";
    check(from_the_middle, "", {1.5, 1.05});  // rows in another order than that of the file
}

TEST_CASE("a member may have the numbers that a file may have, and no others") {
    const SystemSpec spec = with_mass(R"({"uniform": {"low": 1, "high": 3}})");
    const CompiledSystem nominal(spec);
    const auto complaint = [&](double mass) -> std::string {
        try {
            const CompiledSystem member(spec, nominal.system, {mass, 0.6});
            return "";
        } catch (const SpecError& error) {
            return to_text(error.problems());
        }
    };
    CHECK(complaint(0.1) == "");
    CHECK(complaint(-1) == "family.json#/bodies/1/mass: must be > 0 kg, got -1");
    CHECK(complaint(INFINITY) == "family.json#/bodies/1/mass: must be > 0 kg, got inf");
    CHECK(complaint(NAN) == "family.json#/bodies/1/mass: must be > 0 kg, got nan");
}

TEST_CASE("two drawn points that coincide in a member are refused") {
    const SystemSpec spec = parse_system(R"({"name": "twice", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]},
                 {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [0.1]}],
      "constraints": [
        {"type": "Link", "between": ["hook", {"body": "rod", "point": [{"uniform": {"low": -1, "high": 0}}]}], "length": 1},
        {"type": "Link", "between": ["hook", {"body": "rod", "point": [0.5]}], "length": 1}],
      "initial_conditions": {"bodies": {"rod": {"angle": 1, "position": [1, 0]}}}})",
                                         "twice.json");
    const CompiledSystem nominal(spec);
    CHECK_NOTHROW(CompiledSystem(spec, nominal.system, {-0.25}));
    try {
        const CompiledSystem member(spec, nominal.system, {0.5});
        FAIL("nothing was thrown");
    } catch (const SpecError& error) {
        CHECK(to_text(error.problems()) ==
              "twice.json#/constraints/1/between: 'hook' and 'rod' are already linked by /constraints/0");
    }
}

// Curves have no numbers that are drawn: cells and samples of one serve all members.
TEST_CASE("members of a family share the curves of the nominal system") {
    const SystemSpec spec = parse_system(R"json({"name": "beads", "dimension": 2,
      "bodies": [{"id": "bead", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}],
      "constraints": [{"type": "Track", "points": ["bead"],
                       "curve": {"parameter": "s", "x": "s", "y": "exp(-s^2)", "range": [-2, 2]}}],
      "initial_conditions": {"bodies": {"bead": {"parameter": 0.5}}}})json",
                                         "beads.json");
    const CompiledSystem nominal(spec), member(spec, nominal.system, {1.75});
    CHECK(member.system.tracks()[0].search == nominal.system.tracks()[0].search);
}

TEST_CASE("given states that are none of the system's are refused when it is compiled") {
    SystemSpec spec = load_system("chain_pendulum_2");
    spec.initial_conditions = std::vector<GivenState>{{{{"bob1", {0, -1.5}}, {"bob2", {0, -2.5}}}, {}}};
    CHECK_THROWS_AS(CompiledSystem{spec}, SpecError);
}

TEST_CASE("a row of loops whose starts are drawn has the rank that it has where it starts") {
    // Random bars of five parallelograms lie too far from any way to close them all.
    nlohmann::ordered_json row = nlohmann::ordered_json::parse(load_system("a02_fourbar_5").json);
    row["draws"] = {{"phi", {{"uniform", {{"low", 2}, {"high", 4}}}}}};
    nlohmann::ordered_json bodies;
    for (const char i : std::string("012345"))
        bodies[std::string("crank") + i] = {{"from", std::string("ground") + i}, {"angle", "phi"}, {"angle_rate", 1}};
    for (const char i : std::string("01234"))
        bodies[std::string("coupler") + i] = {{"from", std::string("crank") + i}, {"angle", "pi/2"}};
    row["initial_conditions"] = {{"bodies", bodies}};
    const CompiledSystem compiled(parse_system(row.dump(), "row.json"));
    CHECK(compiled.system.degrees_of_freedom() == 1);
    for (const ConstraintRow& one : compiled.system.rows()) CHECK_MESSAGE(one.independent, one.name);
    SampleKey key{1, Split::test, 0, 0};
    const InitialState state = compiled.sampler.draw(key);
    std::vector<double> phi(compiled.system.rows().size());
    compiled.system.phi(state.x.data(), phi.data());
    for (const double row_of_phi : phi) CHECK(std::fabs(row_of_phi) < 1e-14);  // rounding of bars of 1 m
}
