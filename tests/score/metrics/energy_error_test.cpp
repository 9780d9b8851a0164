#include "score/metrics/conservation_errors.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>

using namespace cchnn;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("relative energy error of a worked example: |-3 - 1| / (3 + 1) = 1, |3 - 1| / (3 + 1) = 1/2") {
    CHECK(relative_energy_error(-3, 1) == 1);
    CHECK(relative_energy_error(3, 1) == 0.5);
    CHECK(relative_energy_error(-1, -3) == 0.5);
}

TEST_CASE("scaled energy error is the error over the largest kinetic energy: |3 - 1| / 8") {
    CHECK(scaled_energy_error(3, 1, 8) == 0.25);
    CHECK(scaled_energy_error(103, 101, 8) == 0.25);  // where V = 0 does not matter
}

TEST_CASE("energy errors of equal energies are 0, also when everything is 0") {
    CHECK(relative_energy_error(2, 2) == 0);
    CHECK(relative_energy_error(0, 0) == 0);
    CHECK(scaled_energy_error(2, 2, 0) == 0);
}

TEST_CASE("an energy that is not finite has the worst value") {
    for (double bad : {not_a_number, inf, -inf}) {
        CHECK(relative_energy_error(bad, 1) == 1);
        CHECK(scaled_energy_error(bad, 1, 8) == inf);
    }
    CHECK(relative_energy_error(1e308, -1e308) == 1);
    CHECK(scaled_energy_error(1e308, -1e308, 1) == inf);  // overflows: as bad as it gets
}
