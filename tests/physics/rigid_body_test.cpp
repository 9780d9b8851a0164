// A free solid body against Euler's equations, and a heavy symmetric top against Lagrange's.

#include <doctest/doctest.h>

#include <boost/math/special_functions/ellint_1.hpp>

#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Moments of inertia about the principal axes through the centre of mass: I_i = m (sum lambda - lambda_i).
Three moments(const Body& body) {
    Three out;
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = Real(body.mass) * (Real(body.second_moments[(i + 1) % 3]) + body.second_moments[(i + 2) % 3]);
    return out;
}

struct Turning {
    std::array<Three, 3> axes;
    Three omega;  // in space
    Three in_body() const { return {dot(omega, axes[0]), dot(omega, axes[1]), dot(omega, axes[2])}; }
};
// omega = 1/2 sum e_i x de_i/dt
Turning turning(const TrajectoryBatch& batch, int i, int k) {
    Turning t{{}, {0, 0, 0}};
    for (int a = 0; a < 3; ++a) {
        t.axes[to_size(a)] = node_of(batch.x, batch, i, k, a + 1) - node_of(batch.x, batch, i, k, 0);
        const Three rate = node_of(batch.v, batch, i, k, a + 1) - node_of(batch.v, batch, i, k, 0);
        t.omega = t.omega + Real(0.5) * cross(t.axes[to_size(a)], rate);
    }
    return t;
}
Three angular_momentum(const Turning& t, const Three& inertia) {
    Three sum{0, 0, 0};
    for (std::size_t i = 0; i < 3; ++i) sum = sum + inertia[i] * t.in_body()[i] * t.axes[i];
    return sum;
}

auto euler_equations(const Three& inertia) {
    return [inertia](const Three& w) {
        return Three{(inertia[1] - inertia[2]) / inertia[0] * w[1] * w[2],
                     (inertia[2] - inertia[0]) / inertia[1] * w[2] * w[0],
                     (inertia[0] - inertia[1]) / inertia[2] * w[0] * w[1]};
    };
}

// A solid body with its centre at `centre`, its axes given, turning about the point zero.
InitialState solid(const Three& centre, const std::array<Three, 3>& axes, const Three& omega) {
    InitialState state;
    for (int node = 0; node < 4; ++node) {
        const Three at = node == 0 ? centre : centre + axes[to_size(node - 1)], v = cross(omega, at);
        for (std::size_t j = 0; j < 3; ++j) {
            state.x.push_back(number(at[j]));
            state.v.push_back(number(v[j]));
        }
    }
    return state;
}
constexpr std::array<Three, 3> upright{Three{1, 0, 0}, Three{0, 1, 0}, Three{0, 0, 1}};

// Largest difference of the angular velocity in body axes from Euler's equations, relative to its size.
double off_euler(const TrajectoryBatch& batch, int i, const Three& inertia, Real dt) {
    Three w = turning(batch, i, 0).in_body();
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        worst = worse(worst, norm(turning(batch, i, k).in_body() - w) / norm(w));
        w = advance(euler_equations(inertia), w, dt, 20);  // 2.5 ms at some 10 rad/s: 0.025^8 is 1e-13, times 1/8!
    }
    return worst;
}

TEST_CASE("a free body turns by Euler's equations, its angular momentum and energy stay") {
    const Compiled c("rigid_rotor");
    const Three inertia = moments(c.graph.bodies()[0]);
    const auto batch = integrate(c.system, c.draw(8), c.own_times(), default_protocol());
    for (int i = 0; i < batch.count; ++i) {
        CAPTURE(i);
        // Some 300 steps with local errors below 1e-13 of states that turn by tens of radians.
        CHECK(off_euler(batch, i, inertia, c.spec.sampling.dt) < 1e-10);
        const Turning start = turning(batch, i, 0);
        const Three before = angular_momentum(start, inertia);
        const Three w0 = start.in_body();
        const Real moving =
            c.graph.bodies()[0].mass * dot(node_of(batch.v, batch, i, 0, 0), node_of(batch.v, batch, i, 0, 0)) / 2;
        const Real energy = (inertia[0] * w0[0] * w0[0] + inertia[1] * w0[1] * w0[1] + inertia[2] * w0[2] * w0[2]) / 2;
        CHECK(batch.energy[to_size(i * batch.samples)] == doctest::Approx(number(energy + moving)).epsilon(1e-13));
        double worst = 0, drift = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Turning t = turning(batch, i, k);
            const Three w = t.in_body();
            worst = worse(worst, norm(angular_momentum(t, inertia) - before) / norm(before));
            drift = worse(
                drift,
                (inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] + inertia[2] * w[2] * w[2]) / 2 / energy - 1);
        }
        CHECK(worst < 1e-11);
        CHECK(drift < 1e-11);
    }
}

TEST_CASE("a body that turns about its intermediate axis flips over and back, about the others it does not") {
    const Compiled c("rigid_rotor");
    const Three inertia = moments(c.graph.bodies()[0]);  // I_2 < I_3 < I_1
    REQUIRE(inertia[1] < inertia[2]);
    REQUIRE(inertia[2] < inertia[0]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        CAPTURE(axis);
        Three omega{0.01L, 0.01L, 0.01L};
        omega[axis] = 3;
        const auto batch = integrate(c.system, {solid({0, 0, 0}, upright, omega)}, {0.05, 401}, default_protocol());
        int changes = 0;
        double least = 3;
        for (int k = 1; k < batch.samples; ++k) {
            const Real now = turning(batch, 0, k).in_body()[axis], before = turning(batch, 0, k - 1).in_body()[axis];
            changes += now * before < 0;
            least = std::min(least, number(now));
        }
        // Growth exp(2.1 t) from 1/300 takes 2.7 s to the first flip and twice that between flips: three or four in 20
        // s.
        if (axis == 2) CHECK(changes >= 3);
        if (axis == 2) CHECK(least < -2.99);
        if (axis != 2) CHECK(least > 2.99);
        // The time between flips goes like the logarithm of the distance from the separatrix, (0.01/3)^2 = 1e-5 of the
        // energy: an error of 1e-13 of the energy moves each of a few flips by 1e-8 of its time.
        CHECK(off_euler(batch, 0, inertia, 0.05L) < (axis == 2 ? 1e-7 : 1e-10));
    }
}

// Lagrange's top: I about the pivot across the axis, I3 along it, weight times distance of the centre.
struct Top {
    Real across, along, weight;
    explicit Top(const Compiled& c) {
        const Body& body = c.graph.body("top");
        const Three inertia = moments(body);
        const Real h = 0.2217285L;
        across = inertia[0] + body.mass * h * h;
        along = inertia[2];
        weight = body.mass * 9.81L * h;
    }
};
// First integrals and u = cos theta, from one sample: p_psi = I3 w . e3, p_phi = L_z, E.
struct Integrals {
    Real u, u_rate, p_psi, p_phi, energy;
};
Integrals integrals(const Top& top, const TrajectoryBatch& batch, int i, int k) {
    const Turning t = turning(batch, i, k);
    const Three e3 = t.axes[2], across = t.omega - dot(t.omega, e3) * e3;
    const Three l = top.across * across + top.along * dot(t.omega, e3) * e3;
    return {
        e3[2], cross(t.omega, e3)[2], top.along * dot(t.omega, e3), l[2],
        (top.across * dot(across, across) + top.along * dot(t.omega, e3) * dot(t.omega, e3)) / 2 + top.weight * e3[2]};
}
// (du/dt)^2 = f(u), a cubic: energy with both momenta eliminated.
Real cubic(const Top& top, const Integrals& c, Real u) {
    const Real turn = (c.p_phi - c.p_psi * u) / top.across;
    return (1 - u * u) * 2 * (c.energy - c.p_psi * c.p_psi / (2 * top.along) - top.weight * u) / top.across -
           turn * turn;
}

TEST_CASE("the top's axis nods by the cubic of Lagrange's top, and p_phi, p_psi and energy stay") {
    const Compiled c("gyroscope");
    const Top top(c);
    const auto batch = integrate(c.system, c.draw(8), c.own_times(), default_protocol());
    for (int i = 0; i < batch.count; ++i) {
        CAPTURE(i);
        const Integrals first = integrals(top, batch, i, 0);
        CHECK(std::fabs(number(first.u_rate * first.u_rate - cubic(top, first, first.u))) < 1e-12);
        CHECK(batch.energy[to_size(i * batch.samples)] == doctest::Approx(number(first.energy)).epsilon(1e-13));
        // u'' = f'(u)/2, where f' of a cubic is exact by central differences of order 4.
        const auto equation = [&](const std::array<Real, 2>& z) {
            const auto odd = [&](Real h) {
                return (cubic(top, first, z[0] + h) - cubic(top, first, z[0] - h)) / (2 * h);
            };
            return std::array<Real, 2>{z[1], (4 * odd(1) - odd(2)) / 6};
        };
        std::array<Real, 2> z{first.u, first.u_rate};
        double nod = 0, stay = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Integrals now = integrals(top, batch, i, k);
            nod = worse(worse(nod, now.u - z[0]), (now.u_rate - z[1]) / 10);
            stay =
                worse(worse(worse(stay, now.p_psi - first.p_psi), now.p_phi - first.p_phi), now.energy - first.energy);
            z = advance(equation, z, c.spec.sampling.dt, 10);
        }
        CHECK(nod < 1e-11);                                // 2 s, some 200 steps with local errors below 1e-13
        CHECK(stay < 1e-12 * (1 + number(first.energy)));  // some 200 steps with local errors below 1e-13, some cancel
    }
}

TEST_CASE("nutation comes back after the period of the elliptic integral") {
    const Compiled c("gyroscope");
    const Top top(c);
    for (const InitialState& state : c.draw(5)) {
        const auto start = integrate(c.system, {state}, {1e-3, 2}, default_protocol());
        const Integrals first = integrals(top, start, 0, 0);
        const auto root = [&](Real low, Real high) {
            const bool rising = cubic(top, first, high) > cubic(top, first, low);
            for (int step = 0; step < 200; ++step) {
                const Real middle = (low + high) / 2;
                ((cubic(top, first, middle) > 0) == rising ? high : low) = middle;
            }
            return (low + high) / 2;
        };
        REQUIRE(cubic(top, first, first.u) > 0);
        const Real u1 = root(-1, first.u), u2 = root(first.u, 1), u3 = root(1, 1e4L);
        const Real period = 4 / std::sqrt(2 * top.weight / top.across * (u3 - u1)) *
                            boost::math::ellint_1(std::sqrt((u2 - u1) / (u3 - u1)));
        const auto batch = integrate(c.system, {state}, {number(period), 4}, default_protocol());
        for (int k = 1; k < 4; ++k) {
            CHECK(std::fabs(number(integrals(top, batch, 0, k).u - first.u)) < 1e-11);
            CHECK(std::fabs(number(integrals(top, batch, 0, k).u_rate - first.u_rate)) < 1e-10);
        }
    }
}

// schemas/system/limits.md, A thin ring: moments across its axis and angular momentum about it are all that the axis
// knows.
TEST_CASE("the axis of a ring moves alike whatever its thickness, with the same moments across and angular momentum") {
    const auto ring = [](const std::string& e) {
        const Compiled c(R"json({"name": "ring_top", "dimension": 3,
          "bodies": [{"id": "floor", "type": "Origin"},
                     {"id": "ring", "type": "Obj3D", "mass": 0.2, "second_moments": ["0.1^2/2 - )json" +
                         e + R"json(", "0.1^2/2 - )json" + e + R"json(", )json" + e + R"json(]}],
          "constraints": [{"type": "Joint", "between": ["floor", {"body": "ring", "point": [0, 0, -0.05]}]}],
          "potentials": [{"type": "Gravity"}],
          "initial_conditions": {"bodies": {"ring": {"from": "floor", "euler_zxz": [0, 0.4, 0],
             "euler_rates": [0, 0, "60*0.1^2/(0.1^2 - 2*)json" +
                         e + R"json()"]}}}, "sampling": {"dt": 0.01, "steps": 100}})json");
        return integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    };
    const TrajectoryBatch thin = ring("1e-6"), thick = ring("0.001");
    double off = 0, nodded = 0;
    for (int k = 0; k < thin.samples; ++k) {
        const Three axis = node_of(thin.x, thin, 0, k, 3) - node_of(thin.x, thin, 0, k, 0);
        const Three same = node_of(thick.x, thick, 0, k, 3) - node_of(thick.x, thick, 0, k, 0);
        for (std::size_t i = 0; i < 3; ++i) off = worse(off, axis[i] - same[i]);
        nodded = worse(nodded, axis[0]);
    }
    CHECK(off < 1e-11);  // four hundred steps of 1e-13, at 60 rad/s
    CHECK(nodded > 0.2);
}

TEST_CASE("with the spin of steady precession the top goes round at that rate and does not nod") {
    const Compiled c("gyroscope");
    const Top top(c);
    const Real theta = 0.6L, spin = 12, h = 0.2217285L;
    // I cos(theta) W^2 - I3 w3 W + m g h = 0, both roots.
    const Real a = top.across * std::cos(theta), b = top.along * spin, root = std::sqrt(b * b - 4 * a * top.weight);
    for (const Real rate : {(b - root) / (2 * a), (b + root) / (2 * a)}) {
        CAPTURE(number(rate));
        const Three e3{0, -std::sin(theta), std::cos(theta)}, e2{0, std::cos(theta), std::sin(theta)};
        const Three omega = rate * Three{0, 0, 1} + (spin - rate * std::cos(theta)) * e3;
        const auto batch =
            integrate(c.system, {solid(h * e3, {Three{1, 0, 0}, e2, e3}, omega)}, c.own_times(), default_protocol());
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Real phi = rate * c.own_times().time(k);
            const Three expected{std::sin(phi) * std::sin(theta), -std::cos(phi) * std::sin(theta), std::cos(theta)};
            worst = worse(worst, norm(turning(batch, 0, k).axes[2] - expected));
        }
        CHECK(worst < 1e-11);
    }
}

}  // namespace
