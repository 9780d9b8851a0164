// What is said of placements that constraints move: nothing of what is drawn around a place that fits.

#include <doctest/doctest.h>

#include "mechanics/example_systems.hpp"

namespace cchnn::test {
namespace {

using Lines = std::vector<std::string>;

Lines remarks(const std::string& text) { return ExampleSystem(parse_system(text, "own.json")).sampler.remarks(); }

std::string pulley(const std::string& angle, const std::string& length) {
    return R"({"name": "pulley", "dimension": 2,
        "bodies": [{"id": "hook", "type": "Origin"}, {"id": "pulley", "type": "Origin", "position": [1, 0]},
                   {"id": "bob", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Rope", "points": ["hook", "pulley", "bob"], "length": 2}],
        "initial_conditions": {"bodies": {"bob": {"from": "pulley", "angle": )" +
           angle + R"(, "length": )" + length + "}}}}";
}

std::string gears(const std::string& angle) {
    return R"({"name": "gears", "dimension": 2,
        "bodies": [{"id": "l", "type": "Origin"}, {"id": "r", "type": "Origin", "position": [1.5, 0]},
                   {"id": "small", "type": "Obj2D", "mass": 1, "second_moments": [0.0625, 0.0625]},
                   {"id": "large", "type": "Obj2D", "mass": 4, "second_moments": [0.25, 0.25]}],
        "constraints": [{"type": "Joint", "between": ["l", "small"]}, {"type": "Joint", "between": ["r", "large"]},
                        {"type": "Gear", "first": {"bodies": ["l", "small"]}, "second": {"bodies": ["r", "large"]}, "teeth": [30, 75]}],
        "initial_conditions": {"bodies": {"small": {"from": "l", "angle": )" +
           angle + R"(, "angle_rate": 0}, "large": {"from": "r", "angle": "pi/2", "angle_rate": 0}}}})";
}

TEST_CASE("placements that do not fit are told with the constraint that is off most, and drawn all the same") {
    CHECK(remarks(pulley("0.3", "1.5")) == Lines{"own.json#/initial_conditions/bodies: Rope hook-bob is 2.5 m long in "
                                                 "the middle of what is drawn, its length "
                                                 "is 2 m; projected"});
    CHECK(remarks(pulley("0.3", "1.01")).empty());  // half a per cent
    // 2 pi/2 of the small wheel is a tooth of both: a per cent of that.
    CHECK(remarks(gears(R"("pi/2 + 0.1")")) ==
          Lines{"own.json#/initial_conditions/bodies: Gear small-large is off by 0.1 "
                "in the middle of what is drawn; projected"});
    CHECK(remarks(gears(R"("pi/2 + 0.03")")).empty());
    CHECK(remarks(gears(R"("-pi/2")")).empty());
}

TEST_CASE("what is drawn around a place that fits, and noise, is projected without a word") {
    CHECK(remarks(gears(R"({"normal": {"mean": "pi/2", "std": 1}})")).empty());
    CHECK(remarks(pulley(R"({"uniform": {"low": -1, "high": 1}})", "1")).empty());
    CHECK(remarks(gears(R"({"normal": {"mean": "pi/2 + 1", "std": 1e-3}})")).size() == 1);
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        CHECK(ExampleSystem(load_system(name)).sampler.remarks().empty());
    }
}

TEST_CASE("a remark points to the key that the file has: state, or one of its states") {
    const auto text = [](const std::string& conditions) {
        return R"({"name": "bob", "dimension": 2, "bodies": [{"id": "hook", "type": "Origin"},
            {"id": "bob", "type": "Obj0D", "mass": 1}], "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
            "initial_conditions": {)" +
               conditions + "}}";
    };
    const std::string state = R"({"position": {"bob": [0, -1.03]}})",
                      said = ": Link hook-bob is 1.03 m long in this state, its length is 1 m; projected";
    CHECK(remarks(text(R"("state": )" + state)) == Lines{"own.json#/initial_conditions/state" + said});
    CHECK(remarks(text(R"("states": [)" + state + "]")) == Lines{"own.json#/initial_conditions/states/0" + said});
}

}  // namespace
}  // namespace cchnn::test
