#include "integrate/derived_choice.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"

using namespace cchnn;

TEST_CASE("derived choice: names come back in one order") {
    const DerivedChoice choice = read_derived_choice("multipliers,acceleration", "--with");
    CHECK((choice == DerivedChoice{true, false, true}));
    CHECK(to_text(choice) == "acceleration,multipliers");
    CHECK(to_text(DerivedChoice{}).empty());
    const DerivedChoice all{true, true, true, true};
    CHECK(to_text(all) == "acceleration,momentum,multipliers,sensitivities");
    CHECK((read_derived_choice(to_text(all), "--with") == all));
    const DerivedChoice by_mass{.sensitivities = true, .sensitive = {"/bodies/1/mass", "/potentials/0/g"}};
    CHECK(to_text(by_mass) == "sensitivities,/bodies/1/mass,/potentials/0/g");
    CHECK((read_derived_choice(to_text(by_mass), "--with") == by_mass));
}

TEST_CASE("derived choice: another name is refused with the nearest one") {
    CHECK_THROWS_WITH_AS(
        read_derived_choice("momentum,accelerations", "--with"),
        "--with: takes acceleration, momentum, multipliers and sensitivities, separated by commas, got "
        "'accelerations', did you mean 'acceleration'?",
        UsageError);
    CHECK_THROWS_WITH_AS(read_derived_choice("", "--with"),
                         "--with: names no array; give acceleration, momentum, multipliers or sensitivities",
                         UsageError);
}
