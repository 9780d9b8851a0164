// Systems of other data sets whose kinds the paper does not have, against the equations of their sources, and what
// schemas/system/limits.md offers in place of a motor.

#include <doctest/doctest.h>

#include <cmath>

#include "cchnn/cchnn.hpp"
#include "physics/reference.hpp"
#include "sample/shared_draws.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using State4 = std::array<Real, 4>;

// Errors of 1e-13 a step grow by some thousand in the time looked at.
constexpr double near = 1e-9;

TEST_CASE("the star of Henon and Heiles moves as in the equations that dysts prints, for 12 periods") {
    const System system("dysts_henon_heiles");
    const Motion motion = system.motion(system.initial_state(0, Split::test, 0));
    const auto rates = [](const State4& z) {
        return State4{z[2], z[3], -z[0] - 2 * z[0] * z[1], -z[1] - z[0] * z[0] + z[1] * z[1]};
    };
    State4 z{-0.29707259, -0.0031367513, 0.42548865, 0.071905482};
    double worst = 0;
    for (std::size_t k = 0; k < motion.t.size(); ++k) {
        for (std::size_t i = 0; i < 2; ++i) {
            worst = worse(worst, motion.x[2 * k + i] - z[i]);
            worst = worse(worst, motion.v[2 * k + i] - z[2 + i]);
        }
        z = advance(rates, z, 0.0637, 20);
    }
    CHECK(motion.t.size() == 1201);
    CHECK(worst < near);
    CHECK(worst > 0);
}

TEST_CASE("the swinging Atwood machine moves as in the equations of r and th that dysts prints") {
    const System system("dysts_swinging_atwood");
    const Motion motion = system.motion(system.initial_state(0, Split::test, 0));
    CHECK(motion.completed);
    const Real m1 = 1, m2 = 4.5, g = 9.82;
    const auto rates = [&](const State4& z) {
        return State4{z[2] / (m1 + m2), z[3] / (m1 * z[0] * z[0]),
                      z[3] * z[3] / (m1 * z[0] * z[0] * z[0]) - m2 * g + m1 * g * std::cos(z[1]),
                      -m1 * g * z[0] * std::sin(z[1])};
    };
    State4 z{0.113296, std::acos(Real(0)), 0.10992, 0.17747};
    double worst = 0;
    for (std::size_t k = 0; k < 300; ++k) {  // three periods of 12
        const double* x = &motion.x[4 * k];
        worst = worse(worst, x[0]);
        worst = worse(worst, x[1] - (z[0] - 1));
        worst = worse(worst, x[2] - 1 - z[0] * std::sin(z[1]));
        worst = worse(worst, x[3] + z[0] * std::cos(z[1]));
        z = advance(rates, z, motion.t[k + 1] - motion.t[k], 40);
    }
    CHECK(worst < near);
    CHECK(worst > 0);
}

// The source's Hamiltonian of two point masses on massless rods; friction takes 0.05 dq/dt from each dp/dt.
struct TwoMasses {
    Real m1, m2, l1, l2, g;

    State4 rates(const State4& z) const {
        const Real p1 = z[2], p2 = z[3], c = std::cos(z[0] - z[1]), s = std::sin(z[0] - z[1]), d = m1 + m2 * s * s;
        const Real w1 = (l2 * p1 - l1 * p2 * c) / (l1 * l1 * l2 * d),
                   w2 = ((m1 + m2) * l1 * p2 - m2 * l2 * p1 * c) / (m2 * l1 * l2 * l2 * d);
        const Real h1 = p1 * p2 * s / (l1 * l2 * d),
                   h2 = (m2 * l2 * l2 * p1 * p1 + (m1 + m2) * l1 * l1 * p2 * p2 - 2 * m2 * l1 * l2 * p1 * p2 * c) /
                        (2 * l1 * l1 * l2 * l2 * d * d);
        return {w1, w2, -(m1 + m2) * g * l1 * std::sin(z[0]) - h1 + 2 * h2 * s * c - 0.05 * w1,
                -m2 * g * l2 * std::sin(z[1]) + h1 - 2 * h2 * s * c - 0.05 * w2};
    }
};

TEST_CASE("the double pendulum with friction of the DM suite moves as its Hamiltonian with friction says") {
    const System family("dm_double_pendulum_colors_friction");
    for (const std::uint64_t i : {0u, 1u, 2u}) {
        CAPTURE(i);
        const NamedNumbers drawn = shared_draws(load_system(family.name()), {0, Split::test, i, 0});
        const auto named = [&](const char* name) { return Real(drawn.at(name)); };
        const TwoMasses two{named("m1"), named("m2"), named("l1"), named("l2"), named("g")};
        const System member = family.member(0, Split::test, i);
        const Motion motion = member.motion(member.initial_state(0, Split::test, i));
        // Axes (sin q, -cos q) and their rates.
        const auto angle = [&](std::size_t k, std::size_t body) {
            const double* x = &motion.x[8 * k + 4 * body];
            return std::atan2(Real(x[2]) - x[0], -(Real(x[3]) - x[1]));
        };
        const auto rate = [&](std::size_t body) {
            const double *x = &motion.x[4 * body], *v = &motion.v[4 * body];
            return (Real(x[2]) - x[0]) * (Real(v[3]) - v[1]) - (Real(x[3]) - x[1]) * (Real(v[2]) - v[0]);
        };
        const Real c = two.m2 * two.l1 * two.l2 * std::cos(angle(0, 0) - angle(0, 1));
        State4 z{angle(0, 0), angle(0, 1), (two.m1 + two.m2) * two.l1 * two.l1 * rate(0) + c * rate(1),
                 two.m2 * two.l2 * two.l2 * rate(1) + c * rate(0)};
        for (const std::size_t body : {0u, 1u}) {  // drawn from the annulus
            const double radius = number(std::hypot(z[body], z[2 + body]));
            CHECK(radius > 1 - near);
            CHECK(radius < 2.5 + near);
        }
        double worst = 0;
        for (std::size_t k = 0; k < 100; ++k) {
            worst = worse(worst, std::sin(angle(k, 0) - z[0]));
            worst = worse(worst, std::sin(angle(k, 1) - z[1]));
            z = advance([&](const State4& at) { return two.rates(at); }, z, motion.t[k + 1] - motion.t[k], 40);
        }
        CHECK(worst < near);
        CHECK(worst > 0);
    }
}

// Wheel I = 0.02 and flywheel J = 1000 at w0 = 100: the difference of the rates decays by exp(-c (1/I + 1/J) t).
TEST_CASE("a heavy flywheel behind a torsion damper drives a wheel as a motor of torque c (w0 - w) does") {
    const System system =
        System::from_json(R"({"name": "motor", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "wheel", "type": "Obj2D", "mass": 1, "second_moments": [0.01, 0.01]},
        {"id": "flywheel", "type": "Obj2D", "mass": 1000, "second_moments": [0.5, 0.5]}],
        "constraints": [{"type": "Joint", "between": ["o", "wheel"]}, {"type": "Joint", "between": ["o", "flywheel"]}],
        "damping": [{"type": "TorsionDamper", "bodies": ["wheel", "flywheel"], "coefficient": 0.01}],
        "initial_conditions": {"bodies": {"wheel": {"from": "o", "angle": 0},
                                          "flywheel": {"from": "o", "angle": 0, "angle_rate": 100}}},
        "sampling": {"dt": 0.01, "steps": 201}})");
    const Motion motion = system.motion(system.initial_state(0, Split::test, 0));
    double worst = 0;
    for (std::size_t k = 0; k < motion.t.size(); ++k) {
        const double *x = &motion.x[12 * k], *v = &motion.v[12 * k];
        const Real expected = -100 * std::expm1(-0.01L * (50 + 0.001L) * motion.t[k]) * 1000 / 1000.02L;
        worst = worse(worst, x[2] * Real(v[3]) - x[3] * Real(v[2]) - expected);
    }
    CHECK(motion.completed);
    CHECK(worst < 1e-8);  // of rates up to 63, over 20,000 rad of the flywheel
    CHECK(worst > 0);
}

}  // namespace
