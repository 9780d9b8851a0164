#include "score/metrics/energy_drift.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

TEST_CASE("slope and fluctuation of four samples worked out by hand") {
    // Pairs (0, 2) and (1, 3), 1 s apart: slopes 3 and 5, median 4. Beside 4 t: 0, -1, -1, 0; median -0.5.
    const RobustLine line = robust_line({0, 1, 3, 6}, 0.5);
    CHECK(line.slope == 4);
    CHECK(line.intercept == -0.5);
    CHECK(line.fluctuation == 0.5);
}

TEST_CASE("a straight line has its slope and no fluctuation, a quarter of wild samples changes neither sign nor size") {
    std::vector<double> curve;
    for (int k = 0; k < 101; ++k) curve.push_back(2 - 0.3 * 0.1 * k);
    CHECK(robust_line(curve, 0.1).slope == doctest::Approx(-0.3).epsilon(1e-12));  // rounding of 2 - 0.03 k
    CHECK(robust_line(curve, 0.1).fluctuation < 1e-14);
    for (std::size_t k = 60; k < 80; ++k) curve[k] = 1e6;
    // 20 of 50 pairs are wild, all upwards: the median moves among equal slopes.
    CHECK(robust_line(curve, 0.1).slope == doctest::Approx(-0.3).epsilon(1e-12));
}

TEST_CASE("an oscillation has fluctuation and no drift") {
    std::vector<double> curve;
    for (int k = 0; k < 100; ++k) curve.push_back(std::sin(2 * 3.14159265358979 * k / 10));
    const RobustLine line = robust_line(curve, 0.1);
    CHECK(std::abs(line.slope) < 1e-12);  // ten samples a period: samples 50 apart are equal
    CHECK(line.fluctuation == doctest::Approx(std::sqrt(0.5)).epsilon(1e-12));
}

TEST_CASE("a value that is not finite is the worst of both") {
    for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e308}) {
        const RobustLine line = robust_line({0, 1e308, bad, 0}, 1e-3);
        CHECK(line.slope == std::numeric_limits<double>::infinity());
        CHECK(line.fluctuation == std::numeric_limits<double>::infinity());
    }
}
