#include "model/compiled_system.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/errors.hpp"
#include "spec/read_system.hpp"

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
