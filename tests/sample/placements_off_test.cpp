// What is said of placements that constraints move: nothing of what is drawn around a place that fits.

#include <doctest/doctest.h>

#include "core/number_text.hpp"
#include "elements/gear.hpp"
#include "mechanics/example_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

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

std::string gears(const std::string& angle, const std::string& phase = R"(, "phase": 0)") {
    return R"({"name": "gears", "dimension": 2,
        "bodies": [{"id": "l", "type": "Origin"}, {"id": "r", "type": "Origin", "position": [1.5, 0]},
                   {"id": "small", "type": "Obj2D", "mass": 1, "second_moments": [0.0625, 0.0625]},
                   {"id": "large", "type": "Obj2D", "mass": 4, "second_moments": [0.25, 0.25]}],
        "constraints": [{"type": "Joint", "between": ["l", "small"]}, {"type": "Joint", "between": ["r", "large"]},
                        {"type": "Gear", "first": {"bodies": ["l", "small"]}, "second": {"bodies": ["r", "large"]},
                         "teeth": [30, 75])" +
           phase + R"(}],
        "initial_conditions": {"bodies": {"small": {"from": "l", "angle": )" +
           angle + R"(, "angle_rate": 0}, "large": {"from": "r", "angle": "pi/2", "angle_rate": 0}}}})";
}

TEST_CASE("placements that do not fit are told with the constraint that is off most, and drawn all the same") {
    CHECK(remarks(pulley("0.3", "1.1")) == Lines{"own.json#/initial_conditions/bodies: Rope hook-bob is 2.1 m long in "
                                                 "the mean of the drawn states, its length "
                                                 "is 2 m; projected"});
    CHECK(remarks(pulley("0.3", "1.01")).empty());  // half a per cent
    // 2 pi/2 of the small wheel is a tooth of both: a per cent of that.
    CHECK(remarks(gears(R"("pi/2 + 0.1")")) ==
          Lines{"own.json#/initial_conditions/bodies: Gear small-large is off by 0.1 "
                "in the mean of the drawn states; projected"});
    CHECK(remarks(gears(R"("pi/2 + 0.03")")).empty());
    CHECK(remarks(gears(R"("-pi/2")")).empty());
}

TEST_CASE(
    "a pose that contradicts a length by more than a tenth, or leans where a Rolling keeps upright, is an error") {
    const auto complaint = [](const std::string& text) {
        try {
            remarks(text);
            return std::string();
        } catch (const SpecError& error) {
            return std::string(error.what());
        }
    };
    CHECK(
        complaint(pulley("0.3", "1.5")) ==
        "own.json#/initial_conditions/bodies: Rope hook-bob is 2.5 m long in the mean of the drawn states, its length "
        "is 2 m; place its bodies as the constraint says");
    const auto bob = [](const std::string& noise) {
        return R"({"name": "bob", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
            {"id": "b", "type": "Obj0D", "mass": 1}], "constraints": [{"type": "Link", "between": ["o", "b"], "length": 1}],
            "initial_conditions": {"bodies": {"b": {"position": [0, -0.64]}})" +
               noise + "}}";
    };
    CHECK(complaint(bob("")) ==
          "own.json#/initial_conditions/bodies: Link o-b is 0.64 m long in the mean of the drawn states, its length is "
          "1 m; place its bodies as the constraint says");
    const auto coin = [](const std::string& lean) {
        return R"({"name": "coin", "dimension": 3, "bodies": [{"id": "coin", "type": "Obj2D", "mass": 1,
            "second_moments": [0.25, 0.25]}], "constraints": [{"type": "Rolling", "body": "coin", "radius": 1}],
            "initial_conditions": {"bodies": {"coin": {"position": [0, 0, 1], "euler_zxz": [0, "pi/2 - )" +
               lean + R"(", 0], "euler_rates": [0.3, 0, 4]}}}})";
    };
    CHECK(complaint(coin("0.37"))
              .starts_with("own.json#/initial_conditions/bodies: Rolling coin, upright is off by 0.361615"));
    CHECK(complaint(coin("0.04")) == "");
}

TEST_CASE("rates that the projection changes by more than a hundredth are told with both values") {
    // A slider-crank at 20 rad/s whose piston the file moves the wrong way.
    const auto crank = [](const std::string& piston) {
        return R"({"name": "crank", "dimension": 2,
            "bodies": [{"id": "shaft", "type": "Origin"},
                       {"id": "wheel", "type": "Obj2D", "mass": 5, "second_moments": [0.01, 0.01]},
                       {"id": "piston", "type": "Obj0D", "mass": 0.8}],
            "constraints": [{"type": "Joint", "between": ["shaft", "wheel"]},
                            {"type": "Link", "between": [{"body": "wheel", "point": [0.1, 0]}, "piston"], "length": 0.4},
                            {"type": "Slider", "between": ["shaft", "piston"], "axis": [[1, 0]]}],
            "initial_conditions": {"bodies": {"wheel": {"from": "shaft", "angle": "pi", "angle_rate": 20},
                "piston": {"position": [0.3872983346207417, 0], "velocity": [)" +
               piston + ", 0]}}}}";
    };
    const Lines told = remarks(crank("5"));
    REQUIRE(told.size() == 2);
    CHECK(told[0].starts_with("own.json#/initial_conditions/bodies/wheel: its axis "));
    CHECK(
        told[0].ends_with(" instead of 20 rad/s at the start, since no motion has all rates that the file gives; "
                          "projected"));
    CHECK(remarks(crank("-2")).empty());
}

// A slider-crank whose crank of 0.1 m stands upright at 20 rad/s, so that the piston moves as fast as its end: -2 m/s.
TEST_CASE("a body that is held keeps its pose and its rates, and the others follow") {
    const auto crank = [](const std::string& angle, const std::string& wheel, const std::string& piston,
                          const std::string& more = "") {
        return R"({"name": "crank", "dimension": 2,
            "bodies": [{"id": "shaft", "type": "Origin"},
                       {"id": "wheel", "type": "Obj2D", "mass": 5, "second_moments": [0.01, 0.01]},
                       {"id": "piston", "type": "Obj0D", "mass": 0.8}],
            "constraints": [{"type": "Joint", "between": ["shaft", "wheel"]},
                            {"type": "Link", "between": [{"body": "wheel", "point": [0.1, 0]}, "piston"], "length": 0.4},
                            {"type": "Slider", "between": ["shaft", "piston"], "axis": [[1, 0]]}],
            "initial_conditions": {"bodies": {"wheel": {"from": "shaft", "angle": )" +
               angle + R"(, "angle_rate": 20)" + wheel + R"(}, "piston": {)" + piston + "}}" + more + "}}";
    };
    const std::string hold = R"(, "hold": true)", roughly = R"("position": [0.38, 0], "velocity": [5, 0])";
    const auto system = [&](const std::string& text) { return ExampleSystem(parse_system(text, "own.json")); };
    const ExampleSystem held(system(crank("\"pi\"", hold, roughly)));
    const InitialState start = held.state(0);
    const std::vector<double> placed = middle_positions(held.spec, held.graph);
    for (std::size_t i = 0; i < 6; ++i) CHECK(start.x[i] == placed[i]);
    CHECK(start.v[2] == doctest::Approx(-20).epsilon(1e-14));
    CHECK(start.x[6] == doctest::Approx(std::sqrt(0.15)).epsilon(1e-14));
    CHECK(start.v[6] == doctest::Approx(-2).epsilon(1e-13));
    CHECK(system(crank("\"pi\"", "", roughly)).state(0).v[2] > -19.9);

    // Noise moves the piston alone.
    const std::string noise = R"(, "noise": {"position": {"normal": {"mean": 0, "std": 0.01}},
                                             "velocity": {"normal": {"mean": 0, "std": 0.1}}})";
    const ExampleSystem drawn(system(crank(R"({"uniform": {"low": 0, "high": 6}})", hold, roughly, noise)));
    for (std::uint64_t i = 0; i < 10; ++i) {
        const InitialState state = drawn.state(i);
        CHECK(std::hypot(state.v[2], state.v[3]) == doctest::Approx(20).epsilon(1e-14));
        CHECK(std::abs(state.x[0]) + std::abs(state.x[1]) < 1e-300);
    }

    const auto complaint = [&](const std::string& text) {
        try {
            remarks(text);
            return std::string();
        } catch (const SpecError& error) {
            return std::string(error.what());
        }
    };
    CHECK(
        complaint(crank("\"pi\"", hold, R"json("position": ["sqrt(0.15)", 0], "velocity": [5, 0])json" + hold)) ==
        "own.json#/initial_conditions/bodies: \"hold\" of 'piston', 'wheel' contradicts the constraints: no positions "
        "and rates of the other bodies satisfy them; hold fewer bodies, or give other values");
    CHECK(complaint(crank("\"pi\"", hold, roughly + hold)) != "");
}

TEST_CASE(
    "without a phase wheels mesh where the file places them, in the middle of what it draws or in its first state") {
    for (const char* angle : {R"("pi/2 + 0.1")", "-2.5", R"("7*pi")"}) {
        const ExampleSystem s(parse_system(gears(angle, ""), "own.json"));
        CHECK(s.sampler.remarks().empty());
        const std::vector<double> placed = drawn_positions(s.spec, s.graph, 0), x = s.state(0).x;
        // rounding of angles of some radians
        for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::fabs(x[i] - placed[i]) < 1e-14);
    }
    const ExampleSystem drawn(parse_system(gears(R"({"uniform": {"low": 0, "high": 1}})", ""), "own.json"));
    // theta_1 = 0.5 - pi/2, theta_2 = 0, and the ratio is 2 : 5
    CHECK((*drawn.spec.constraints[2].as<GearSpec>()).phase == doctest::Approx(0.5 - M_PI / 2).epsilon(1e-15));
    CHECK(drawn.sampler.remarks().empty());
}

// Two weights on a wheel of 0.3 m, one rack each: Atwood's machine, of which the lighter one starts at -1.5 m.
TEST_CASE("without a phase a rack meets its wheel where the file places both, moved, turned and in millimetres") {
    for (const double size : {1.0, 0.001})
        for (const double turned : {0.0, 0.9}) {
            CAPTURE(turned);
            const auto place = [&](double x, double y) {
                return "[" + number_text(size * (5 + std::cos(turned) * x - std::sin(turned) * y)) + ", " +
                       number_text(size * (std::sin(turned) * x + std::cos(turned) * y - 7)) + "]";
            };
            const std::string down = "[" + number_text(std::sin(turned)) + ", " + number_text(-std::cos(turned)) + "]";
            const auto rack = [&](const char* weight, double radius) {
                return R"({"type": "Slider", "between": ["axle", ")" + std::string(weight) + R"("], "axis": [)" + down +
                       R"(]}, {"type": "Rack", "wheel": {"bodies": ["axle", "wheel"]}, "radius": )" +
                       number_text(radius * size) + R"(, "slide": {"between": ["axle", ")" + weight +
                       R"("], "along": )" + down + "}}";
            };
            const std::string moment = number_text(size * size * 0.0225);
            const ExampleSystem s(parse_system(
                R"({"name": "atwood", "dimension": 2, "bodies": [{"id": "axle", "type": "Origin", "position": )" +
                    place(0, 0) + R"(}, {"id": "wheel", "type": "Obj2D", "mass": 1, "second_moments": [)" + moment +
                    ", " + moment +
                    R"(]}, {"id": "heavy", "type": "Obj0D", "mass": 2}, {"id": "light", "type": "Obj0D", "mass": 1}],
                "constraints": [{"type": "Joint", "between": ["axle", "wheel"]}, )" +
                    rack("heavy", 0.3) + ", " + rack("light", -0.3) + R"(],
                "initial_conditions": {"bodies": {"wheel": {"from": "axle", "angle": 0.2},
                    "heavy": {"position": )" +
                    place(0, -1) + R"(}, "light": {"position": )" + place(0, -1.5) + "}}}}",
                "own.json"));
            CHECK(s.system.degrees_of_freedom() == 1);
            CHECK(s.sampler.remarks().empty());
            const std::vector<double> placed = drawn_positions(s.spec, s.graph, 0), x = s.state(0).x;
            for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::fabs(x[i] - placed[i]) < 1e-14 * 10);
        }
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
