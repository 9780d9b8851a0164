#include "sample/placement.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample/dense_projection.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

// drawer: e_1 = (0.6, 0.8, 0) slides through the chest, e_2 is up, e_3 = (0.8, -0.6, 0) the rail of the rod, whose
// point
// (0, 0.5, 0) slides there and whose e_2 turns from the drawer's e_1 to e_2; the knob has the axes of the rod.
TEST_CASE("what slides starts along its rail, turned as it may turn, with what it carries") {
    const ExampleSystem s(parse_system(R"({"name": "drawer", "dimension": 3,
      "bodies": [{"id": "chest", "type": "Origin", "position": [1, 0, 2]},
                 {"id": "drawer", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.3]},
                 {"id": "rod", "type": "Obj3D", "mass": 3, "second_moments": [0.4, 0.5, 0.6]},
                 {"id": "knob", "type": "Obj3D", "mass": 4, "second_moments": [0.7, 0.8, 0.9]}],
      "constraints": [{"type": "Slider", "between": ["chest", "drawer"], "axis": [[0.6, 0.8, 0], [1, 0, 0]],
                       "across": [[0, 0, 1], [0, 1, 0]]},
                      {"type": "Slider", "between": ["drawer", {"body": "rod", "point": [0, 0.5, 0]}], "turn": true,
                       "axis": [[0, 0, 1], [1, 0, 0]]},
                      {"type": "Weld", "between": ["rod", {"body": "knob", "point": [0.25, 0, 0]}]}],
      "initial_conditions": {"bodies": {"drawer": {"from": "chest", "slide": 0.3, "slide_rate": 0.7},
                                        "rod": {"from": "drawer", "slide": -0.2, "slide_rate": 0.1,
                                                "hinge_angle": 1.1, "hinge_rate": 0.9},
                                        "knob": {"from": "rod"}}}})",
                                       "drawer.json"));
    SampleKey key{0, Split::train, 0, 0};
    const InitialState state = s.sampler.draw(key);
    const Vector e1{0.6, 0.8, 0}, e2{0, 0, 1}, e3{0.8, -0.6, 0}, chest{1, 0, 2};
    const double c = std::cos(1.1), sine = std::sin(1.1);
    for (std::size_t k = 0; k < 3; ++k) {
        const double drawer = chest[k] + 0.3 * e1[k], drawer_rate = 0.7 * e1[k];
        const double up = c * e1[k] + sine * e2[k], up_rate = 0.9 * (c * e2[k] - sine * e1[k]);
        const double rod = drawer - 0.2 * e3[k] - 0.5 * up, rod_rate = drawer_rate + 0.1 * e3[k] - 0.5 * up_rate;
        const auto is = [](double value, double wanted) { return std::fabs(value - wanted) < 1e-14; };  // rounding
        CHECK(is(state.x[k], drawer));
        CHECK(is(state.v[k], drawer_rate));
        CHECK(is(state.x[12 + k], rod));
        CHECK(is(state.v[12 + k], rod_rate));
        CHECK(is(state.x[18 + k] - state.x[12 + k], up));
        CHECK(is(state.v[18 + k] - state.v[12 + k], up_rate));
        CHECK(is(state.x[24 + k], rod - 0.25 * e3[k]));
        CHECK(is(state.v[24 + k], rod_rate));
    }
}

// The rail is the beam's, and the beam hangs from the bead.
TEST_CASE("what carries the rail may start from what slides on it, at the same length") {
    const ExampleSystem s(parse_system(R"({"name": "beam", "dimension": 2,
      "bodies": [{"id": "pin", "type": "Origin", "position": [2, 1]},
                 {"id": "beam", "type": "Obj1D", "mass": 1, "second_moments": [0.1]}],
      "constraints": [{"type": "Slider", "between": ["beam", "pin"], "axis": [[1]], "turn": true}],
      "initial_conditions": {"bodies": {"beam": {"from": "pin", "slide": 0.3, "slide_rate": 0.2,
                                                 "angle": 0.5, "angle_rate": 2}}}})",
                                       "beam.json"));
    SampleKey key{0, Split::train, 0, 0};
    const InitialState state = s.sampler.draw(key);
    const Vector pin{2, 1}, u{std::sin(0.5), -std::cos(0.5)}, across{std::cos(0.5), std::sin(0.5)};
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(state.x[k] == doctest::Approx(pin[k] - 0.3 * u[k]).epsilon(1e-14));
        CHECK(state.v[k] == doctest::Approx(-0.2 * u[k] - 0.3 * 2 * across[k]).epsilon(1e-14));
        CHECK(state.x[2 + k] - state.x[k] == doctest::Approx(u[k]).epsilon(1e-14));
    }
}

// On a circle of radius 2 a link of length 1.5 spans 2 asin(1.5/4), and both beads go round at one rate.
TEST_CASE("a bead that is placed from another one on its Track goes along with it, ahead or behind") {
    for (const bool ahead : {true, false}) {
        const ExampleSystem s(parse_system(R"json({"name": "beads", "dimension": 2,
          "bodies": [{"id": "a", "type": "Obj0D", "mass": 2}, {"id": "b", "type": "Obj0D", "mass": 1}],
          "constraints": [{"type": "Track", "points": ["a", "b"], "curve": {"parameter": "u", "x": "2*cos(u)",
                           "y": "2*sin(u)", "range": [-4, 4]}},
                          {"type": "Link", "between": ["a", "b"], "length": 1.5}],
          "initial_conditions": {"bodies": {"a": {"parameter": 0.3, "parameter_rate": 0.7},
                                            "b": {"from": "a", "along": ")json" +
                                               std::string(ahead ? "ahead" : "behind") + R"json("}}}})json",
                                           "beads.json"));
        SampleKey key{0, Split::train, 0, 0};
        const InitialState state = s.sampler.draw(key);
        const double span = 2 * std::asin(1.5 / 4), at[] = {0.3, ahead ? 0.3 + span : 0.3 - span};
        for (std::size_t bead = 0; bead < 2; ++bead) {
            const double u = at[bead], x[] = {2 * std::cos(u), 2 * std::sin(u)}, along[] = {-x[1], x[0]};
            CHECK(state.s[bead] == doctest::Approx(u).epsilon(1e-14));
            for (std::size_t k = 0; k < 2; ++k) {
                CHECK(state.x[2 * bead + k] == doctest::Approx(x[k]).epsilon(1e-14));
                CHECK(state.v[2 * bead + k] == doctest::Approx(0.7 * along[k]).epsilon(1e-13));
            }
        }
    }
}

}  // namespace
