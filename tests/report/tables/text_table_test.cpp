#include "report/tables/text_table.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace cchnn;

TEST_CASE("a table aligns names left and numbers right") {
    const TextTable table{{"", "err", "n"}, {{"a", "1.00e-05", "7"}, {"longer", "2", "123"}}};
    CHECK(table.text(80) ==
          "               err    n\n"
          "  a       1.00e-05    7\n"
          "  longer         2  123\n");
}

TEST_CASE("columns that do not fit go on below with the names repeated") {
    const TextTable table{{"", "first", "second"}, {{"a", "1", "2"}}};
    CHECK(table.text(12) ==
          "     first\n"
          "  a      1\n"
          "     second\n"
          "  a       2\n");
    CHECK(table.text(1) == table.text(12));  // one column at least
}

TEST_CASE("letters of several bytes count as one") {
    const TextTable table{{"", "x"}, {{"Müller", "1"}, {"ab", "2"}}};
    CHECK(table.text(80) == "          x\n  Müller  1\n  ab      2\n");
}

TEST_CASE("errors have three digits, times two decimals") {
    CHECK(error_text(0.000012345) == "1.23e-05");
    CHECK(error_text(0) == "0");
    CHECK(error_text(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(time_text(0.876) == "0.88");
}
