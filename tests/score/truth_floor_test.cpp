#include "score/judged_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn;

TEST_CASE("truth floor: errors not above their bound are counted, from the first counted sample on") {
    TruthFloor floor;
    const std::vector<double> bound{1e-15, 1e-12, 1e-10, 1e-10};
    add_trajectory(floor, {0, 1e-12, 2e-10, 5e-11}, bound.data(), 1);  // equal is within
    add_trajectory(floor, {0, 1e-3, 1e-3, 1}, bound.data(), 1);
    CHECK(floor.samples == 2);
    CHECK(floor.of_samples == 6);
    CHECK(floor.trajectories == 1);
    CHECK(floor.largest_bound == 1e-10);
    add_trajectory(floor, {0, 1, 1, 1}, bound.data(), 0);
    CHECK(floor.samples == 3);
    CHECK(floor.trajectories == 2);
}

TEST_CASE("truth floor: a bound that is no number lets nothing pass") {
    TruthFloor floor;
    const std::vector<double> bound{NAN, NAN};
    add_trajectory(floor, {0, 0}, bound.data(), 0);
    CHECK(floor.samples == 0);
}

TEST_CASE("truth floor: the remark says how many, and how large the bounds are") {
    TruthFloor floor{2, 6, 1, 1e-10};
    CHECK(remark(floor) ==
          "2 of 6 errors (in 1 trajectory) are not above the estimated error_bound of the reference, there "
          "1.0e-10 or less");
    CHECK(remark(TruthFloor{0, 6, 0, 0}) == "");
}
