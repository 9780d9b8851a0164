// What is welded, slides, turns on a cross or moves in a plane, against textbook equations and formulas.

#include <doctest/doctest.h>

#include <cmath>

#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using cchnn_test::worst_relative_error;

TrajectoryBatch motion(const Compiled& c) {
    TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    return batch;
}
// Steps keep 1e-13 each and some hundred of them are taken of motions that do not amplify.
constexpr double near = 1e-10;
const std::string head = R"({"name": "pair", "dimension": )", one_second = R"("sampling": {"dt": 0.05, "steps": 41}})";

// A bar of 0.8 m and 2 kg from the pivot to its end, and there at right angles one of 0.6 m and 1 kg.
TEST_CASE("two rods welded at right angles swing as one physical pendulum") {
    const Compiled c(head + R"(2, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj1D", "mass": 2, "second_moments": [0.05]},
        {"id": "b", "type": "Obj1D", "mass": 1, "second_moments": [0.03]},
        {"id": "w", "type": "Obj2D", "mass": 0.5, "second_moments": [0.02, 0.04]}],
        "constraints": [{"type": "Joint", "between": ["o", {"body": "a", "point": [-0.4]}]},
        {"type": "Weld", "between": [{"body": "w", "point": [0, 0.1]}, {"body": "a", "point": [0.4]}], "axis": [[0.6, 0.8], [1]]},
        {"type": "Weld", "between": [{"body": "b", "point": [-0.3]}, {"body": "w", "point": [0, 0.1]}], "axis": [[1], [0.8, -0.6]]}],
        "potentials": [{"type": "Gravity"}], "initial_conditions": {"state": {
            "position": {"a": [[0.4, 0], [1.4, 0]], "b": [[0.8, -0.3], [0.8, -1.3]],
                         "w": [[0.72, -0.06], [1.32, -0.86], [1.52, 0.54]]}}},)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 1);
    // At angle 0 the state above; centres as complex numbers times e^{i angle}.
    const std::array<std::array<Real, 2>, 3> centres{{{0.4L, 0}, {0.8L, -0.3L}, {0.72L, -0.06L}}};
    const Real masses[] = {2, 1, 0.5L}, moments[] = {0.05L, 0.03L, 0.06L};
    Real inertia = 0, mx = 0, my = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        inertia += masses[i] * (moments[i] + centres[i][0] * centres[i][0] + centres[i][1] * centres[i][1]);
        mx += masses[i] * centres[i][0];
        my += masses[i] * centres[i][1];
    }
    const auto swing = [&](const std::array<Real, 2>& z) {
        return std::array<Real, 2>{z[1], -9.81L * (mx * std::cos(z[0]) - my * std::sin(z[0])) / inertia};
    };
    const TrajectoryBatch batch = motion(c);
    std::array<Real, 2> z{0, 0};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const int nodes[] = {0, 2, 4};  // centres of a, b, w
        for (std::size_t i = 0; i < 3; ++i) {
            const Three at = node_of(batch.x, batch, 0, k, nodes[i]);
            const Real co = std::cos(z[0]), si = std::sin(z[0]);
            worst = worse(worst, at[0] - (co * centres[i][0] - si * centres[i][1]));
            worst = worse(worst, at[1] - (si * centres[i][0] + co * centres[i][1]));
        }
        z = advance(swing, z, 0.05L, 200);
    }
    CHECK(worst < near);
}

TEST_CASE("two solids welded together turn freely as the one solid that they make") {
    // Turning with (0.2, 0.3, 1.1) rad/s about the common centre of mass.
    const auto turning = [](const std::string& centre, const std::vector<double>& at) {
        std::string x, v;
        const auto node = [&](double a, double b, double c) {
            const std::string sep = x.empty() ? "" : ", ";
            x += sep + "[" + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + "]";
            char speed[120];
            std::snprintf(speed, sizeof speed, "[%.17g, %.17g, %.17g]", 0.3 * c - 1.1 * b, 1.1 * a - 0.2 * c,
                          0.2 * b - 0.3 * a);
            v += sep + speed;
        };
        node(at[0], 0, 0);
        node(at[0] + 1, 0, 0);
        node(at[0], 1, 0);
        node(at[0], 0, 1);
        return std::pair(R"(")" + centre + R"(": [)" + x + "]", R"(")" + centre + R"(": [)" + v + "]");
    };
    const auto [xa, va] = turning("a", {-0.25});
    const auto [xb, vb] = turning("b", {0.75});
    const auto [xc, vc] = turning("c", {0});
    const Compiled pair(head + R"(3, "bodies": [
        {"id": "a", "type": "Obj3D", "mass": 3, "second_moments": [0.1, 0.2, 0.05]},
        {"id": "b", "type": "Obj3D", "mass": 1, "second_moments": [0.3, 0.1, 0.25]}],
        "constraints": [{"type": "Weld", "between": [{"body": "a", "point": [1, 0, 0]}, "b"]}],
        "initial_conditions": {"state": {"position": {)" +
                        xa + ", " + xb + R"(}, "velocity": {)" + va + ", " + vb + "}}}, " + one_second);
    const double along = (3 * (0.1 + 0.0625) + 0.3 + 0.5625) / 4;
    char moments[100];
    std::snprintf(moments, sizeof moments, "[%.17g, 0.175, 0.1]", along);
    const Compiled one(head + R"(3, "bodies": [{"id": "c", "type": "Obj3D", "mass": 4, "second_moments": )" + moments +
                       R"(}], "initial_conditions": {"state": {"position": {)" + xc + R"(}, "velocity": {)" + vc +
                       "}}}, " + one_second);
    CHECK(pair.system.degrees_of_freedom() == 6);
    const TrajectoryBatch two = motion(pair), whole = motion(one);
    double worst = 0;
    for (int k = 0; k < two.samples; ++k) {
        const Three centre = node_of(whole.x, whole, 0, k, 0);
        for (int axis = 1; axis <= 3; ++axis)
            for (const int body : {0, 4}) {
                const Three a = node_of(two.x, two, 0, k, body + axis) - node_of(two.x, two, 0, k, body),
                            b = node_of(whole.x, whole, 0, k, axis) - centre;
                worst = worse(worst, norm(a - b));
            }
        const Three middle = 0.25L * (3 * node_of(two.x, two, 0, k, 0) + node_of(two.x, two, 0, k, 4));
        worst = worse(worst, norm(middle - centre));
    }
    CHECK(worst < near);
}

// x'' and a'' of a cart of M with a bob of m on a rod of l: a from straight down.
TEST_CASE("a cart on a rail with a pendulum moves as the textbook's, and keeps its momentum along the rail") {
    for (const char* cart :
         {R"("type": "Obj0D", "mass": 2})", R"("type": "Obj2D", "mass": 2, "second_moments": [0.1, 0.2]})"}) {
        const bool point = std::string(cart).find("Obj0D") != std::string::npos;
        const Compiled c(
            head + R"(2, "bodies": [{"id": "o", "type": "Origin", "position": [0, 0.5]}, {"id": "cart", )" + cart +
            R"(, {"id": "bob", "type": "Obj0D", "mass": 0.7}], "constraints": [
            {"type": "Slider", "between": ["o", "cart"], "axis": [[1, 0])" +
            (point ? "" : ", [0, 1]") + R"(]},
            {"type": "Link", "between": ["cart", "bob"], "length": 0.9}],
            "potentials": [{"type": "Gravity"}], "initial_conditions": {"bodies": {
            "cart": {"position": [0.2, 0.5], "velocity": [0.4, 0])" +
            (point ? "" : R"(, "angle": 0)") + R"(},
            "bob": {"from": "cart", "angle": 1.2, "angle_rate": 0.5}}}, "conserved": ["energy", "linear_momentum_x"],)" +
            one_second);
        const Real big = 2, m = 0.7L, l = 0.9L, g = 9.81L;
        const auto rates = [&](const std::array<Real, 4>& z) {
            const Real s = std::sin(z[1]), co = std::cos(z[1]);
            const Real x2 = m * s * (l * z[3] * z[3] + g * co) / (big + m * s * s);
            return std::array<Real, 4>{z[2], z[3], x2, -(x2 * co + g * s) / l};
        };
        const TrajectoryBatch batch = motion(c);
        std::array<Real, 4> z{0.2L, 1.2L, 0.4L, 0.5L};
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Three at = node_of(batch.x, batch, 0, k, 0), bob = node_of(batch.x, batch, 0, k, point ? 1 : 3);
            worst = worse(worst, at[0] - z[0]);
            worst = worse(worst, at[1] - 0.5L);
            worst = worse(worst, bob[0] - z[0] - l * std::sin(z[1]));
            z = advance(rates, z, 0.05L, 200);
        }
        CHECK(worst < near);
    }
}

// (I + m r^2) a' is kept, r'' = r a'^2.
TEST_CASE("a bead on a rod that turns freely is thrown outwards as angular momentum says") {
    const Compiled c(head + R"(2, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.2]}, {"id": "bead", "type": "Obj0D", "mass": 0.4}],
        "constraints": [{"type": "Joint", "between": ["o", "rod"]}, {"type": "Slider", "between": ["rod", "bead"], "axis": [[1]]}],
        "initial_conditions": {"state": {"position": {"rod": [[0, 0], [0.6, 0.8]], "bead": [0.12, 0.16]},
            "velocity": {"rod": [[0, 0], [-1.6, 1.2]], "bead": [-0.32, 0.24]}}},
        "conserved": ["energy", "angular_momentum_z"],)" +
                     one_second);
    const auto rates = [](const std::array<Real, 4>& z) {
        const Real inertia = 1.5L * 0.2L + 0.4L * z[0] * z[0];
        return std::array<Real, 4>{z[2], z[3], z[0] * z[3] * z[3], -2 * 0.4L * z[0] * z[2] * z[3] / inertia};
    };
    const TrajectoryBatch batch = motion(c);
    std::array<Real, 4> z{0.2L, std::atan2(0.8L, 0.6L), 0, 2};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three bead = node_of(batch.x, batch, 0, k, 2);
        worst = worse(worst, bead[0] - z[0] * std::cos(z[1]));
        worst = worse(worst, bead[1] - z[0] * std::sin(z[1]));
        z = advance(rates, z, 0.05L, 200);
    }
    CHECK(worst < near);
}

TEST_CASE("a solid on a cylinder's axis falls along it and turns about it, each by itself") {
    const Compiled c(head + R"(3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]}],
        "constraints": [{"type": "Slider", "between": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 0, 1]], "turn": true}],
        "potentials": [{"type": "Gravity", "up": [0, 0, 1]}], "initial_conditions": {"state": {
            "position": {"a": [[0, 0, 0], [0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]]},
            "velocity": {"a": [[0.6, 0, 0.8], [0.6, 2, 0.8], [-1, 0, 2], [0.6, 0, 0.8]]}}}, "conserved": ["energy"],)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 2);
    const TrajectoryBatch batch = motion(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.05L * k, s = t - 0.5L * 9.81L * 0.8L * t * t;
        const Three at = node_of(batch.x, batch, 0, k, 0), e1 = node_of(batch.x, batch, 0, k, 1) - at;
        worst = worse(worst, norm(at - s * Three{0.6L, 0, 0.8L}));
        worst = worse(worst, norm(e1 - (std::cos(2 * t) * Three{0.8L, 0, -0.6L} + std::sin(2 * t) * Three{0, 1, 0})));
    }
    CHECK(worst < near);
}

// Shafts along z and along (sin b, 0, cos b): tan of one angle is cos b times that of the other.
TEST_CASE("two shafts on a universal joint turn as Cardan says, three of their rows following from the others") {
    const Compiled c(head + R"(3, "bodies": [{"id": "g", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1, "second_moments": [0.2, 0.3, 0.1]},
        {"id": "b", "type": "Obj3D", "mass": 2, "second_moments": [0.15, 0.1, 0.2]}],
        "constraints": [{"type": "Joint+Axis", "between": ["g", "a"], "axis": [[0, 0, 1], [0, 0, 1]]},
        {"type": "Joint+Axis", "between": ["g", "b"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]},
        {"type": "Universal", "between": ["a", "b"], "axis": [[1, 0, 0], [0, 1, 0]]}],
        "initial_conditions": {"state": {
            "position": {"a": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                         "b": [[0, 0, 0], [0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]]},
            "velocity": {"a": [[0, 0, 0], [0, 2.4, 0], [-2.4, 0, 0], [0, 0, 0]],
                         "b": [[0, 0, 0], [0, 3, 0], [-2.4, 0, 1.8], [0, 0, 0]]}}}, "conserved": ["energy"],)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 1);
    const TrajectoryBatch batch = motion(c);
    double worst = 0, energy = 0, turned = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three a = node_of(batch.x, batch, 0, k, 1), b = node_of(batch.x, batch, 0, k, 5);
        const Three va = node_of(batch.v, batch, 0, k, 1), vb = node_of(batch.v, batch, 0, k, 5);
        const Real cross_b = b[1], along_b = 0.8L * b[0] - 0.6L * b[2];  // sin and cos of the angle of b
        worst = worse(worst, a[1] * along_b - 0.8L * cross_b * a[0]);
        const Real kinetic = 0.5L * (0.2L + 0.3L) * dot(va, va) + 0.5L * 2 * (0.15L + 0.1L) * dot(vb, vb);
        energy = worse(energy, kinetic - (0.25L * 5.76L + 0.25L * 9));
        turned = std::max(turned, number(a[1]));
    }
    CHECK(worst < near);
    CHECK(energy < near);
    CHECK(turned > 0.9);
}

TEST_CASE("a solid in a slanting plane slides down it as on one, and turns as it did") {
    const Compiled c(head + R"(3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]}],
        "constraints": [{"type": "Planar", "between": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]}],
        "potentials": [{"type": "Gravity", "up": [0, 0, 1]}], "initial_conditions": {"state": {
            "position": {"a": [[0, 0, 0], [0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]]},
            "velocity": {"a": [[0, 1, 0], [0, 3, 0], [-1.6, 1, 1.2], [0, 1, 0]]}}},
        "conserved": ["energy", "linear_momentum_y"],)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 3);
    const TrajectoryBatch batch = motion(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.05L * k, down = 0.5L * 9.81L * 0.6L * t * t;
        const Three at = node_of(batch.x, batch, 0, k, 0), e1 = node_of(batch.x, batch, 0, k, 1) - at;
        worst = worse(worst, norm(at - (down * Three{0.8L, 0, -0.6L} + t * Three{0, 1, 0})));
        worst = worse(worst, norm(e1 - (std::cos(2 * t) * Three{0.8L, 0, -0.6L} + std::sin(2 * t) * Three{0, 1, 0})));
    }
    CHECK(worst < near);
}

// A force F at r turns only the component of r x F along the axis u; the centre moves as a point does. u = (0.6, 0, 0.8), and
// the angle a is that of e_1 from (0.8, 0, -0.6).
TEST_CASE("a solid that a Parallel keeps from tilting moves anywhere and turns about the axis alone") {
    const Compiled c(head + R"(3, "bodies": [{"id": "o", "type": "Origin", "position": [0.3, -0.2, 0.1]},
        {"id": "a", "type": "Obj3D", "mass": 1.5, "second_moments": [0.02, 0.03, 0.05]}],
        "constraints": [{"type": "Parallel", "between": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]}],
        "potentials": [{"type": "Gravity", "up": [0, 0, 1]},
            {"type": "Spring", "between": ["o", {"body": "a", "point": [0.2, 0.1, -0.3]}], "stiffness": 40}],
        "initial_conditions": {"state": {
            "position": {"a": [[0, 0, 0], [0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]]},
            "velocity": {"a": [[0.5, 1, 0], [0.5, 4, 0], [-1.9, 1, 1.8], [0.5, 1, 0]]}}},
        "conserved": ["energy"],)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 4);
    const Three u{0.6L, 0, 0.8L}, a{0.8L, 0, -0.6L}, b{0, 1, 0}, hook{0.3L, -0.2L, 0.1L};
    const auto rates = [&](const std::array<Real, 8>& z) {
        const Three e1 = std::cos(z[3]) * a + std::sin(z[3]) * b, e2 = std::cos(z[3]) * b - std::sin(z[3]) * a;
        const Three r = 0.2L * e1 + 0.1L * e2 - 0.3L * u, force = 40 * (hook - Three{z[0], z[1], z[2]} - r);
        return std::array<Real, 8>{z[4],
                                   z[5],
                                   z[6],
                                   z[7],
                                   force[0] / 1.5L,
                                   force[1] / 1.5L,
                                   force[2] / 1.5L - 9.81L,
                                   dot(u, cross(r, force)) / (1.5L * (0.02L + 0.03L))};
    };
    const TrajectoryBatch batch = motion(c);
    std::array<Real, 8> z{0, 0, 0, 0, 0.5L, 1, 0, 3};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three at = node_of(batch.x, batch, 0, k, 0), e1 = node_of(batch.x, batch, 0, k, 1) - at;
        worst = worse(worst, norm(at - Three{z[0], z[1], z[2]}));
        worst = worse(worst, norm(e1 - (std::cos(z[3]) * a + std::sin(z[3]) * b)));
        z = advance(rates, z, 0.05L, 400);
    }
    CHECK(worst < near);
}

// Both turn as one body with the sum of the moments: a spinning top's (0, 0, 2) rad/s of one and rest of the other cannot be,
// so both start with it and keep it, while the spring between them moves their centres along its line alone.
TEST_CASE("two solids whose orientations a Parallel keeps together turn as one and move apart freely") {
    const Compiled c(head + R"(3, "bodies": [
        {"id": "a", "type": "Obj3D", "mass": 1, "second_moments": [0.2, 0.2, 0.1]},
        {"id": "b", "type": "Obj3D", "mass": 3, "second_moments": [0.1, 0.1, 0.3]}],
        "constraints": [{"type": "Parallel", "between": ["a", "b"], "axis": [[0, 0, 1], [0, 0, 1]],
            "across": [[1, 0, 0], [1, 0, 0]]}],
        "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 12}], "initial_conditions": {"state": {
            "position": {"a": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "b": [[1, 0, 0], [2, 0, 0], [1, 1, 0], [1, 0, 1]]},
            "velocity": {"a": [[0, 0, 0], [0, 2, 0], [-2, 0, 0], [0, 0, 0]], "b": [[0, 0, 0], [0, 2, 0], [-2, 0, 0], [0, 0, 0]]}}},
        "conserved": ["energy", "linear_momentum_x", "angular_momentum_z"],)" +
                     one_second);
    CHECK(c.system.degrees_of_freedom() == 9);
    const TrajectoryBatch batch = motion(c);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.05L * k, apart = std::cos(4 * t);  // sqrt(12 (1/1 + 1/3)) = 4
        const Three at = node_of(batch.x, batch, 0, k, 0), other = node_of(batch.x, batch, 0, k, 4);
        worst = worse(worst, norm(at - Three{0.75L * (1 - apart), 0, 0}));
        worst = worse(worst, norm(other - at - Three{apart, 0, 0}));
        for (const Three& e1 : {node_of(batch.x, batch, 0, k, 1) - at, node_of(batch.x, batch, 0, k, 5) - other})
            worst = worse(worst, norm(e1 - Three{std::cos(2 * t), std::sin(2 * t), 0}));
    }
    CHECK(worst < near);
}

// m' is m g cos a - M g, a from straight down: (M + m) r'' = m r a'^2 + g (m cos a - M), r a'' = -2 r' a' - g sin a.
TEST_CASE("the swinging Atwood machine moves as in its polar coordinates") {
    const Compiled c(
        head + R"(2, "bodies": [{"id": "left", "type": "Origin"}, {"id": "right", "type": "Origin", "position": [1, 0]},
        {"id": "weight", "type": "Obj0D", "mass": 3}, {"id": "bob", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Slider", "between": ["left", "weight"], "axis": [[0, 1]]},
        {"type": "Rope", "points": ["weight", "left", "right", "bob"], "length": 4}],
        "potentials": [{"type": "Gravity"}], "initial_conditions": {"state": {"position": {"weight": [0, -2], "bob": [2, 0]}}},
        "conserved": ["energy"],)" +
        one_second);
    CHECK(c.system.degrees_of_freedom() == 2);
    const auto rates = [](const std::array<Real, 4>& z) {
        return std::array<Real, 4>{z[2], z[3], (z[0] * z[3] * z[3] + 9.81L * (std::cos(z[1]) - 3)) / 4,
                                   (-2 * z[2] * z[3] - 9.81L * std::sin(z[1])) / z[0]};
    };
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    std::array<Real, 4> z{1, std::acos(Real(0)), 0, 0};
    double worst = 0;
    const int until = 12;  // the bob is back at 0.55 s, close to its pulley
    for (int k = 0; k < until; ++k) {
        const Three weight = node_of(batch.x, batch, 0, k, 0), bob = node_of(batch.x, batch, 0, k, 1);
        worst = worse(worst, bob[0] - 1 - z[0] * std::sin(z[1]));
        worst = worse(worst, bob[1] + z[0] * std::cos(z[1]));
        worst = worse(worst, weight[1] + 3 - z[0]);
        z = advance(rates, z, 0.05L, 400);
    }
    CHECK(worst < near);
}

// The same in space, in the bob's own coordinates: x'' = g - T/m u, T = M (g + r''); the second mass on a rail.
TEST_CASE("a rope over a pulley in space moves as Newton says") {
    const Compiled c(head + R"(3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "weight", "type": "Obj0D", "mass": 2}, {"id": "bob", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Slider", "between": ["o", "weight"], "axis": [[0, 0, 1]]},
        {"type": "Rope", "points": ["weight", "o", "bob"], "length": 3}],
        "potentials": [{"type": "Gravity"}], "initial_conditions": {"state": {
            "position": {"weight": [0, 0, -2], "bob": [0.6, 0, -0.8]}, "velocity": {"weight": [0, 0, 0], "bob": [0, 3.5, 0]}}},
        "conserved": ["energy", "angular_momentum_z"],)" +
                     one_second);
    const auto rates = [](const std::array<Real, 6>& z) {
        const Three x{z[0], z[1], z[2]}, v{z[3], z[4], z[5]};
        const Real r = norm(x), speed = dot(x, v) / r, across = dot(v, v) - speed * speed;
        const Real bent = (across / r - 9.81L * z[2] / r - 2 * 9.81L) / 3, tension = 2 * (9.81L + bent);
        return std::array<Real, 6>{
            v[0], v[1], v[2], -tension * x[0] / r, -tension * x[1] / r, -tension * x[2] / r - 9.81L};
    };
    const TrajectoryBatch batch = motion(c);
    std::array<Real, 6> z{0.6L, 0, -0.8L, 0, 3.5L, 0};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three bob = node_of(batch.x, batch, 0, k, 1);
        worst = worse(worst, norm(bob - Three{z[0], z[1], z[2]}));
        worst = worse(worst, node_of(batch.x, batch, 0, k, 0)[2] + 3 - norm(bob));
        z = advance(rates, z, 0.05L, 400);
    }
    CHECK(worst < 10 * near);
}

// Two plates that spin, pulled apart by springs: in steps of up to 1 s their forces would turn one against the other by
// any angle. The solver's product of directions is 0 after half a turn as well, the rows of Phi are 2 there.
TEST_CASE("steps far too long for a weld or a rail end the trajectory, and never leave its bodies turned by half") {
    int completed = 0, ended = 0;
    for (const std::string kind : {"Weld", "Slider"})
        for (const std::string stiffness : {"10", "1000", "100000"}) {
            const std::string spring = R"({"type": "Spring", "rest_length": 0.5, "stiffness": )" + stiffness;
            const Compiled c(head + R"(2, "bodies": [{"id": "o", "type": "Origin", "position": [3, 1]},
        {"id": "p", "type": "Origin", "position": [-2, 1.5]},
        {"id": "a", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.05]},
        {"id": "b", "type": "Obj2D", "mass": 0.5, "second_moments": [0.02, 0.01]}],
        "constraints": [{"type": ")" +
                             kind +
                             R"(", "between": [{"body": "a", "point": [0.5, 0]}, {"body": "b", "point": [-0.3, 0]}],
        "axis": [[1, 0], [1, 0]]}],
        "potentials": [)" + spring +
                             R"(, "between": ["o", {"body": "b", "point": [0.4, 0.6]}]}, )" + spring +
                             R"(, "between": ["p", {"body": "a", "point": [-0.4, 0.6]}]}],
        "initial_conditions": {"bodies": {"a": {"position": [0, 0], "angle": 0, "angle_rate": 20},
            "b": {"position": [0, -0.8], "velocity": [16, 0], "angle": 0, "angle_rate": 20}}},)" +
                             one_second);
            std::vector<double> phi(c.system.rows().size());
            const std::size_t width = to_size(c.system.state_size());
            for (const Method method : {Method::rattle2, Method::rattle4})
                for (const double dt : {0.001, 0.002, 0.005, 0.01, 0.05, 0.2, 1.0}) {
                    Protocol protocol = default_protocol();
                    protocol.method = method;
                    protocol.substeps = 1;
                    const TrajectoryBatch batch = integrate(c.system, c.draw(1), {dt, 200}, protocol);
                    (batch.outcomes[0].reason == EndReason::completed ? completed : ended) += 1;
                    for (int k = 0; k < batch.outcomes[0].samples; ++k) {
                        c.system.phi(&batch.x[to_size(k) * width], phi.data());
                        for (double off : phi) CHECK(std::fabs(off) < 1e-12);  // rounding of numbers up to 100
                    }
                }
        }
    CHECK(completed > 10);
    CHECK(ended > 10);
}

}  // namespace
