// Forces, resistances and formulas of a file against closed forms and the textbook's own equations in long double.

#include <doctest/doctest.h>

#include "integrate/error_bound.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

template <std::size_t N>
using State = std::array<Real, N>;

TrajectoryBatch motion_of(const Compiled& c) {
    return integrate(c.system, c.draw(1), c.own_times(), default_protocol());
}

// One point mass of 1 kg in the plane under a Potential; how far it strays from the motion by `acceleration`.
using Pair = std::array<Real, 2>;
double off_from(const std::string& keys, Pair (*acceleration)(Real, Real)) {
    const Compiled c(R"({"name": "one", "dimension": 2, "bodies": [{"id": "p", "type": "Obj0D", "mass": 1}],
        "potentials": [{"type": "Potential", "points": ["p"], )" +
                     keys +
                     R"(}], "initial_conditions": {"bodies": {"p": {"position": [0.3, -0.2], "velocity": [0.1, 0.4]}}},
        "sampling": {"dt": 0.1, "steps": 101}})");
    const TrajectoryBatch batch = motion_of(c);
    const auto equation = [&](const State<4>& s) {
        const Pair a = acceleration(s[0], s[1]);
        return State<4>{s[2], s[3], a[0], a[1]};
    };
    State<4> z{0.3, -0.2, 0.1, 0.4};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three x = node_of(batch.x, batch, 0, k, 0);
        worst = worse(worse(worst, x[0] - z[0]), x[1] - z[1]);
        z = advance(equation, z, c.spec.sampling.dt, 40);
    }
    return worst;
}

// mu r'' = -k (r - l0) - c r': r = l0 + e^(-g t) (A cos w t + B sin w t), g = c/(2 mu), w^2 = k/mu - g^2.
TEST_CASE("two masses on a spring and a dashpot swing as a damped oscillator does, and keep their momentum") {
    const Compiled c(R"({"name": "damper", "dimension": 1,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 2}, {"id": "b", "type": "Obj0D", "mass": 3}],
        "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 12, "rest_length": 1}],
        "damping": [{"type": "Dashpot", "between": ["a", "b"], "coefficient": 1.5}],
        "initial_conditions": {"bodies": {"a": {"position": [0], "velocity": [0.2]}, "b": {"position": [1.4], "velocity": [0.7]}}},
        "sampling": {"dt": 0.05, "steps": 101}, "conserved": ["linear_momentum_x"]})");
    const TrajectoryBatch batch = motion_of(c);
    const Real mu = 1.2L, g = 1.5L / (2 * mu), w = std::sqrt(12 / mu - g * g), a = 0.4L, b = (0.5L + g * a) / w;
    double worst = 0, momentum = 0, balance = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        const Real r = node_of(batch.x, batch, 0, k, 1)[0] - node_of(batch.x, batch, 0, k, 0)[0];
        worst = worse(worst, r - 1 - std::exp(-g * t) * (a * std::cos(w * t) + b * std::sin(w * t)));
        momentum =
            worse(momentum, 2 * node_of(batch.v, batch, 0, k, 0)[0] + 3 * node_of(batch.v, batch, 0, k, 1)[0] - 2.5L);
        balance = worse(balance, batch.energy[to_size(k)] + batch.dissipated[to_size(k)] - batch.energy[0]);
    }
    CHECK(worst < 1e-11);  // some 200 steps with local errors below 1e-13
    CHECK(momentum < 1e-13);
    CHECK(balance < 1e-11);
    CHECK(batch.dissipated.back() > 1);  // most of 12 0.4^2/2 + 1.2 0.5^2/2 = 1.11 J
}

// m s'' = -k s - c s': s = (v/w) e^(-g t) sin w t, g = c/(2 m), w^2 = k/m - g^2, along a rail in any direction, anywhere.
TEST_CASE("a bead moves as a damped oscillator through the end of its dashpot, and starts there") {
    struct Rail {
        std::string hook, axis, velocity;
        Three from, along;
    };
    const Rail rails[] = {{"[0, 0]", "[1, 0]", "[0.9, 0]", {}, {1}},
                          {"[30, -20]", "[0.6, 0.8]", "[0.54, 0.72]", {30, -20}, {0.6L, 0.8L}}};
    for (const Rail& rail : rails) {
        CAPTURE(rail.hook);
        const Compiled c(R"({"name": "bead", "dimension": 2,
            "bodies": [{"id": "o", "type": "Origin", "position": )" +
                         rail.hook + R"(}, {"id": "b", "type": "Obj0D", "mass": 1.3}],
            "constraints": [{"type": "Slider", "between": ["o", "b"], "axis": [)" +
                         rail.axis + R"(]}], "potentials": [{"type": "Spring", "between": ["o", "b"], "stiffness": 9}],
            "damping": [{"type": "Dashpot", "between": ["o", "b"], "coefficient": 0.7}],
            "initial_conditions": {"bodies": {"b": {"position": )" +
                         rail.hook + R"(, "velocity": )" + rail.velocity + R"(}}},
            "sampling": {"dt": 0.05, "steps": 101}})");
        const TrajectoryBatch batch = motion_of(c);
        const Real g = 0.7L / 2.6L, w = std::sqrt(9 / 1.3L - g * g);
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Real t = c.own_times().time(k), s = 0.9L / w * std::exp(-g * t) * std::sin(w * t);
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - rail.from - s * rail.along));
        }
        CHECK(worst < 1e-11);  // some 600 steps at 1e-13; four times through the end
    }
}

// m s'' = -k (s - l) for s > 0 and -k (s + l) for s < 0: halves of sines about l and -l, from rest at s = a > 2 l.
TEST_CASE("a bead on a rail passes the end of its spring, where the force reverses, wherever the rail is") {
    struct Rail {
        std::string hook, axis;
        Three from, along;
    };
    const Rail rails[] = {{"[0, 0]", "[1, 0]", {}, {1}},
                          {"[20, 3]", "[1, 0]", {20, 3}, {1}},
                          {"[100, 3]", "[1, 0]", {100, 3}, {1}},
                          {"[30, -20]", "[0.6, 0.8]", {30, -20}, {0.6L, 0.8L}}};
    const Real a = 2.5L, l = 1, w = 2, quarter = std::acos(-l / (a - l)) / w;  // from a turning point to the end
    // k/2 (|r| - l)^2 as a kind of its own, and as a formula of the distance.
    const std::string potentials[] = {R"({"type": "Spring", "between": ["o", "b"], "stiffness": 6, "rest_length": 1})",
                                      R"({"type": "Potential", "points": ["o", "b"], "energy": "3*(r - 1)^2"})"};
    for (int run = 0; run < 8; ++run) {
        const Rail& rail = rails[run / 2];
        const std::string& potential = potentials[run % 2];
        CAPTURE(rail.hook);
        CAPTURE(potential);
        const Compiled c(R"({"name": "bead", "dimension": 2,
            "bodies": [{"id": "o", "type": "Origin", "position": )" +
                         rail.hook + R"(}, {"id": "b", "type": "Obj0D", "mass": 1.5}],
            "constraints": [{"type": "Slider", "between": ["o", "b"], "axis": [)" +
                         rail.axis + R"(]}], "potentials": [)" + potential + R"(],
            "initial_conditions": {"bodies": {"b": {"from": "o", "slide": 2.5}}}, "sampling": {"dt": 0.05, "steps": 101}})");
        TrajectoryBatch batch = motion_of(c);
        add_error_bounds(c.system, c.draw(1), c.own_times(), ErrorBoundRule(default_protocol(), 0), batch);
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Real t = c.own_times().time(k), turns = std::round(t / (2 * quarter)),
                       side = std::fmod(turns, 2) == 0 ? 1 : -1;
            const Real s = side * (l + (a - l) * std::cos(w * (t - 2 * quarter * turns)));
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - rail.from - s * rail.along));
        }
        // 330 steps with local errors of 1e-13, four of them over the end, where a place is known to 1.4e-14 at 100 m.
        CHECK(worst < 1e-11);
        // 1 if another solution stops there; else 10 times the differences of solutions that are as good as this one.
        CHECK(batch.error_bound.back() < 1e-10);
    }
}

TEST_CASE("no motion starts where the ends of a spring with a rest length meet at rest") {
    const auto outcome = [](const std::string& rest_length, const std::string& velocity) {
        const Compiled c(R"({"name": "bob", "dimension": 2,
            "bodies": [{"id": "o", "type": "Origin", "position": [3, 1]}, {"id": "b", "type": "Obj0D", "mass": 1}],
            "potentials": [{"type": "Spring", "between": ["o", "b"], "stiffness": 4, "rest_length": )" +
                         rest_length +
                         R"(}], "initial_conditions": {"bodies": {"b": {"position": [3, 1], "velocity": )" + velocity +
                         R"(}}}, "sampling": {"dt": 0.1, "steps": 11}})");
        const TrajectoryBatch batch = motion_of(c);
        const Outcome& one = batch.outcomes[0];
        CHECK(std::isnan(batch.x.back()) == (one.reason != EndReason::completed));
        return std::pair(one.reason, one.samples);
    };
    CHECK(outcome("1", "[0, 0]") == std::pair(EndReason::not_finite, 1));
    CHECK(outcome("1", "[0, 0.5]") == std::pair(EndReason::completed, 11));
    CHECK(outcome("0", "[0, 0]") == std::pair(EndReason::completed, 11));
}

TEST_CASE("a dashpot leaves a turn at constant distance alone") {
    const Compiled c(R"({"name": "turn", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 2}],
        "constraints": [{"type": "Link", "between": ["o", "a"], "length": 1}],
        "damping": [{"type": "Dashpot", "between": ["o", "a"], "coefficient": 50}],
        "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 0.3, "angle_rate": 2}}},
        "sampling": {"dt": 0.1, "steps": 51}, "conserved": ["angular_momentum_z"]})");
    const TrajectoryBatch batch = motion_of(c);
    CHECK(std::fabs(batch.energy.back() - 4) < 1e-12);  // 2 2^2/2, rounding of some 100 steps
    CHECK(std::fabs(batch.dissipated.back()) < 1e-12);
}

TEST_CASE("a force on a point mass gives x0 + v0 t + F t^2/(2 m)") {
    const Compiled c(R"({"name": "pushed", "dimension": 3, "bodies": [{"id": "p", "type": "Obj0D", "mass": 0.8}],
        "potentials": [{"type": "Force", "on": "p", "force": [0.3, -0.7, 0.1]}],
        "initial_conditions": {"bodies": {"p": {"position": [1, 2, 3], "velocity": [0.5, 0.6, -0.7]}}},
        "sampling": {"dt": 0.1, "steps": 51}, "conserved": ["energy"]})");
    const TrajectoryBatch batch = motion_of(c);
    const Three x0{1, 2, 3}, v0{0.5L, 0.6L, -0.7L}, force{0.3L, -0.7L, 0.1L};
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        CHECK(norm(node_of(batch.x, batch, 0, k, 0) - x0 - t * v0 - (t * t / 1.6L) * force) < 1e-13);
    }
}

// I theta'' = l (F_x cos theta + F_y sin theta) about the end, theta from straight down, I = m (lambda + s^2).
TEST_CASE("a force on the tip of a hinged rod turns it by its moment") {
    const Compiled c(R"({"name": "crank", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.1]}],
        "constraints": [{"type": "Joint", "between": ["o", {"body": "rod", "point": [-0.4]}]}],
        "potentials": [{"type": "Force", "on": {"body": "rod", "point": [0.5]}, "force": [2, 0.7]}],
        "initial_conditions": {"bodies": {"rod": {"from": "o", "angle": 0.2, "angle_rate": 0.1}}},
        "sampling": {"dt": 0.05, "steps": 61}, "conserved": ["energy"]})");
    const TrajectoryBatch batch = motion_of(c);
    State<2> z{0.2L, 0.1L};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Three axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        worst = worse(worst, norm(axis - Three{std::sin(z[0]), -std::cos(z[0]), 0}));
        z = advance(
            [](const State<2>& s) {
                const Real moment = 0.9L * (2 * std::cos(s[0]) + 0.7L * std::sin(s[0]));
                return State<2>{s[1], moment / (1.5L * (0.1L + 0.16L))};
            },
            z, c.spec.sampling.dt, 40);
    }
    CHECK(worst < 1e-11);  // some 300 steps with local errors below 1e-13
}

// Bounds below: some 300 steps with local errors below 1e-13, on orbits that part slowly.
Pair henon_heiles(Real x, Real y) { return {-x - 2 * x * y, -y - x * x + y * y}; }
Pair duffing(Real x, Real y) { return {x - x * x * x, -2 * y}; }
Pair logarithmic(Real x, Real y) {
    const Real q = 0.81L, u = 0.01L + x * x + y * y / q;
    return {-x / u, -y / (q * u)};
}
// V = sqrt(1 + x^2) e^(y/2) + tanh x cos y - sin(x y)^2/n, n = 2 + x^-2 y^4
Pair with_every_function(Real x, Real y) {
    const Real root = std::sqrt(1 + x * x), e = std::exp(y / 2), t = std::tanh(x);
    const Real s = std::sin(x * y), c = std::cos(x * y), n = 2 + std::pow(y, 4.0L) / (x * x);
    const Real n_x = -2 * std::pow(y, 4.0L) / (x * x * x), n_y = 4 * y * y * y / (x * x);
    const Real v_x = x / root * e + (1 - t * t) * std::cos(y) - 2 * s * c * y / n + s * s / (n * n) * n_x;
    const Real v_y = root * e / 2 - t * std::sin(y) - 2 * s * c * x / n + s * s / (n * n) * n_y;
    return {-v_x, -v_y};
}

TEST_CASE("formulas of a file move a point as the equations of their papers do") {
    CHECK(off_from(R"json("constants": {"k": 1}, "energy": "(x^2 + y^2)/2 + k*(x^2*y - y^3/3)")json", henon_heiles) <
          1e-11);
    CHECK(off_from(R"json("constants": {"a": -1, "b": 1}, "energy": "a*x1^2/2 + b*x1^4/4 + y1^2")json", duffing) <
          1e-11);
    CHECK(off_from(R"json("constants": {"q": 0.9, "core": 0.1}, "energy": "log(core^2 + x^2 + y^2/q^2)/2")json",
                   logarithmic) < 1e-10);
    CHECK(off_from(R"json("energy": "sqrt(1 + x^2)*exp(y/2) + tanh(x)*cos(y) - sin(x*y)^2/(2 + x^(-2)*y^4)")json",
                   with_every_function) < 1e-9);
}

// r'' = L^2/(mu^2 r^3) + 24/mu (2/r^13 - 1/r^7)
TEST_CASE("two atoms under a Lennard-Jones formula obey the radial equation, and keep both momenta") {
    const Compiled c(R"json({"name": "atoms", "dimension": 3,
    "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}],
    "potentials": [{"type": "Potential", "points": ["a", "b"], "constants": {"depth": 1, "size": 1},
        "energy": "4*depth*((size/r12)^12 - (size/r)^6)"}],
    "initial_conditions": {"bodies": {"a": {"position": [0, 0, 0], "velocity": [0, 0.3, 0]}, "b": {"position": [1.3, 0, 0]}}},
    "sampling": {"dt": 0.05, "steps": 101},
    "conserved": ["energy", "linear_momentum_x", "linear_momentum_z", "angular_momentum_z"]})json");
    const TrajectoryBatch batch = motion_of(c);
    const Real mu = 2 / 3.0L, l = 1.3L * 0.3L;  // per mu
    State<2> z{1.3L, 0};
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0)) - z[0]);
        z = advance(
            [&](const State<2>& s) {
                const Real r = s[0], r6 = std::pow(r, 6);
                return State<2>{s[1], l * l / (r * r * r) + 24 / (mu * r) * (2 / (r6 * r6) - 1 / r6)};
            },
            z, c.spec.sampling.dt, 100);
    }
    CHECK(worst < 1e-10);  // some 1000 steps of a stiff bond
}

// The same spring as its kind and as a formula of a point of a body that turns, and an angle between three points.
TEST_CASE("a formula on points of bodies is the spring that it writes out") {
    const auto moved = [](const std::string& potential) {
        const Compiled c(
            R"({"name": "two", "dimension": 3, "bodies": [{"id": "o", "type": "Origin", "position": [0, 0, 1]},
        {"id": "top", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]},
        {"id": "p", "type": "Obj0D", "mass": 0.7}],
        "potentials": [{"type": "Spring", "between": ["o", "p"], "stiffness": 3, "rest_length": 0.2}, )" +
            potential +
            R"(], "initial_conditions": {"bodies": {
            "top": {"position": [1, 0, 0], "velocity": [0, 0.2, 0], "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]},
            "p": {"position": [0.2, 1.4, 0.6], "velocity": [-0.1, 0.1, 0.5]}}}, "sampling": {"dt": 0.05, "steps": 61}})");
        return motion_of(c);
    };
    const TrajectoryBatch spring = moved(
        R"({"type": "Spring", "between": [{"body": "top", "point": [0.3, 0.1, -0.2]}, "p"], "stiffness": 8, "rest_length": 0.5})");
    const TrajectoryBatch formula = moved(
        R"({"type": "Potential", "points": ["p", "o", {"body": "top", "point": [0.3, 0.1, -0.2]}], "energy": "4*(r13 - 0.5)^2"})");
    const TrajectoryBatch written = moved(
        R"({"type": "Potential", "points": ["p", {"body": "top", "point": [0.3, 0.1, -0.2]}],
        "energy": "4*(sqrt((x1 - x2)^2 + (y1 - y2)^2 + (z1 - z2)^2) - 0.5)^2"})");
    REQUIRE(spring.x.size() == formula.x.size());
    double worst = 0;
    for (std::size_t i = 0; i < spring.x.size(); ++i)
        worst = std::max({worst, std::fabs(spring.x[i] - formula.x[i]), std::fabs(spring.x[i] - written.x[i])});
    CHECK(worst < 1e-11);  // steps of their own, local errors below 1e-13
    CHECK(std::fabs(spring.energy[0] - formula.energy[0]) < 1e-14 * 20);
}

// I theta' = I theta'_0 e^(-c t/I), I = m (lambda + s^2) about the pin.
TEST_CASE("a rod in a bearing with friction slows down exponentially, and its angle is the closed form") {
    const Compiled c(R"({"name": "spin", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.1]}],
        "constraints": [{"type": "Joint", "between": ["o", {"body": "rod", "point": [-0.4]}]}],
        "damping": [{"type": "TorsionDamper", "bodies": ["rod", "o"], "coefficient": 0.3}],
        "initial_conditions": {"bodies": {"rod": {"from": "o", "angle": 0.2, "angle_rate": 5}}},
        "sampling": {"dt": 0.05, "steps": 61}})");
    const TrajectoryBatch batch = motion_of(c);
    const Real inertia = 1.5L * 0.26L, rate = 0.3L / inertia;
    double worst = 0, lost = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k), angle = 0.2L + 5 / rate * (1 - std::exp(-rate * t));
        const Three axis = node_of(batch.x, batch, 0, k, 1) - node_of(batch.x, batch, 0, k, 0);
        worst = worse(worst, norm(axis - Three{std::sin(angle), -std::cos(angle), 0}));
        lost = worse(lost, batch.dissipated[to_size(k)] - inertia / 2 * 25 * (1 - std::exp(-2 * rate * t)));
    }
    CHECK(worst < 1e-11);  // some 200 steps with local errors below 1e-13
    CHECK(lost < 1e-11);
}

// Relative rate w: w' = -c w (1/I_a + 1/I_b); angular momentum of both together stays.
TEST_CASE("two wheels on one axle in space drag each other along") {
    const Compiled c(R"({"name": "clutch", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "a", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.3]},
        {"id": "b", "type": "Obj2D", "mass": 1, "second_moments": [0.3, 0.15]}],
        "constraints": [{"type": "Joint+Axis", "between": ["o", "a"], "axis": [[0, 0, 1], [0, 0, 1]]},
                        {"type": "Joint+Axis", "between": ["a", "b"], "axis": [[0, 0, 1], [0, 1]]}],
        "damping": [{"type": "TorsionDamper", "bodies": ["a", "b"], "coefficient": 0.2}],
        "initial_conditions": {"bodies": {"a": {"from": "o", "hinge_angle": 0, "hinge_rate": 4},
                                          "b": {"from": "a", "hinge_angle": 0.3, "hinge_rate": -3}}},
        "sampling": {"dt": 0.05, "steps": 61}, "conserved": ["angular_momentum_z"]})");
    const TrajectoryBatch batch = motion_of(c);
    const Real on_a = 2 * (0.1L + 0.2L), on_b = 0.3L, rate = 0.2L * (1 / on_a + 1 / on_b);
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = c.own_times().time(k);
        const auto turning = [&](int node) {  // about z, of an axis across it
            const Three e = node_of(batch.x, batch, 0, k, node + 1) - node_of(batch.x, batch, 0, k, node);
            const Three w = node_of(batch.v, batch, 0, k, node + 1) - node_of(batch.v, batch, 0, k, node);
            return cross(e, w)[2];
        };
        worst = worse(worst, turning(0) - turning(4) - 3 * std::exp(-rate * t));
        worst = worse(worst, on_a * turning(0) + on_b * turning(4) - (on_a * 4 + on_b * 1));
    }
    CHECK(worst < 1e-11);  // some 200 steps with local errors below 1e-13
}

TEST_CASE("a ball that turns in a damped socket slows down about every axis alike") {
    const Compiled c(R"({"name": "ball", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
        {"id": "ball", "type": "Obj3D", "mass": 2, "inertia": [0.3, 0.3, 0.3]}],
        "damping": [{"type": "TorsionDamper", "bodies": ["o", "ball"], "coefficient": 0.6}],
        "initial_conditions": {"bodies": {"ball": {"position": [1, 2, 3], "velocity": [0.1, 0.2, 0.3],
            "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]}}},
        "sampling": {"dt": 0.05, "steps": 41}, "conserved": ["linear_momentum_x"]})");
    const TrajectoryBatch batch = motion_of(c);
    const auto turning = [&](int k) {
        Three omega{};
        for (int i = 1; i <= 3; ++i)
            omega = omega + Real(0.5L) * cross(node_of(batch.x, batch, 0, k, i) - node_of(batch.x, batch, 0, k, 0),
                                               node_of(batch.v, batch, 0, k, i) - node_of(batch.v, batch, 0, k, 0));
        return omega;
    };
    CHECK(norm(turning(0)) > 1);
    for (int k = 0; k < batch.samples; ++k)  // bounds as above
        CHECK(norm(turning(k) - std::exp(-2 * Real(c.own_times().time(k))) * turning(0)) < 1e-11);
}

}  // namespace
