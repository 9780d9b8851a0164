// Slides in a ratio, against closed forms.

#include "elements/slide_gear.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "coordinates/generalised_coordinates.hpp"
#include "judge/stored_motion.hpp"
#include "physics/motion_on_manifold.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string sampling = R"("sampling": {"dt": 0.1, "steps": 101}})";

// A jaw of 2 kg on a spring of 30 N/m at the wall, which a jaw of 3 kg follows with ratio -0.5 along another line:
// 2 + 3/4 kg swing about 0.1 m.
std::string jaws() {
    return R"json({"name": "jaws", "dimension": 2,
        "bodies": [{"id": "palm", "type": "Origin", "position": [0.2, -0.1]},
                   {"id": "left", "type": "Obj0D", "mass": 2}, {"id": "right", "type": "Obj0D", "mass": 3}],
        "constraints": [{"type": "Slider", "between": ["palm", "left"], "axis": [[0.6, 0.8]]},
                        {"type": "Slider", "between": ["palm", "right"], "axis": [[0.8, -0.6]]},
                        {"type": "SlideGear", "first": {"between": ["palm", "left"], "along": [0.6, 0.8]},
                         "second": {"between": ["palm", "right"], "along": [0.8, -0.6]}, "ratio": -0.5, "offset": 0.3}],
        "potentials": [{"type": "Spring", "between": ["palm", "left"], "stiffness": 30, "rest_length": 0.1}],
        "initial_conditions": {"state": {"position": {"left": ["0.2 + 0.6*0.15", "-0.1 + 0.8*0.15"],
                                                      "right": ["0.2 + 0.8*0.225", "-0.1 - 0.6*0.225"]}}},)json" +
           sampling;
}

// Stages of 2 kg and 1 kg on a mast that turns freely about the vertical in zero gravity, at 3 rad/s: the second stage
// leaves the first as this leaves the mast, along the same arm. With s the way of the first, both centres are at s and
// 2 s: (2 + 4) s'' = (2 + 4) s w^2, and L = (I + 6 s^2) w stays.
std::string telescope() {
    return R"json({"name": "telescope", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "mast", "type": "Obj2D", "mass": 1, "second_moments": [0.5, 0.5]},
                   {"id": "inner", "type": "Obj2D", "mass": 2, "second_moments": [0.05, 0.05]},
                   {"id": "outer", "type": "Obj2D", "mass": 1, "second_moments": [0.05, 0.05]}],
        "constraints": [{"type": "Joint", "between": ["o", "mast"]},
                        {"type": "Slider", "between": ["mast", "inner"], "axis": [[1, 0], [1, 0]]},
                        {"type": "Slider", "between": ["inner", "outer"], "axis": [[1, 0], [1, 0]]},
                        {"type": "SlideGear", "first": {"between": ["mast", "inner"], "along": [1, 0]},
                         "second": {"between": ["inner", "outer"], "along": [1, 0]}, "ratio": 1}],
        "initial_conditions": {"bodies": {"mast": {"from": "o", "angle": "pi/2", "angle_rate": 3},
                                          "inner": {"from": "mast", "slide": 0.2, "slide_rate": 0},
                                          "outer": {"from": "inner", "slide": 0.2, "slide_rate": 0}}},
        "sampling": {"dt": 0.05, "steps": 21}, "conserved": ["energy", "angular_momentum_z"]})json";
}

// Roundings of some thousand steps at rtol 1e-13, along ways of metres.
constexpr double near = 1e-10;

}  // namespace

TEST_CASE("jaws swing as their inertia together says, along lines that are not parallel") {
    const Compiled c(jaws());
    const TrajectoryBatch batch = motion_on_manifold(c);
    const Real frequency = std::sqrt(30 / (2 + 0.75L));
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real first = 0.1L + 0.05L * std::cos(frequency * 0.1L * k), second = 0.3L - first / 2;
        const Three palm{0.2L, -0.1L};
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - (palm + first * Three{0.6L, 0.8L})));
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 1) - (palm + second * Three{0.8L, -0.6L})));
    }
    CHECK(worst < near);
}

TEST_CASE("a telescope on a turning mast keeps its ratio, energy and angular momentum") {
    const Compiled c(telescope());
    const TrajectoryBatch batch = motion_on_manifold(c, 2);
    const Real inertia = 1 + 2 * 0.1L + 0.1L, start = inertia + 6 * 0.04L;
    double off = 0, spread = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three inner = node_of(batch.x, batch, 0, k, 3), outer = node_of(batch.x, batch, 0, k, 6);
        off = worse(off, norm(outer - Real(2) * inner));
        // s'^2 by energy, with the angular momentum in place of the rate of the mast.
        const Real s = norm(inner), rate = norm(node_of(batch.v, batch, 0, k, 3)),
                   w = 3 * start / (inertia + 6 * s * s);
        const Real along = rate * rate - s * s * w * w;
        spread = worse(spread, (inertia + 6 * s * s) * w * w + 6 * along - start * 9);
    }
    CHECK(off < near);
    CHECK(spread < near);
    CHECK(norm(node_of(batch.x, batch, 0, batch.samples - 1, 3)) > 0.5);
}

TEST_CASE("the judge finds motions of slides in a ratio to be ones") {
    for (const auto& [text, freedom] : {std::pair(jaws(), 1), std::pair(telescope(), 2)}) {
        const Compiled c(text);
        judge::Stored stored = cchnn_test::stored_motion(motion_on_manifold(c, freedom), c.own_times(), 0);
        stored.bound.assign(stored.times.size(), 1e-8);
        const judge::Verdict verdict = cchnn_test::verdict_of(text, stored);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
        CHECK(verdict.energy_off < 1e-12);
    }
}

TEST_CASE("slides in a ratio have no generalised coordinates, and say why") {
    const Compiled c(jaws());
    CHECK(GeneralisedCoordinates(c.graph).why_none() == "SlideGear left-right ties two ways");
}
