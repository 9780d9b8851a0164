#include "mechanics/motion_scales.hpp"

#include <doctest/doctest.h>

#include "graph/body_graph.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

// A bob of 1.5 kg on a rod of 2 m, the typical length; 11 samples in steps of 0.1 s: u = 2 m/s, W = 3 J.
struct Pendulum {
    SystemSpec spec = parse_system(R"({
      "name": "bob", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1.5}],
      "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 2}], "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 0}}}, "sampling": {"dt": 0.1, "steps": 11}})",
                                   "bob.json");
    BodyGraph graph{spec};
    ConstrainedSystem system{spec, graph};
    std::vector<double> v = std::vector<double>(22);
    MotionScales scales() const { return motion_scales(system, 11, 0.1, v.data(), v.data()); }
};

}  // namespace

TEST_CASE("a motion is measured against its own largest kinetic energy and speed") {
    Pendulum p;
    p.v[6] = 3;
    p.v[7] = -4;
    CHECK(!p.scales().at_rest);
    CHECK(p.scales().kinetic == 0.5 * 1.5 * 25);
    CHECK(p.scales().speed == 5);
    p.v[6] = 0;
    p.v[7] = 1e-5;  // slow, and yet a motion: 1e-5 of u is 1e-10 of W
    CHECK(p.scales().kinetic == doctest::Approx(0.5 * 1.5 * 1e-10));
}

TEST_CASE("a motion at rest, or of rounding, is measured against one by a typical length in the span") {
    Pendulum p;
    constexpr double rounding = 1e-15;  // of a division by 0.1 * 10
    for (double noise : {0.0, 1e-16, 1e-7}) {
        p.v[3] = noise;
        CHECK(p.scales().at_rest);
        CHECK(p.scales().kinetic == doctest::Approx(3).epsilon(rounding));
        CHECK(p.scales().speed == doctest::Approx(2).epsilon(rounding));
        CHECK(p.scales().linear_momentum == doctest::Approx(3).epsilon(rounding));
        CHECK(p.scales().angular_momentum == doctest::Approx(6).epsilon(rounding));
    }
}
