#include "core/option.hpp"

#include <doctest/doctest.h>

namespace cchnn {
namespace {

const std::string before_main = option("rest-length"), forced_before_main = option("overwrite");

TEST_CASE("the library spells an option as a member, until a program asks for its own spelling") {
    CHECK(before_main == "'rest_length'");
    CHECK(forced_before_main == "'overwrite'");
    spell_options_as_typed();
    CHECK(option("rest-length") == "--rest-length");
    CHECK(option("overwrite") == "--force");
}

}  // namespace
}  // namespace cchnn
