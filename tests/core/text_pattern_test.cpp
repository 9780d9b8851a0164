#include "core/text_pattern.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

TEST_CASE("a pattern matches a whole text, or begins one") {
    const TextPattern day("[0-9]{4}-(0[1-9]|1[0-2])");
    CHECK(day.matches("2026-01"));
    CHECK_FALSE(day.matches("2026-13"));
    CHECK_FALSE(day.matches("2026-01 "));
    CHECK(day.begins("2026-01 "));
    CHECK_FALSE(day.begins(" 2026-01"));
    CHECK_FALSE(day.matches(""));
}

TEST_CASE("a text of a megabyte matches no pattern, and takes no stack") {
    const TextPattern letters("[a-z]+");
    CHECK(letters.matches(std::string(5000, 'a')));
    CHECK_FALSE(letters.matches(std::string(1000000, 'a')));
}
