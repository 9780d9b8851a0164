#include "mechanics/angle_count.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using cchnn_test::Compiled;
constexpr double pi = 0x1.921fb54442d18p+1;

// A rod on an axle, which a torque may turn: theta = 3 + rate t.
struct Turning {
    Compiled c{std::string(R"({"name": "rotor", "dimension": 2,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [1]}],
        "constraints": [{"type": "Joint", "between": ["o", "rod"]}],
        "potentials": [{"type": "Torque", "bodies": ["o", "rod"], "torque": 1}],
        "initial_conditions": {"state": {"position": {"rod": [[0, 0], [1, 0]]}}}})")};
    std::vector<double> x, v, theta;
    Turning(double rate, double dt, int samples) {
        for (int k = 0; k < samples; ++k) {
            theta.push_back(3 + rate * dt * k);
            x.insert(x.end(), {0, 0, std::cos(theta.back()), std::sin(theta.back())});
            v.insert(v.end(), {0, 0, -rate * std::sin(theta.back()), rate * std::cos(theta.back())});
        }
    }
    std::vector<double> counted(double dt, const double* first) const {
        return counted_along(c.system, x.data(), v.data(), static_cast<int>(theta.size()), dt, first);
    }
};

}  // namespace

TEST_CASE("angles of a motion are counted along its samples by their rates, however fast it turns evenly") {
    for (const double rate : {0.0, 2.0, -40.0}) {
        const Turning turning(rate, 0.5, 9);
        const std::vector<double> found = turning.counted(0.5, nullptr);
        REQUIRE(found.size() == 9);
        for (std::size_t k = 0; k < 9; ++k) CHECK(std::fabs(found[k] - turning.theta[k]) < 1e-12);
        CHECK(samples_tell_turns(turning.c.system, turning.x.data(), turning.v.data(), 9, 0.5, turning.theta.data()));
    }
}

TEST_CASE("a first angle says how many turns there were before") {
    const Turning turning(2, 0.5, 5);
    const double first = 3 - 8 * pi + 0.1;  // the nearest one counts
    const std::vector<double> found = turning.counted(0.5, &first);
    for (std::size_t k = 0; k < 5; ++k) CHECK(std::fabs(found[k] - (turning.theta[k] - 8 * pi)) < 1e-12);
}

TEST_CASE("a sample that is not finite counts as the one before, and what comes after goes on") {
    Turning turning(1, 0.1, 5);
    turning.x[2 * 4 + 2] = NAN;
    const std::vector<double> found = turning.counted(0.1, nullptr);
    CHECK(found[2] == found[1]);
    CHECK(std::fabs(found[4] - turning.theta[4]) < 1e-12);
}

TEST_CASE("a motion that turns between its samples otherwise than its rates say is told") {
    Turning turning(0, 0.5, 4);  // stands still at each sample, and was a turn further at the last
    turning.theta[3] += 2 * pi;
    CHECK_FALSE(samples_tell_turns(turning.c.system, turning.x.data(), turning.v.data(), 4, 0.5, turning.theta.data()));
    turning.theta[3] = NAN;  // a trajectory that ended
    CHECK(samples_tell_turns(turning.c.system, turning.x.data(), turning.v.data(), 4, 0.5, turning.theta.data()));
}

TEST_CASE("energy without counted angles takes those of one turn, with them the turns count") {
    const Turning turning(0, 1, 1);
    const double near = 3, far = 3 + 4 * pi;
    CHECK(turning.c.system.energy(turning.x.data(), turning.v.data()) == doctest::Approx(-3));
    CHECK(turning.c.system.energy(turning.x.data(), turning.v.data(), &near) == -3);
    CHECK(turning.c.system.energy(turning.x.data(), turning.v.data(), &far) == -(3 + 4 * pi));
}
