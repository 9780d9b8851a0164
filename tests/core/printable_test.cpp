#include "core/printable.hpp"

#include <doctest/doctest.h>

namespace cchnn {
namespace {

TEST_CASE("what a terminal would obey is spelled out") {
    CHECK(printable("a\x1b[31mred\nb") == "a\\x1b[31mred\\nb");
    CHECK(printable("\t\r\x07\x7f") == "\\t\\r\\x07\\x7f");
    CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
    CHECK(printable("a\xC2\x9B"
                    "31m") == "a\\u009b31m");
}

TEST_CASE("what turns the direction of text or ends a line unseen is spelled out") {
    CHECK(printable("a\xE2\x80\xAE"
                    "b") == "a\\u202eb");
    CHECK(printable("\xE2\x81\xA6\xE2\x80\x8F\xD8\x9C\xE2\x80\xA8") == "\\u2066\\u200f\\u061c\\u2028");
}

TEST_CASE("bytes that are not UTF-8 are spelled out, one by one") {
    CHECK(printable("\xff\x9b") == "\\xff\\x9b");
    CHECK(printable("\xE2\x80") == "\\xe2\\x80");                    // cut short
    CHECK(printable("\xC0\x8A") == "\\xc0\\x8a");                    // a newline in two bytes
    CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");           // half of a UTF-16 pair
    CHECK(printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond the last letter
}

TEST_CASE("letters of all languages stay") {
    CHECK(printable("Müller, 運動, \xF0\x9F\x8E\xA1, שלום, \\n") == "Müller, 運動, \xF0\x9F\x8E\xA1, שלום, \\n");
    CHECK(printable("") == "");
}

}  // namespace
}  // namespace cchnn
