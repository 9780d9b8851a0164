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

TEST_CASE("headings are broken into lines where this puts more columns beside each other, and only there") {
    const TextTable table{{"", "error [95 %]", "VPT (Err > 0.1), s", "n"}, {{"a", "1.00e-05", "2.97", "7"}}};
    CHECK(table.text(28) ==
          "                      VPT\n"
          "                   (Err >\n"
          "                    0.1),\n"
          "     error [95 %]       s  n\n"
          "  a      1.00e-05    2.97  7\n");
    CHECK(table.text(40) ==
          "     error [95 %]  VPT (Err > 0.1), s  n\n"
          "  a      1.00e-05                2.97  7\n");
}

TEST_CASE("prose is broken at words, a digest below its name, and a word wider than a line stays where it is") {
    CHECK(wrapped("one two three", 2, 9) == "one two\n  three\n");
    CHECK(wrapped("digest  0123456789", 6, 12) == "digest\n  0123456789\n");
    CHECK(wrapped("signature 0123456789abc", 4, 12) == "signature 0123456789abc\n");
    CHECK(wrapped("mean [95 %] of", 2, 10) == "mean\n  [95 %]\n  of\n");
    CHECK(wrapped("all 95 %", 2, 6) == "all\n  95 %\n");
    CHECK(wrapped("", 2, 9) == "\n");
}

TEST_CASE("a text is folded line by line, below its own beginning, and nowhere where there is no width") {
    const std::string text = "short\n  one two three\n\nlast one of all";
    CHECK(folded(text, 11) == "short\n  one two\n      three\n\nlast one of\n    all");
    CHECK(folded(text, 0) == text);
    CHECK(folded("ends\n", 3) == "ends\n");
    CHECK(folded("", 3) == "");
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
