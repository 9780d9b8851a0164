#include "judge/curve.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn::judge;

// sin is 0.8 at both ends and in the middle of 64 waves. 16 cells of half a wave are 8 waves.
TEST_CASE("judge: along waves a step sees a few of them, however alike its ends and middle are") {
    const auto formula = [](const char* text) { return Formula(text, "s", "/curve"); };
    const double wave = 2 * std::acos(-1.0), start = std::asin(0.8);
    const Curve waves({formula("s"), formula("sin(s)")}), straight({formula("s"), formula("1 - 2*s")});
    for (const double way : {64 * wave, -64 * wave}) {
        const double seen = waves.seen_reach(start, way);
        CHECK(seen < 8 * wave);
        CHECK(seen > wave / 2);
        CHECK(straight.seen_reach(start, way) == std::fabs(way));
    }
}
