#include "score/metrics/trajectory_curves.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/integrate_fixture.hpp"
#include "score/metrics/spread_fixture.hpp"

using namespace cchnn;
using cchnn_test::Compiled;

namespace {

// Two free masses of 1 and 2 kg on a line; the truth moves on with 1 m/s, kinetic energy 3/2 J.
const Compiled& masses() {
    static const Compiled c(R"({
      "name": "two_masses", "dimension": 1,
      "bodies": [{"id": "light", "type": "Obj0D", "mass": 1}, {"id": "heavy", "type": "Obj0D", "mass": 2}],
      "initial_conditions": {"states": [{"position": {"light": [0], "heavy": [1]}}]},
      "sampling": {"dt": 1, "steps": 3}})");
    return c;
}
const std::vector<double> x{0, 1, 1, 2, 2, 3}, v(6, 1.0);
const CoordinateSpread spread = cchnn_test::spread_of_one(3, x, v);
using Series = TrajectoryCurves::Series;

}  // namespace

TEST_CASE("curves of energy worked out by hand: the offset alone has a sign") {
    std::vector<double> slow = v;
    slow[2] = 0;  // sample 1: 1 J
    slow[5] = 2;  // sample 2: 4.5 J
    const MetricChoices choices;
    const TrajectoryCurves c(masses().system, choices, 3, 1.0, {x.data(), v.data(), nullptr, &spread},
                             {x.data(), slow.data()});
    CHECK(c.energy == Series{0, 0.5 / 2.5, 3.0 / 6});
    CHECK(c.energy_scaled == Series{0, 0.5 / 1.5, 2});
    CHECK(c.energy_offset == Series{0, -0.5 / 1.5, 2});
    CHECK(c.phi.empty());  // no constraints
    CHECK(c.dt() == 1);
    CHECK(!c.at_rest());
}

TEST_CASE("a state with one entry that is not finite is lost as a whole, also to the other body, the next is not") {
    std::vector<double> spoilt = x;
    spoilt[2] = NAN;  // sample 1, light
    const MetricChoices choices;
    const TrajectoryCurves c(masses().system, choices, 3, 1.0, {x.data(), v.data(), nullptr, &spread},
                             {spoilt.data(), v.data()});
    CHECK(c.err == Series{0, 1, 0});
    CHECK(c.err_of_nodes(1, 1) == Series{0, 1, 0});
    CHECK(c.energy == Series{0, 1, 0});
}

TEST_CASE("energies count angles along samples, of the truth and of a prediction that has none") {
    const Compiled rotor(R"({"name": "rotor", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [1]}],
        "constraints": [{"type": "Joint", "between": ["o", "rod"]}],
        "potentials": [{"type": "Torque", "bodies": ["o", "rod"], "torque": 1}],
        "initial_conditions": {"state": {"position": {"rod": [[0, 0], [1, 0]]}}}})");
    std::vector<double> truth, ahead, speed, stored;
    for (int k = 0; k < 12; ++k) {  // 2 rad/s, and a prediction 0.1 rad ahead
        const double theta = 40 + 2 * 0.5 * k;
        stored.push_back(theta);
        truth.insert(truth.end(), {0, 0, std::cos(theta), std::sin(theta)});
        ahead.insert(ahead.end(), {0, 0, std::cos(theta + 0.1), std::sin(theta + 0.1)});
        speed.insert(speed.end(), {0, 0, -2 * std::sin(theta), 2 * std::cos(theta)});
    }
    const MetricChoices choices;
    const CoordinateSpread of_rotor = cchnn_test::spread_of_one(12, truth, speed);
    const TrajectoryCurves c(rotor.system, choices, 12, 0.5, {truth.data(), speed.data(), stored.data(), &of_rotor},
                             {ahead.data(), speed.data()});
    // V' - V = -0.1 J by a kinetic energy of 2 J; speeds that are turned by 0.1 rad too little have all of it still.
    for (const double offset : c.energy_offset) CHECK(offset == doctest::Approx(-0.05).epsilon(1e-9));
}
