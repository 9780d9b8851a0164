// Integrable tops: what textbooks say is constant is, as far as the stored bounds allow. And Andrews' squeezing
// mechanism.

#include <doctest/doctest.h>

#include "judge/stored_motion.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Angular velocity and the upward direction, about the axes of the body.
struct Turning {
    Three w, up;
};
Turning turning(const TrajectoryBatch& batch, int k) {
    const Three x = node_of(batch.x, batch, 0, k, 0), v = node_of(batch.v, batch, 0, k, 0);
    Three w{}, axis[3];
    for (int i = 0; i < 3; ++i) {
        axis[i] = node_of(batch.x, batch, 0, k, i + 1) - x;
        w = w + Real(0.5) * cross(axis[i], node_of(batch.v, batch, 0, k, i + 1) - v);
    }
    return {{dot(w, axis[0]), dot(w, axis[1]), dot(w, axis[2])}, {axis[0][2], axis[1][2], axis[2][2]}};
}

// How much the integral changes, and what the bounds allow: it is a polynomial of degree 4 in rates up to 3 per second
// and unit vectors, so an error of the state, |z| some 6, is multiplied by some hundred.
template <class Integral>
void check_constant(const std::string& name, const Integral& integral) {
    const std::string json = load_system(name).json;
    const Compiled c(json);
    const TrajectoryBatch batch = cchnn_test::bounded_motion(c, c.draw(1), 1e-9);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    const Real first = integral(turning(batch, 0));
    double worst = 0, allowed = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const double off = std::fabs(number(integral(turning(batch, k)) - first));
        worst = std::max(worst, off / (batch.error_bound[to_size(k)] + 1e-15));
        allowed = std::max(allowed, off);
    }
    CHECK(worst < 1000);
    CHECK(allowed < 1e-8);
    CHECK(std::fabs(number(first)) > 0.01);
    const judge::Stored stored = cchnn_test::stored_motion(batch, c.own_times(), 0);
    const judge::Verdict verdict = cchnn_test::verdict_of(json, stored);
    CHECK(verdict.judged);
    CHECK(cchnn_test::beyond(verdict, stored) == 0);
}

}  // namespace

TEST_CASE("Kovalevskaya's top keeps her integral") {
    // A = B = 2 C about the pivot, the centre of mass in their plane: C = 1, m g l = 0.5 along the first axis.
    //   K = |(w1 + i w2)^2 - c (up1 + i up2)|^2, c = m g l/C
    check_constant("kovalevskaya_top", [](const Turning& t) {
        const Real c = 0.5L, re = t.w[0] * t.w[0] - t.w[1] * t.w[1] - c * t.up[0],
                   im = 2 * t.w[0] * t.w[1] - c * t.up[1];
        return re * re + im * im;
    });
}

TEST_CASE("Lagrange's top keeps its spin about its axis") {
    check_constant("lagrange_top", [](const Turning& t) { return t.w[2]; });
}

TEST_CASE("a double pendulum moves as in the equations of its two angles, within its bounds") {
    const std::string json = R"({"name": "double_pendulum", "dimension": 2,
      "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 0.5}],
      "constraints": [{"type": "Link", "between": ["o", "a"], "length": 1}, {"type": "Link", "between": ["a", "b"], "length": 0.75}],
      "potentials": [{"type": "Gravity", "g": 9.8125}],
      "initial_conditions": {"state": {"position": {"a": [1, 0], "b": [1, 0.75]}, "velocity": {"a": [0, 0], "b": [0, 0]}}},
      "sampling": {"dt": 0.05, "steps": 101}})";
    const Compiled c(json);
    const TrajectoryBatch batch = cchnn_test::bounded_motion(c, c.draw(1), 1e-9);
    // Angles from straight down, u and w; l1 = 1, l2 = 3/4, m1 = 1, m2 = 1/2 (any textbook of mechanics).
    const auto equations = [](const std::array<Real, 4>& z) {
        const Real g = 9.8125L, l1 = 1, l2 = 0.75L, m1 = 1, m2 = 0.5L, d = z[0] - z[1], s = std::sin(d),
                   k = std::cos(d);
        const Real f1 = -m2 * l2 * z[3] * z[3] * s - (m1 + m2) * g * std::sin(z[0]),
                   f2 = m2 * l1 * z[2] * z[2] * s - m2 * g * std::sin(z[1]);
        const Real a = (m1 + m2) * l1, b = m2 * l2 * k, e = m2 * l1 * k, h = m2 * l2, det = a * h - b * e;
        return std::array<Real, 4>{z[2], z[3], (f1 * h - b * f2) / det, (a * f2 - e * f1) / det};
    };
    std::array<Real, 4> z{std::acos(-1.0L) / 2, std::acos(-1.0L), 0, 0};
    double worst = 0;
    for (int k = 1; k < batch.samples; ++k) {
        z = advance(equations, z, Real(c.own_times().time(k)) - Real(c.own_times().time(k - 1)), 200);
        const Three a{std::sin(z[0]), -std::cos(z[0]), 0}, b = a + 0.75L * Three{std::sin(z[1]), -std::cos(z[1]), 0};
        const Three va = z[2] * Three{std::cos(z[0]), std::sin(z[0]), 0},
                    vb = va + (0.75L * z[3]) * Three{std::cos(z[1]), std::sin(z[1]), 0};
        const Real off = std::sqrt(dot(node_of(batch.x, batch, 0, k, 0) - a, node_of(batch.x, batch, 0, k, 0) - a) +
                                   dot(node_of(batch.x, batch, 0, k, 1) - b, node_of(batch.x, batch, 0, k, 1) - b) +
                                   dot(node_of(batch.v, batch, 0, k, 0) - va, node_of(batch.v, batch, 0, k, 0) - va) +
                                   dot(node_of(batch.v, batch, 0, k, 1) - vb, node_of(batch.v, batch, 0, k, 1) - vb));
        const Real size = 2 * std::sqrt(dot(a, a) + dot(b, b) + dot(va, va) + dot(vb, vb));
        // 1e-14: what rounding of long doubles, 1e-19, grows to.
        worst = std::max(worst, number(off / size) / (batch.error_bound[to_size(k)] + 1e-14));
    }
    CHECK(worst < 1);
    CHECK(worst > 0);
}
