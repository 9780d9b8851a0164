#include "sample/draw_varied.hpp"

#include <doctest/doctest.h>

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

TEST_CASE("values depend on seed, split, trajectory and attempt, each of them") {
    const SystemSpec spec = with_mass(R"({"uniform": {"low": 1, "high": 3}})");
    const auto draw = [&](SampleKey key) { return draw_varied(spec, key); };
    const auto values = draw({1, Split::test, 5, 0});
    CHECK(values == draw({1, Split::test, 5, 0}));
    CHECK(values != draw({2, Split::test, 5, 0}));
    CHECK(values != draw({1, Split::train, 5, 0}));
    CHECK(values != draw({1, Split::test, 6, 0}));
    CHECK(values != draw({1, Split::test, 5, 1}));
}

TEST_CASE("a formula of draws without a finite value is drawn again, whatever range it has") {
    const SystemSpec spec = parse_system(R"({"name": "family", "dimension": 1,
      "bodies": [{"id": "wall", "type": "Origin", "position": ["1/m"]}, {"id": "bob", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Force", "on": "bob", "force": ["1/m"]}], "draws": {"m": {"choice": [2, 0]}},
      "initial_conditions": {"bodies": {"bob": {"position": [0]}}}})",
                                         "family.json");
    CHECK(spec.bodies[0].position[0] == 0.5);
    std::uint32_t again = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
        SampleKey key{0, Split::train, i, 0};
        CHECK(draw_varied(spec, key) == std::vector<double>{0.5, 0.5});
        again += key.attempt;
    }
    CHECK(again > 15);  // 40 expected
}

TEST_CASE("a mass below zero is drawn again, and a distribution that gives no other is told") {
    const SystemSpec often = with_mass(R"({"normal": {"mean": 0.1, "std": 1}})");
    int again = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
        SampleKey key{0, Split::train, i, 0};
        CHECK(draw_varied(often, key)[0] > 0);
        again += key.attempt > 0;
    }
    CHECK(again > 5);  // 46 % of the draws are below zero: 18 of 40 expected, 3 standard deviations are 9
    SystemSpec never = often;
    never.varied[0].distribution = Uniform{-2, -1};
    SampleKey key{0, Split::train, 7, 0};
    CHECK_THROWS_WITH_AS(draw_varied(never, key),
                         "family.json: the varied properties of train trajectory 7 were out of range in 100 attempts; "
                         "narrow their distributions",
                         NumericalError);
}
