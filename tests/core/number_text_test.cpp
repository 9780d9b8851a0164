#include "core/number_text.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <string>

using namespace cchnn;

TEST_CASE("the text of a number is the shortest that reads back as the same number") {
    for (double number : {0.1, 1.0 / 3, 1e-13, 1e300, -0.0, std::numeric_limits<double>::denorm_min()}) {
        CAPTURE(number);
        CHECK(std::strtod(number_text(number).c_str(), nullptr) == number);
    }
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(1e-13) == "1e-13");
    CHECK(number_text(100.0) == "100");
}
