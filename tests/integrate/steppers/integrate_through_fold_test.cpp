#include "integrate/steppers/integrate_through_fold.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/integrate_fixture.hpp"
#include "mechanics/closed_mechanisms.hpp"

namespace cchnn_test {
namespace {

// With keys of potentials and damping of its own.
std::string with(std::string text, const std::string& potential, const std::string& damping) {
    text.insert(text.find("], \"initial_conditions\""), potential);
    text.insert(text.find(", \"initial_conditions\""), R"(, "damping": [)" + damping + "]");
    text.erase(text.find(R"(, "conserved")"), text.rfind('}') - text.find(R"(, "conserved")"));
    return text;
}

// Cranks at angle a with rate w, the coupler level: x, then p.
std::vector<double> parallelogram(const ConstrainedSystem& system, double a, double w) {
    const double x = std::cos(a), y = std::sin(a), vx = -y * w, vy = x * w;
    std::vector<double> z, v;
    for (double side : {0.0, 1.0})
        for (double along : {0.5, 1.5}) {
            z.insert(z.end(), {side + along * x, along * y});
            v.insert(v.end(), {along * vx, along * vy});
        }
    for (double along : {0.5, 1.5}) {
        z.insert(z.end(), {x + along, y});
        v.insert(v.end(), {vx, vy});
    }
    std::vector<double> p(v.size());
    system.momentum(v.data(), p.data());
    z.insert(z.end(), p.begin(), p.end());
    return z;
}

TEST_CASE("a parallelogram goes through its flat position to where the pendulum goes that it is") {
    const Compiled c(parallelograms_text(1));
    CHECK(may_fold(c.system));
    std::vector<double> z = parallelogram(c.system, 0.021, -3);
    REQUIRE(integrate_through_fold(c.system, 0.01, 24, z));
    double a = 0.021, w = -3;  // a'' = -1.2 g cos a, by the midpoint rule: 1e-6 of h^2 leaves 1e-12
    const double h = 0.01 / 20000, k = 1.2 * 9.81;
    for (int step = 0; step < 20000; ++step) {
        const double middle = a + h / 2 * w, rate = w - h / 2 * k * std::cos(a);
        a += h * rate;
        w -= h * k * std::cos(middle);
    }
    CHECK(a < 0);
    const std::vector<double> there = parallelogram(c.system, a, w);
    // rounding over the angle at which it comes out, 1e-16 / 1e-2, some hundred times
    for (std::size_t i = 0; i < z.size(); ++i) CHECK(std::fabs(z[i] - there[i]) < 1e-10);
}

TEST_CASE("with a damper, a torsion spring and a torque it goes through as well, and knows what it lost") {
    // a'' = -1.2 g cos a - (0.7 (a - pi/2) - 0.3 + 0.9 a')/(5/3),   e' = 0.9 a'^2
    const Compiled c(with(
        parallelograms_text(1),
        R"(, {"type": "TorsionSpring", "bodies": ["a0", "crank0"], "stiffness": 0.7, "rest_angle": 1.5707963267948966},
            {"type": "Torque", "bodies": ["a1", "crank1"], "torque": 0.3})",
        R"({"type": "TorsionDamper", "bodies": ["a0", "crank0"], "coefficient": 0.9})"));
    CHECK(may_fold(c.system));
    std::vector<double> z = parallelogram(c.system, 0.021, -3);
    z.insert(z.end(), {2.0, 0.021, 0.021});  // lost before, and the two counted angles
    const std::size_t width = to_size(c.system.state_size());
    REQUIRE(integrate_through_fold(c.system, 0.01, 24, z));
    double a = 0.021, w = -3, lost = 2;
    const double h = 0.01 / 20000, inertia = 5.0 / 3;
    const auto rate = [&](double angle, double speed) {
        return -1.2 * 9.81 * std::cos(angle) - (0.7 * (angle - std::acos(0.0)) - 0.3 + 0.9 * speed) / inertia;
    };
    for (int step = 0; step < 20000; ++step) {
        const double middle = a + h / 2 * w, speed = w + h / 2 * rate(a, w);
        a += h * speed;
        w += h * rate(middle, speed);
        lost += h * 0.9 * speed * speed;
    }
    CHECK(a < 0);
    std::vector<double> there = parallelogram(c.system, a, w);
    there.insert(there.end(), {lost, a, a});
    REQUIRE(z.size() == 2 * width + 3);
    for (std::size_t i = 0; i < z.size(); ++i) CHECK(std::fabs(z[i] - there[i]) < 1e-10);  // as above
}

TEST_CASE("with a charge in a magnetic field it goes the same way, because such a force does no work") {
    std::vector<std::vector<double>> ends;
    for (const std::string& potential :
         {std::string(), std::string(R"(, {"type": "MagneticField", "on": {"body": "crank0", "point": [0.3]},
            "charge": 2, "field": [0, 0, 40]})")}) {
        std::string text = parallelograms_text(1);
        text.insert(text.find("], \"initial_conditions\""), potential);
        const Compiled c(text);
        ends.push_back(parallelogram(c.system, 0.021, -3));
        REQUIRE(integrate_through_fold(c.system, 0.01, 24, ends.back()));
    }
    for (std::size_t i = 0; i < ends[0].size(); ++i) CHECK(std::fabs(ends[0][i] - ends[1][i]) < 1e-10);  // as above
}

TEST_CASE("a damped parallelogram swings through its flat positions for 10 s, with its energy and what it lost") {
    const Compiled c(with(parallelograms_text(1), R"(, {"type": "Torque", "bodies": ["a1", "crank1"], "torque": 0.3})",
                          R"({"type": "TorsionDamper", "bodies": ["a0", "crank0"], "coefficient": 0.2})"));
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    double off = 0;
    for (std::size_t k = 0; k < batch.energy.size(); ++k)
        off = std::max(off, std::fabs(batch.energy[k] + batch.dissipated[k] - batch.energy[0]));
    CHECK(off < 1e-7);
    CHECK(batch.dissipated.back() > 5);
}

TEST_CASE("where no rows meet on the way, nothing is done") {
    const Compiled c(parallelograms_text(1));
    const std::vector<double> start = parallelogram(c.system, 1.2, -3);
    std::vector<double> z = start;
    CHECK_FALSE(integrate_through_fold(c.system, 0.01, 24, z));
    CHECK(z == start);
    CHECK_FALSE(may_fold(Compiled("chain_pendulum_3").system));
    CHECK_FALSE(may_fold(Compiled("rolling_disk").system));
    CHECK(may_fold(Compiled("four_bar_linkage").system));
}

TEST_CASE("steps of RATTLE go through the flat positions of a parallelogram for 10 s and keep its energy") {
    const Compiled c(parallelograms_text(1));
    for (const Method method : {Method::rattle4, Method::rattle8}) {
        Protocol protocol = default_protocol();
        protocol.method = method;
        protocol.substeps = 4;
        const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), protocol);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        double off = 0;
        for (double energy : batch.energy) off = std::max(off, std::fabs(energy - batch.energy[0]));
        CHECK(off < 1e-6);  // h^4 of h = 0.0025 s at rates of 9/s, times 30 J
    }
}

}  // namespace
}  // namespace cchnn_test
