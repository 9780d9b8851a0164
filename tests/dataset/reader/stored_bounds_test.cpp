#include "dataset/reader/stored_bounds.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace cchnn;

TEST_CASE("bounds lie between 0 and 1 and never decrease, what is after the end of a trajectory does not count") {
    constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    const auto why = [](std::vector<double> bound, int samples, bool with_impacts = false) {
        return why_impossible(bound.data(), samples, with_impacts);
    };
    CHECK(why({0, 1e-15, 1e-15, 1}, 4).empty());
    CHECK(why({1e-15, nan}, 1).empty());
    CHECK(why({}, 0).empty());
    CHECK(why({1e-15, nan}, 2) == "t[1] = nan, expected a number from 0 to 1");
    CHECK(why({-1e-15}, 1) == "t[0] = -1e-15, expected a number from 0 to 1");
    CHECK(why({0, inf}, 2) == "t[1] = inf, expected a number from 0 to 1");
    CHECK(why({0, 1.5}, 2) == "t[1] = 1.5, expected a number from 0 to 1");
    CHECK(why({1e-12, 1e-13}, 2) == "t[1] = 1e-13 after 1e-12, a bound never decreases");
    CHECK(why({1e-12, 1, 1e-12}, 3) == "t[2] = 1e-12 after 1, a bound never decreases");
    CHECK(why({1e-12, 1, 1e-12, 1}, 4, true).empty());
    CHECK(why({1e-12, 1, 1e-13}, 3, true) == "t[2] = 1e-13 after 1e-12, a bound never decreases");
}
