// Points on curves against the same motion in the curve's own parameter, integrated in long double.

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using cchnn_test::worst_relative_error;
using Vector = std::vector<double>;

// The coaster's curve and two derivatives, typed out: flat + w (loop - flat), w = (1 + tanh(2.5 u))/2, u = q + pi/2.
struct Place {
    Real x[2], d[2], dd[2];
};
Place coaster(Real q) {
    const Real u = q + std::acos(Real(-1)) / 2, t = std::tanh(2.5L * u);
    const Real w = (1 + t) / 2, w1 = 1.25L * (1 - t * t), w2 = -6.25L * t * (1 - t * t);
    const Real flat[] = {30 * u, 0}, flat1[] = {30, 0};
    const Real loop[] = {10 * (u + 1.8L * std::cos(q)), 10 * (std::sin(q) + 1)};
    const Real loop1[] = {10 * (1 - 1.8L * std::sin(q)), 10 * std::cos(q)},
               loop2[] = {-18 * std::cos(q), -10 * std::sin(q)};
    Place p;
    for (int k = 0; k < 2; ++k) {
        const Real apart = loop[k] - flat[k], apart1 = loop1[k] - flat1[k];
        p.x[k] = flat[k] + w * apart;
        p.d[k] = flat1[k] + w1 * apart + w * apart1;
        p.dd[k] = w2 * apart + 2 * w1 * apart1 + w * loop2[k];
    }
    return p;
}

constexpr int carts = 3;
using Train = std::array<Real, 2 * carts>;  // q, q'

// m |C'|^2 q'' + m C'.C'' q'^2 + m g y' = sum over links lambda dphi/dq, phi = |C_i - C_(i+1)|^2/2 - const.
Train train_rate(const Train& z, int count) {
    Eigen::Matrix<Real, 5, 5> m = Eigen::Matrix<Real, 5, 5>::Identity();
    Eigen::Matrix<Real, 5, 1> f = Eigen::Matrix<Real, 5, 1>::Zero();
    Place p[carts];
    for (int i = 0; i < count; ++i) {
        const auto at = to_size(i);
        p[i] = coaster(z[at]);
        m(i, i) = p[i].d[0] * p[i].d[0] + p[i].d[1] * p[i].d[1];
        f[i] = -(p[i].d[0] * p[i].dd[0] + p[i].d[1] * p[i].dd[1]) * z[carts + at] * z[carts + at] - 9.81L * p[i].d[1];
    }
    for (int i = 0; i + 1 < count; ++i) {
        Real a = 0, b = 0, bend = 0;
        for (int k = 0; k < 2; ++k) {
            const Real r = p[i].x[k] - p[i + 1].x[k],
                       v = p[i].d[k] * z[to_size(carts + i)] - p[i + 1].d[k] * z[to_size(carts + i + 1)];
            a += r * p[i].d[k];
            b -= r * p[i + 1].d[k];
            bend += v * v + r * (p[i].dd[k] * z[to_size(carts + i)] * z[to_size(carts + i)] -
                                 p[i + 1].dd[k] * z[to_size(carts + i + 1)] * z[to_size(carts + i + 1)]);
        }
        m(carts + i, carts + i) = 0;
        m(carts + i, i) = m(i, carts + i) = a;
        m(carts + i, i + 1) = m(i + 1, carts + i) = b;
        f[carts + i] = -bend;
    }
    const Eigen::Matrix<Real, 5, 1> q2 = m.partialPivLu().solve(f);
    Train rate{};
    for (std::size_t i = 0; i < to_size(count); ++i) {
        rate[i] = z[carts + i];
        rate[carts + i] = q2[static_cast<int>(i)];
    }
    return rate;
}

double s_at(const TrajectoryBatch& batch, int i, int k, int track, int tracks) {
    return batch.track_parameter[to_size((i * batch.samples + k) * tracks + track)];
}

TEST_CASE("a train of linked carts moves as in the curve's parameters, through every crossing of the loops") {
    const Compiled c("roller_coaster");
    CHECK(c.system.degrees_of_freedom() == 1);
    const auto states = c.draw(4);
    const auto batch = integrate(c.system, states, c.own_times(), default_protocol());
    double off = 0, off_s = 0, farthest = -10;
    for (int i = 0; i < 4; ++i) {
        Train z{};
        for (std::size_t j = 0; j < carts; ++j) {
            const Place p = coaster(states[to_size(i)].s[j]);
            z[j] = states[to_size(i)].s[j];
            z[carts + j] = (p.d[0] * states[to_size(i)].v[2 * j] + p.d[1] * states[to_size(i)].v[2 * j + 1]) /
                           (p.d[0] * p.d[0] + p.d[1] * p.d[1]);
        }
        for (int k = 1; k < batch.samples; ++k) {
            z = advance([&](const Train& at) { return train_rate(at, carts); }, z, 0.1L, 40);
            for (int j = 0; j < carts; ++j) {
                const Place p = coaster(z[to_size(j)]);
                off = worse(off, norm(Three{p.x[0], p.x[1], 0} - node_of(batch.x, batch, i, k, j)));
                off_s = worse(off_s, z[to_size(j)] - s_at(batch, i, k, j, carts));
                farthest = std::max(farthest, number(z[to_size(j)]));
            }
        }
    }
    MESSAGE("off by " << off << " m and " << off_s << " in the parameter, up to q = " << farthest);
    CHECK(farthest > 5);  // past the crossing of the first loop, at 4.0
    CHECK(off < 1e-8);    // 10 s over several hills, where a train that hardly passes a top magnifies 1e-12 most
    CHECK(off_s < 1e-9);  // a metre is 0.03 to 0.2 of the parameter
}

std::string bead_json(const std::string& curve, int dimension, const std::string& extra) {
    return R"json({"name": "bead", "dimension": )json" + std::to_string(dimension) +
           R"json(, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 2}],
      "constraints": [{"type": "Track", "points": ["bead"], "curve": )json" +
           curve + R"json(}], "potentials": [{"type": "Gravity", "g": 9.81}], )json" + extra +
           R"json("initial_conditions": {"bodies": {"bead": {"parameter": 0.4, "parameter_rate": 3}}}, "sampling": {"dt": 0.05, "steps": 41}})json";
}

TEST_CASE("a bead on a helix is a body on a slope") {
    const Compiled c(bead_json(
        R"json({"parameter": "u", "x": "2*cos(u)", "y": "2*sin(u)", "z": "0.5*u", "range": [-40, 40]})json", 3, ""));
    CHECK(c.system.degrees_of_freedom() == 1);
    CHECK(c.system.rows().size() == 2);
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    double off = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.05L * k, u = 0.4L + 3 * t - 9.81L * 0.5L / (4 + 0.25L) * t * t / 2;
        off = worse(off, norm(Three{2 * std::cos(u), 2 * std::sin(u), u / 2} - node_of(batch.x, batch, 0, k, 0)));
        off = worse(off, s_at(batch, 0, k, 0, 1) - u);
    }
    CHECK(off < 1e-11);  // 2 s in steps with local errors below 1e-13
}

// Straight up the z axis the frame of normals changes sides: t_z = 0 is crossed twice a turn.
TEST_CASE("in space nothing depends on where the curve points") {
    const Compiled flat(
        bead_json(R"json({"parameter": "u", "x": "3*cos(u)", "y": "u + 3*sin(u)", "range": [-20, 40]})json", 2, ""));
    const Compiled upright(bead_json(
        R"json({"parameter": "u", "x": "3*cos(u)", "y": "0", "z": "u + 3*sin(u)", "range": [-20, 40]})json", 3, ""));
    const auto a = integrate(flat.system, flat.draw(1), flat.own_times(), default_protocol());
    const auto b = integrate(upright.system, upright.draw(1), upright.own_times(), default_protocol());
    double off = 0;
    for (int k = 0; k < a.samples; ++k) {
        const Three p = node_of(a.x, a, 0, k, 0), q = node_of(b.x, b, 0, k, 0);
        off = worse(off, norm(Three{p[0], 0, p[1]} - q));
    }
    CHECK(off < 1e-11);
}

TEST_CASE("tightening the tolerance makes a motion on a curve better, with and without projection") {
    const Compiled c("roller_coaster");
    const auto states = c.draw(2);
    const auto truth = integrate(c.system, states, {0.7, 11}, default_protocol());
    for (const bool project : {true, false}) {
        double before = 1;
        // Samples 0.7 s apart: steps that end at each sample of 0.1 s would be short enough for any of these.
        for (const double rtol : {1e-6, 1e-8, 1e-10}) {
            Protocol protocol{"custom", Method::verner87, rtol, rtol};
            protocol.project = project;
            const auto batch = integrate(c.system, states, {0.7, 11}, protocol);
            const double off = std::max(worst_relative_error(batch, truth, 0), worst_relative_error(batch, truth, 1));
            CHECK(off <
                  before / 10);  // 100 times tighter, order 8: 100^(7/8) = 56 times better, with some luck either way
            before = off;
        }
        CHECK(before < 1e-8);
    }
}

TEST_CASE("a state without its parameter finds it again, at a crossing by its velocity") {
    const Compiled c("roller_coaster");
    // The first loop crosses itself where x(q) = x(pi - q), y(q) = y(pi - q): pi/2 - q = 1.8 cos q.
    Real q = -0.9L;
    for (int i = 0; i < 100; ++i) q -= (std::acos(Real(-1)) / 2 - q - 1.8L * std::cos(q)) / (1.8L * std::sin(q) - 1);
    const Real other = std::acos(Real(-1)) - q;
    REQUIRE(number(std::fabs(coaster(q).x[0] - coaster(other).x[0])) < 0.1);  // the flat part is a little left at q
    for (const Real s : {other, other + 1, Real(-3), Real(5), Real(13)}) {
        const Place p = coaster(s);
        const double x[] = {number(p.x[0]), number(p.x[1])}, v[] = {number(p.d[0]), number(p.d[1])};
        CHECK(c.system.tracks()[0].search->nearest(x, v) == doctest::Approx(number(s)).epsilon(1e-9));
    }
    // Carts brought to where another loop crosses itself exactly: 2 pi further on, where nothing of the flat part is
    // left.
    const Real turn = 2 * std::acos(Real(-1));
    for (const Real s : {q + turn, other + turn}) {
        const Place p = coaster(s);
        const double x[] = {number(p.x[0]), number(p.x[1])}, v[] = {number(-p.d[0]), number(-p.d[1])};
        CHECK(c.system.tracks()[0].search->nearest(x, v) == doctest::Approx(number(s)).epsilon(1e-9));
    }
    auto states = c.draw(3), bare = states;
    for (InitialState& state : bare) state.s.clear();
    const auto a = integrate(c.system, states, {0.1, 51}, default_protocol()),
               b = integrate(c.system, bare, {0.1, 51}, default_protocol());
    for (int i = 0; i < 3; ++i) CHECK(worst_relative_error(a, b, i) < 1e-9);  // the last bit of s, five seconds on
}

TEST_CASE("carts that are placed along the curve have their distance, and keep it at first") {
    const Compiled c("roller_coaster");
    for (const InitialState& state : c.draw(5)) {
        Vector phi(5), rate(5);
        c.system.phi(state.x.data(), phi.data());
        c.system.phi_rate(state.x.data(), state.v.data(), rate.data());
        for (std::size_t row = 0; row < 5; ++row) {
            CHECK(std::fabs(phi[row]) < 1e-12);   // m^2, of 16
            CHECK(std::fabs(rate[row]) < 1e-11);  // m^2/s, of 4 m times 60 m/s
        }
        CHECK(state.s[0] > state.s[1]);
        CHECK(state.s[1] > state.s[2]);
    }
}

// A rod whose upper end slides on a level line swings as a pendulum on a cart without mass.
TEST_CASE("a point of an extended body slides on a line") {
    const Compiled c(R"json({"name": "rod", "dimension": 2,
      "bodies": [{"id": "rod", "type": "Obj1D", "mass": 3, "second_moments": [0.08333333333333333]}],
      "constraints": [{"type": "Track", "points": [{"body": "rod", "point": [-0.5]}], "curve": {"parameter": "q", "x": "2*q", "y": "1", "range": [-5, 5]}}],
      "potentials": [{"type": "Gravity", "g": 9.81}],
      "initial_conditions": {"bodies": {"rod": {"parameter": 0.25, "parameter_rate": 0, "angle": 1, "angle_rate": 0.5}}},
      "sampling": {"dt": 0.05, "steps": 41}, "conserved": ["energy"]})json");
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    // Its centre has no force along x: x_c moves evenly; (I + m l^2 sin^2) a'' + m l^2 sin cos a'^2 + m g l sin a = 0,
    // l = 1/2.
    std::array<Real, 2> z{1, 0.5L};
    const auto rate = [](const std::array<Real, 2>& at) {
        const Real s = std::sin(at[0]), k = std::cos(at[0]);
        return std::array<Real, 2>{
            at[1], -(0.25L * s * k * at[1] * at[1] + 9.81L * 0.5L * s) / (0.08333333333333333L + 0.25L * s * s)};
    };
    double off = 0;
    const Real start = 0.5L + 0.5L * std::sin(Real(1)), way = 0.5L * std::cos(Real(1)) * 0.5L;
    for (int k = 1; k < batch.samples; ++k) {
        z = advance(rate, z, 0.05L, 10);
        const Three centre{start + way * 0.05L * k, 1 - 0.5L * std::cos(z[0]), 0};
        off = worse(off, norm(centre - node_of(batch.x, batch, 0, k, 0)));
        off = worse(off, (centre[0] - 0.5L * std::sin(z[0])) / 2 - s_at(batch, 0, k, 0, 1));
    }
    CHECK(off < 1e-11);
}

// Two bobs on a bent curve in space, linked to each other, drawn roughly: Newton finds the curve.
TEST_CASE("noisy states are projected onto curve and link, to rounding, and stay there without being projected again") {
    Compiled c(R"json({"name": "beads", "dimension": 3,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": 2}, {"id": "b", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["a", "b"], "curve": {"parameter": "u", "x": "(2 + cos(3*u))*cos(2*u)",
                       "y": "(2 + cos(3*u))*sin(2*u)", "z": "sin(3*u)", "range": [-4, 4]}},
                      {"type": "Link", "between": ["a", "b"], "length": 1.5}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"a": {"parameter": {"uniform": {"low": -3, "high": 3}}, "parameter_rate": {"normal": {"mean": 0, "std": 1}}},
                                        "b": {"from": "a", "along": "ahead"}},
                             "noise": {"position": {"normal": {"mean": 0, "std": 0.03}}, "velocity": {"normal": {"mean": 0, "std": 0.1}}}},
      "sampling": {"dt": 0.05, "steps": 31}, "conserved": ["energy"]})json");
    CHECK(c.system.degrees_of_freedom() == 1);
    Protocol free_running = default_protocol();
    free_running.project = false;
    const auto states = c.draw(5);
    const auto held = integrate(c.system, states, c.own_times(), default_protocol());
    const auto batch = integrate(c.system, states, c.own_times(), free_running);
    for (int i = 0; i < 5; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        Vector phi(5), rate(5);
        for (int k = 0; k < batch.samples; k += 10) {
            const auto at = to_size(i * batch.samples + k) * 6;
            c.system.phi(&batch.x[at], phi.data());
            c.system.phi_rate(&batch.x[at], &batch.v[at], rate.data());
            // At first rounding of metres and metres per second; later the local errors of a thousand steps.
            for (std::size_t row = 0; row < 5; ++row)
                CHECK(std::fabs(phi[row]) + std::fabs(rate[row]) < (k == 0 ? 1e-13 : 1e-9));
            c.system.phi(&held.x[at], phi.data());
            for (const double p : phi) CHECK(std::fabs(p) < 1e-13);
        }
        CHECK(worst_relative_error(held, batch, i) < 1e-9);
    }
}

TEST_CASE("a cart with a pendulum keeps its momentum along a straight Track, along a bent one it is not declared") {
    const auto cart = [](const std::string& y) {
        return R"({"name": "cart", "dimension": 2, "bodies": [{"id": "cart", "type": "Obj0D", "mass": 2},
            {"id": "bob", "type": "Obj0D", "mass": 1}],
            "constraints": [{"type": "Track", "points": ["cart"], "curve": {"parameter": "s", "x": "2*s", "y": ")" +
               y + R"(", "range": [-9, 9]}}, {"type": "Link", "between": ["cart", "bob"], "length": 1}],
            "potentials": [{"type": "Gravity"}],
            "initial_conditions": {"bodies": {"cart": {"parameter": 0, "parameter_rate": 0.3}, "bob": {"from": "cart", "angle": 1.2}}},
            "sampling": {"dt": 0.05, "steps": 41}, "conserved": ["energy", "linear_momentum_x"]})";
    };
    const Compiled c(cart("0.5*2"));
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    const auto momentum = [&](int k) {
        return 2 * node_of(batch.v, batch, 0, k, 0)[0] + node_of(batch.v, batch, 0, k, 1)[0];
    };
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) worst = worse(worst, momentum(k) - momentum(0));
    CHECK(worst < 1e-13);  // rounding
    CHECK_THROWS_AS(Compiled(cart("0.1*s^2")), SpecError);
}

}  // namespace
