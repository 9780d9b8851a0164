#include "core/number_text.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>

using namespace cchnn;

TEST_CASE("the text of a number reads back as the same double, and is no longer than it has to be") {
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(1e-13) == "1e-13");
    CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
    for (const double number : {1.0 / 3, 0x1.fffffffffffffp1023, 5e-324})
        CHECK(std::strtod(number_text(number).c_str(), nullptr) == number);
}

TEST_CASE("a short number has as many digits as asked for, and no zeros behind them") {
    CHECK(short_number(1.0 / 3) == "0.333333");
    CHECK(short_number(2.0 / 3, 3) == "0.667");
    CHECK(short_number(1500) == "1500");
    CHECK(short_number(1500, 2) == "1.5e+03");
}
