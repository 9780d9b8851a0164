// Two wheels on one axle: rows of one follow from those of the other and of the hinge, in directions that turn with it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/number_text.hpp"
#include "integrate/derived_arrays.hpp"
#include "model/compiled_system.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

constexpr double g = 9.81, radius = 0.1, half_axle = 0.2;

// Wheels of 1 kg with I = m R^2/2 about their axles; the slope falls towards -x. `second`: keys of the other's Rolling.
std::string pair_text(double heading, double turning, double spin, double other_spin,
                      const std::string& second = R"(, "axle": [0, 0, 1])") {
    const auto text = [](double value) { return short_number(value, 17); };
    const std::string wheel = R"("type": "Obj3D", "mass": 1, "second_moments": [0.0025, 0.0025, 0.0025]})";
    return R"({"name": "pair", "dimension": 3, "bodies": [{"id": "a", )" + wheel + R"(, {"id": "b", )" + wheel + R"(],
        "constraints": [{"type": "Rolling", "body": "a", "radius": 0.1, "axle": [0, 0, 1]},
                        {"type": "Rolling", "body": "b", "radius": 0.1)" +
           second + R"(},
                        {"type": "Joint+Axis", "between": [{"body": "a", "point": [0, 0, 0.2]}, {"body": "b", "point": [0, 0, -0.2]}],
                         "axis": [[0, 0, 1], [0, 0, 1]]}],
        "potentials": [{"type": "Gravity", "g": 9.81, "up": [0.6, 0, 0.8]}],
        "initial_conditions": {"bodies": {"a": {"position": [0, 0, 0.1], "euler_zxz": [")" +
           text(heading) + R"( deg", "pi/2", 0], "euler_rates": [)" + text(turning) + ", 0, " + text(spin) +
           R"(]},
                                          "b": {"from": "a", "hinge_angle": 0, "hinge_rate": )" +
           text(other_spin) + R"(}}},
        "sampling": {"dt": 0.1, "steps": 41}, "conserved": ["energy"]})";
}

Three middle_of(const TrajectoryBatch& batch, int k) {
    return Real(0.5) * (node_of(batch.x, batch, 0, k, 0) + node_of(batch.x, batch, 0, k, 4));
}

// theta' = w stays; the middle moves with v against (cos theta, sin theta, 0), and 3 v' = 2 g sin cos theta: 2 kg and
// twice I/R^2 = 0.5 kg.
Three middle_at(Real theta_0, Real w, Real speed, Real t) {
    const Real a = Real(2) * Real(g) * Real(0.6L) / 3;
    const Real sin_0 = std::sin(theta_0), cos_0 = std::cos(theta_0);
    const Three start{Real(half_axle) * sin_0, -Real(half_axle) * cos_0, Real(radius)};
    if (w == 0) return start - (speed * t + a * cos_0 * t * t / 2) * Three{cos_0, sin_0, 0};
    const Real theta = theta_0 + w * t, k = a / w, c = speed - k * sin_0;
    const Real x = c / w * (std::sin(theta) - sin_0) + k / w / 2 * (std::sin(theta) * std::sin(theta) - sin_0 * sin_0);
    const Real y = c / w * (cos_0 - std::cos(theta)) +
                   k / w * ((theta - theta_0) / 2 - (std::sin(2 * theta) - std::sin(2 * theta_0)) / 4);
    return start - Three{x, y, 0};
}

constexpr double degree = 0x1.921fb54442d18p+1 / 180;

TEST_CASE("two wheels on one axle: what depends on the others is left out, conditions on positions before others") {
    const Compiled c(pair_text(0, 0, 0, 0));
    CHECK(c.system.degrees_of_freedom() == 2);
    std::vector<std::string> out;
    for (const ConstraintRow& row : c.system.rows())
        if (!row.independent) out.push_back(row.name);
    CHECK(out == std::vector<std::string>{"Joint+Axis a-b axis, y", "Rolling b, height", "Rolling b, axle",
                                          "Rolling b, contact 2"});
    const auto on_velocities = c.system.plan().velocity_rows.size();
    CHECK(on_velocities == 3);
    CHECK(c.system.plan().row.size() == 19 + on_velocities);  // two places, a heading, two turns of 24 coordinates
    CHECK(Compiled(pair_text(0, 0, 0, 0, "")).system.degrees_of_freedom() == 2);  // the other one a ball
}

TEST_CASE("two wheels on one axle roll down a slope and turn as the closed form says, through every heading") {
    struct Start {
        double heading, turning, spin;
    };
    for (const Start& start : {Start{0, 0, 0}, Start{30, 0, 4}, Start{90, 0, 3}, Start{0, 1.5, 0}, Start{90, 2, 5}}) {
        CAPTURE(start.heading);
        CAPTURE(start.turning);
        // Speeds of the centres differ by w 2 h.
        const Compiled c(pair_text(start.heading, start.turning, start.spin, -start.turning * 2 * half_axle / radius));
        const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        const double speed = start.spin * radius - start.turning * half_axle;
        Real off = 0;
        for (int k = 0; k < batch.samples; ++k)
            off =
                std::max(off, norm(middle_at(Real(start.heading) * Real(degree), start.turning, speed, Real(0.1L) * k) -
                                   middle_of(batch, k)));
        CHECK(number(off) < 1e-9);  // 4 s and up to 26 m, 80 turns, in steps with local errors below 1e-13
    }
}

TEST_CASE("two wheels on one axle start as they roll where the rows of all other headings lose their rank") {
    for (const double heading : {0.0, 90.0, 17.0}) {
        CAPTURE(heading);
        const Compiled c(pair_text(heading, 0.7, 3, 0.2));  // rates that do not fit
        const auto states = c.draw(1);
        Vector phi(c.system.rows().size()), rate(phi);
        c.system.phi(states[0].x.data(), phi.data());
        c.system.phi_rate(states[0].x.data(), states[0].v.data(), rate.data());
        for (std::size_t i = 0; i < rate.size(); ++i) {
            CAPTURE(c.system.rows()[i].name);
            CHECK(std::fabs(phi[i]) < 1e-12);
            CHECK(std::fabs(rate[i]) < 1e-12);
        }
        double moved = 0;
        for (const double entry : states[0].v) moved = std::max(moved, std::fabs(entry));
        CHECK(moved < 10);  // 4 rad/s at 1 m
    }
}

TEST_CASE(
    "two wheels on one axle: accelerations are those of the closed form, also where rows of other headings lose their "
    "rank") {
    for (const double heading : {0.0, 1e-9, 1e-6, 90.0, 17.0}) {
        CAPTURE(heading);
        constexpr double w = 0.7, spin = 3, speed = spin * radius - w * half_axle;
        const CompiledSystem c(parse_system(pair_text(heading, w, spin, -w * 2 * half_axle / radius), "pair.json"));
        SampleKey key{1, Split::test, 0, 0};
        const TrajectoryBatch batch = integrate(c.system, {c.sampler.draw(key)}, {0.1, 2}, default_protocol());
        const DerivedArrays derived = derived_arrays(c, batch, 0.1, {true, true, true}, 1);
        const auto middle = [&](std::size_t k) {
            return 0.5 * (derived.acceleration[k] + derived.acceleration[12 + k]);
        };
        const double cosine = std::cos(heading * degree), sine = std::sin(heading * degree);
        const double along = 2 * g * 0.6 / 3 * cosine;
        CHECK(std::fabs(middle(0) + along * cosine - speed * w * sine) < 1e-9);
        CHECK(std::fabs(middle(1) + along * sine + speed * w * cosine) < 1e-9);
        CHECK(std::fabs(middle(2)) < 1e-9);
    }
}

}  // namespace
