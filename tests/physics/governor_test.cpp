// The stiff flyball governor, problem A05 of the IFToMM library of multibody benchmarks: four bodies of the file beside
// two coordinates, worked out here from the dimensions that the library states.

#include <doctest/doctest.h>

#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>

#include "integrate/error_bound.hpp"
#include "physics/reference.hpp"
#include "sanitized.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Angle b of the rods below the horizontal, height s of the slider, angle a of the shaft; with rods that start alike,
// they stay alike. Hinges are r = 5 cm from the axis, and so are the ends of the springs on the slider. A rod (1 m,
// 0.3 kg, 1 cm thick) has a ball of 5 kg at its end.
//   (1)  T = I_b b'^2/2 + I_a(b) a'^2/2 + 3 s'^2/2,    I_a a' = constant
//   (2)  each spring is (u, w) = (cos b/2, 1 - sin b/2 - s) long, across and up, its tension K (l - 1/2) + C l'
using Number = long double;
using State = std::array<Number, 5>;  // b, s, a, b', s'

class Governor {
  public:
    Governor() : spin_(about_shaft(pi / 6) * 2 * pi) {}

    State start() const { return {pi / 6, 0.5L, 0, 0, 0}; }
    Number turn_rate(const State& z) const { return spin_ / about_shaft(z[0]); }

    void operator()(const State& z, State& rate, Number) const {
        const Number sine = std::sin(z[0]), cosine = std::cos(z[0]), a_rate = turn_rate(z);
        const Number u = cosine / 2, w = 1 - sine / 2 - z[1], l = std::hypot(u, w);
        const Number l_b = (-u * sine - w * cosine) / (2 * l), l_s = -w / l;
        const Number tension = stiffness * (l - 0.5L) + resistance * (l_b * z[3] + l_s * z[4]);
        const Number pull = 2 * g * (rod / 2 + ball) * cosine;  // of gravity, with the angle
        rate = {z[3], z[4], a_rate,
                (pull + about_shaft_rate(sine, cosine) * a_rate * a_rate / 2 - 2 * tension * l_b) / about_hinge,
                -g - 2 * tension * l_s / slider};
    }

  private:
    static constexpr Number pi = 3.14159265358979323846264338327950288L, g = 9.81L, stiffness = 8e5L, resistance = 4e4L,
                            rod = 0.3L, ball = 5, slider = 3, r = 0.05L;
    static constexpr Number along = 1 / 12.0L, across = 1e-4L / 12;  // mean squares of coordinates of a rod
    static constexpr Number about_hinge = 2 * (rod * (0.25L + along + across) + ball);

    static Number about_shaft(Number b) {
        const Number sine = std::sin(b), cosine = std::cos(b), middle = r + cosine / 2, end = r + cosine;
        const Number shaft = 0.3L * 2 * across, block = slider * 2 * (0.01L / 12);
        return shaft + block +
               2 * (rod * (middle * middle + along * cosine * cosine + across * (1 + sine * sine)) + ball * end * end);
    }
    static Number about_shaft_rate(Number sine, Number cosine) {
        return 2 * (rod * (-(r + cosine / 2) * sine + 2 * (across - along) * sine * cosine) -
                    2 * ball * (r + cosine) * sine);
    }

    Number spin_;  // angular momentum
};

// z after `time`: what the dampers resist dies out at 3e4/s, a step of 1e-5 s leaves out 0.3^8 of it.
State moved_on(State z, const Governor& governor, Number time) {
    boost::numeric::odeint::runge_kutta_fehlberg78<State, Number> stepper;
    constexpr int steps = 1000;
    for (int i = 0; i < steps; ++i) stepper.do_step(std::cref(governor), z, Number(0), time / steps);
    return z;
}

double off(Number stored, Number truth) { return static_cast<double>(std::fabs(stored - truth)); }

}  // namespace

TEST_CASE("the flyball governor is where two coordinates of its own say, within its bound") {
    const Compiled c("a05_flyball");
    const auto states = c.draw(1);
    const TimeGrid times{0.01, cchnn_test::sanitized ? 11 : 101};  // down and up once
    TrajectoryBatch batch = integrate(c.system, states, times, default_protocol());
    add_error_bounds(c.system, states, times, ErrorBoundRule(default_protocol()), batch);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    const Governor governor;
    State z = governor.start();
    double lowest = 1, highest = 0;
    for (int k = 1; k < batch.samples; ++k) {
        z = moved_on(z, governor, times.dt);
        const auto node = [&](const std::vector<double>& all, int i) { return node_of(all, batch, 0, k, i); };
        // The bound is of (x, v) of 16 nodes, |z| up to 30 m and m/s: twice that for the two states.
        const double allowed = 60 * batch.error_bound[to_size(k)];
        CHECK(off(node(batch.x, 4)[2], z[1]) <= allowed);
        CHECK(off(node(batch.v, 4)[2], z[4]) <= allowed);
        CHECK(off(node(batch.x, 0)[0] - node(batch.x, 1)[0], -std::cos(z[2])) <= allowed);
        for (const int rod : {8, 12}) {
            CHECK(off(node(batch.x, rod + 1)[2] - node(batch.x, rod)[2], -std::sin(z[0])) <= allowed);
            CHECK(off(node(batch.v, rod + 1)[2] - node(batch.v, rod)[2], -std::cos(z[0]) * z[3]) <= allowed);
        }
        lowest = std::fmin(lowest, static_cast<double>(z[1]));
        highest = std::fmax(highest, static_cast<double>(z[1]));
    }
    CHECK(batch.error_bound.back() < 1e-10);
    CHECK(highest - lowest > (cchnn_test::sanitized ? 0.001 : 0.2));  // it moves
}
