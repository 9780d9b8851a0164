#include "dataset/reader/trajectory_end.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

TEST_CASE("trajectory end: a completed one has all samples, one that ended early those before its NaN") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> x{1, 2, nan, nan, nan, 3, nan, nan}, v{1, 2, nan, nan, nan, nan, nan, nan};
    CHECK(cchnn::samples_before_end(true, 4, 2, x.data(), v.data()) == 4);
    CHECK(cchnn::samples_before_end(false, 4, 2, x.data(), v.data()) == 3);  // a number stands at sample 2
    CHECK(cchnn::samples_before_end(false, 2, 2, x.data(), v.data()) == 1);
}
