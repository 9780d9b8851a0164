#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "elements/damping.hpp"
#include "elements/gravity.hpp"
#include "elements/link.hpp"
#include "elements/newtonian.hpp"
#include "elements/spring.hpp"
#include "spec/read_system.hpp"

// Systems of other sources than the paper, their constants typed a second time or checked against the source's physics.

using namespace cchnn;

namespace {

using Numbers = std::vector<double>;

TEST_CASE("the outer solar system has the published table, Jupiter's mass included") {
    const SystemSpec spec = load_system("outer_solar_system");
    CHECK(spec.units == Units{"au", "solar mass", "day"});
    const auto& newtonian = (*spec.potentials.at(0).as<NewtonianSpec>());
    CHECK(newtonian.gravitational_constant == 2.95912208286e-4);
    CHECK(newtonian.bodies == std::vector<std::string>{"sun", "jupiter", "saturn", "uranus", "neptune", "pluto"});
    CHECK(spec.bodies.at(0).mass == 1.00000597682);
    CHECK(spec.bodies[0].position == Numbers{0, 0, 0});
    struct Planet {
        std::string id;
        double mass;
        Numbers position, velocity;
    };
    // Hairer, Lubich, Wanner, Geometric Numerical Integration, section I.2.4, table 2.2
    const std::vector<Planet> planets = {
        {"jupiter", 9.54786104043e-4, {-3.5023653, -3.8169847, -1.5507963}, {0.00565429, -0.0041249, -0.00190589}},
        {"saturn", 2.85583733151e-4, {9.0755314, -3.0458353, -1.6483708}, {0.00168318, 0.00483525, 0.00192462}},
        {"uranus", 4.37273164546e-5, {8.310142, -16.2901086, -7.2521278}, {0.00354178, 0.00137102, 0.00055029}},
        {"neptune", 5.17759138449e-5, {11.4707666, -25.7294829, -10.8169456}, {0.0028893, 0.00114527, 0.00039677}},
        {"pluto", 1 / 1.3e8, {-15.5387357, -25.2225594, -3.1902382}, {0.00276725, -0.00170702, -0.00136504}}};
    const auto& state = std::get<std::vector<GivenState>>(spec.initial_conditions).at(0);
    for (std::size_t i = 0; i < planets.size(); ++i) {
        CHECK(spec.bodies.at(i + 1).id == planets[i].id);
        CHECK(spec.bodies[i + 1].mass == planets[i].mass);
        CHECK(state.position.at(planets[i].id) == planets[i].position);
        CHECK(state.velocity.at(planets[i].id) == planets[i].velocity);
    }
    CHECK(spec.sampling.dt * (spec.sampling.steps - 1) == 200000);  // days
}

// Kepler's third law, each planet alone with the Sun: a velocity with a wrong digit or sign gives another year.
TEST_CASE("the planets of the outer solar system take their known years") {
    const SystemSpec spec = load_system("outer_solar_system");
    const double g = (*spec.potentials.at(0).as<NewtonianSpec>()).gravitational_constant;
    const auto& state = std::get<std::vector<GivenState>>(spec.initial_conditions).at(0);
    const auto norm2 = [](const Numbers& a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; };
    const std::map<std::string, double> years = {
        {"jupiter", 11.86}, {"saturn", 29.45}, {"uranus", 84.02}, {"neptune", 164.79}, {"pluto", 247.9}};
    for (const auto& planet : years) {
        const std::string& id = planet.first;
        CAPTURE(id);
        const double mu = g * (spec.bodies[0].mass);
        const double a = 1 / (2 / std::sqrt(norm2(state.position.at(id))) - norm2(state.velocity.at(id)) / mu);
        const double year = 2 * 3.141592653589793 * std::sqrt(a * a * a / mu) / 365.25;
        // 3 %: osculating orbits about the Sun, pulled by the other planets, against mean ones
        CHECK(year == doctest::Approx(planet.second).epsilon(0.03));
    }
}

TEST_CASE("the spring pendulum has the potential of the source's Lagrangian, up to a constant") {
    const SystemSpec spec = load_system("spring_pendulum");
    const double g = (*spec.potentials.at(0).as<GravitySpec>()).g, m = spec.bodies.at(1).mass;
    const auto& spring = (*spec.potentials.at(1).as<SpringSpec>());
    const double k = spring.stiffness / 2, r0 = 1;
    const auto source = [&](double r, double angle) {
        return k * (r - r0) * (r - r0) + m * g * r * (1 - std::cos(angle));
    };
    const auto ours = [&](double r, double angle) {
        const double stretch = r - spring.rest_length;
        return spring.stiffness / 2 * stretch * stretch - m * g * r * std::cos(angle);
    };
    const double constant = ours(1, 0) - source(1, 0);
    for (const double r : {0.5, 1.0, 1.7})
        for (const double angle : {-2.0, 0.0, 0.3, 3.0})
            CHECK(std::abs(ours(r, angle) - source(r, angle) - constant) <= 1e-13);  // roundings of numbers near 30
}

TEST_CASE("the Dzhanibekov cross starts with v = r x omega, as in the source's text") {
    const SystemSpec spec = load_system("dzhanibekov_cross");
    CHECK(spec.bodies.at(1).mass == 2 * 0.1);
    CHECK(spec.bodies.at(2).mass == 2 * 1.0);
    CHECK((*spec.constraints.at(2).as<LinkSpec>()).length == std::sqrt(2.0));
    const auto& state = std::get<std::vector<GivenState>>(spec.initial_conditions).at(0);
    CHECK(state.position.at("end1") == Numbers{0, 0, 1});
    CHECK(state.position.at("end2") == Numbers{1, 0, 0});
    const Numbers omega = {0, 0.01, 1};
    for (const std::string id : {"end1", "end2"}) {
        const Numbers& r = state.position.at(id);
        const Numbers expected = {r[1] * omega[2] - r[2] * omega[1], r[2] * omega[0] - r[0] * omega[2],
                                  r[0] * omega[1] - r[1] * omega[0]};
        CHECK(state.velocity.at(id) == expected);
    }
}

TEST_CASE("the oscillator and the damped pendulum have m = R = 1") {
    const SystemSpec oscillator = load_system("harmonic_oscillator");
    const auto& spring = (*oscillator.potentials.at(0).as<SpringSpec>());
    CHECK(spring.stiffness == 9.81);  // m g / R
    CHECK(spring.rest_length == 0);
    CHECK(oscillator.bodies.at(1).mass == 1);
    CHECK(std::get<std::vector<GivenState>>(oscillator.initial_conditions).at(0).position.at("bob") == Numbers{0.1});
    const SystemSpec damped = load_system("damped_pendulum");
    CHECK((*damped.damping.at(0).as<DampingSpec>()).pivot == "pivot");
    CHECK(damped.conserved.empty());
}

template <class T>
const T& placement_of(const SystemSpec& spec, const std::string& body) {
    return std::get<T>(std::get<DrawnStates>(spec.initial_conditions).bodies.at(body));
}
TEST_CASE("the placements of the four-bar linkage close its loop at the mean crank angle") {
    const SystemSpec spec = load_system("four_bar_linkage");
    const auto angle = [&](const char* id) {
        const Distribution& d = placement_of<RigidPlacement>(spec, id).angles.at(0);
        return std::holds_alternative<Constant>(d) ? std::get<Constant>(d).value : std::get<Normal>(d).mean;
    };
    const auto end = [&](double x, double y, const char* id, double length) {
        return std::pair(x + length * std::sin(angle(id)), y - length * std::cos(angle(id)));
    };
    const auto crank = end(0, 0, "crank", 0.4);
    const auto coupler = end(crank.first, crank.second, "coupler", 1.1);
    const auto rocker = end(1, 0, "rocker", 0.8);
    CHECK(std::abs(coupler.first - rocker.first) <= 1e-14);  // angles typed to 16 digits
    CHECK(std::abs(coupler.second - rocker.second) <= 1e-14);
}

}  // namespace
