#include "integrate/derived_choice.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"

using namespace cchnn;

TEST_CASE("derived choice: names come back in one order") {
    const DerivedChoice choice = read_derived_choice("multipliers,acceleration", "--with");
    CHECK((choice == DerivedChoice{true, false, true}));
    CHECK(to_text(choice) == "acceleration,multipliers");
    CHECK(to_text(DerivedChoice{}).empty());
    CHECK((read_derived_choice(to_text(DerivedChoice{true, true, true}), "--with") == DerivedChoice{true, true, true}));
}

TEST_CASE("derived choice: another name is refused with the nearest one") {
    CHECK_THROWS_WITH_AS(read_derived_choice("momentum,accelerations", "--with"),
                         "--with: takes acceleration, momentum and multipliers, separated by commas, got "
                         "'accelerations', did you mean 'acceleration'?",
                         UsageError);
    CHECK_THROWS_WITH_AS(read_derived_choice("", "--with"),
                         "--with: names no array; give acceleration, momentum or multipliers", UsageError);
}
