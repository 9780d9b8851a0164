#include "model/finite_energy.hpp"

#include <doctest/doctest.h>

#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

// One body on a line with an energy of its own, at `x`.
std::string found(const std::string& energy, double x) {
    const CompiledSystem compiled(parse_system(R"({"name": "one", "dimension": 1,
      "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Potential", "points": ["bob"], "energy": "x^2"},
                     {"type": "Potential", "points": ["bob"], "energy": ")" +
                                                   energy + R"("}],
      "initial_conditions": {"bodies": {"bob": {"position": [1]}}}})",
                                               "one.json"));
    return not_finite_in(compiled, {{x}, {0}});
}

}  // namespace

TEST_CASE("a formula without a finite value is named with the place, as is one whose force has none") {
    CHECK(found("x - log(x)", 0.5) == "");
    CHECK(found("x - log(x)", -0.5) == "V of Potential bob (2), x - log(x), is nan at x = -0.5");
    CHECK(found("1/x", 0) == "V of Potential bob (2), 1/x, is inf at x = 0");
    CHECK(found("sqrt(x)", 0) == "the force of Potential bob (2), sqrt(x), has no finite value at x = 0");
    CHECK(found("sqrt(x)", 4) == "");
}

TEST_CASE("a distance in a formula is that of its two points") {
    const CompiledSystem compiled(parse_system(R"J({"name": "two", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin", "position": [3, 4]}, {"id": "bob", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Potential", "points": ["hook", "bob"], "energy": "sqrt(4 - r)"}],
      "initial_conditions": {"bodies": {"bob": {"position": [3, 5]}}}})J",
                                               "two.json"));
    CHECK(not_finite_in(compiled, {{0, 0}, {0, 0}}) == "V of Potential hook-bob, sqrt(4 - r), is nan at r = 5");
    CHECK(not_finite_in(compiled, {{3, 6}, {0, 0}}) == "");
}

TEST_CASE("bodies at one place have no finite attraction, and no formula is blamed for it") {
    const CompiledSystem compiled(parse_system(R"({"name": "pair", "dimension": 2,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Newtonian", "bodies": ["a", "b"], "gravitational_constant": 1}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0]}, "b": {"position": [1, 0]}}}})",
                                               "pair.json"));
    CHECK(not_finite_in(compiled, {{0, 0, 1, 0}, {0, 0, 0, 0}}) == "");
    CHECK(not_finite_in(compiled, {{1, 1, 1, 1}, {0, 0, 0, 0}}) == "V is -inf; do two bodies start at the same place?");
}

TEST_CASE("a spring with a rest length has no direction where its ends meet at rest, and one without needs none") {
    for (const bool long_one : {true, false}) {
        const CompiledSystem compiled(parse_system(R"({"name": "spring", "dimension": 2,
          "bodies": [{"id": "hook", "type": "Origin", "position": [30, 4]}, {"id": "bob", "type": "Obj0D", "mass": 1}],
          "potentials": [{"type": "Spring", "between": ["hook", "bob"], "stiffness": 5, "rest_length": )" +
                                                       std::string(long_one ? "1" : "0") + R"(}],
          "initial_conditions": {"bodies": {"bob": {"position": [30, 4]}}}})",
                                                   "spring.json"));
        CHECK(
            not_finite_in(compiled, {{30, 4}, {0, 0}}) ==
            (long_one
                 ? "the ends of a spring or of a distance in a formula meet at rest, so that the force has no direction"
                 : ""));
        CHECK(not_finite_in(compiled, {{30, 4}, {0, 1e-9}}) == "");
        CHECK(not_finite_in(compiled, {{30, 4.5}, {0, 0}}) == "");
    }
}
