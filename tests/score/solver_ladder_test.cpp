#include "score/solver_ladder.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

namespace {

// Errors from 1e-2 down, times from 1 up, but for "slow", which is less accurate than "middle" and takes longer.
SolverLadder made_up() {
    return {"a machine",
            10,
            {{"coarse", "", 1, 1e-2, 10, 10},
             {"middle", "", 2, 1e-4, 20, 140},
             {"slow", "", 5, 1e-3, 100, 100},
             {"fine", "", 8, 1e-8, 80, 560}}};
}

const std::string& name_of(const SolverLadder& ladder, std::optional<std::size_t> rung) {
    static const std::string none = "none";
    return rung ? ladder.rungs.at(*rung).setting : none;
}

}  // namespace

TEST_CASE(
    "at equal error the setting that takes the least time of those as accurate, at equal time the most accurate one") {
    const SolverLadder ladder = made_up();
    const SolverComparison found = beside_solver(ladder, 2e-3, 6.0);
    CHECK(name_of(ladder, found.at_equal_error) == "middle");
    CHECK(!found.cheapest_is_enough);
    CHECK(name_of(ladder, found.at_equal_time) == "middle");
    CHECK(name_of(ladder, found.fewest_evaluations) == "slow");  // by evaluations it is not slow
    CHECK(!found.fewest_is_enough);
    CHECK(found.error == 2e-3);
    CHECK(found.seconds.value() == 6.0);
}

TEST_CASE("a setting that is exactly as accurate, or takes exactly as long, counts") {
    const SolverLadder ladder = made_up();
    CHECK(name_of(ladder, beside_solver(ladder, 1e-4, 2.0).at_equal_error) == "middle");
    CHECK(name_of(ladder, beside_solver(ladder, 1e-4, 2.0).at_equal_time) == "middle");
    CHECK(name_of(ladder, beside_solver(ladder, 0.99e-4, 1.99).at_equal_error) == "fine");
    CHECK(name_of(ladder, beside_solver(ladder, 0.99e-4, 1.99).at_equal_time) == "coarse");
}

TEST_CASE("where the cheapest setting is as accurate a cheaper one could be, and that is said") {
    const SolverLadder ladder = made_up();
    const SolverComparison found = beside_solver(ladder, 0.5, {});
    CHECK(name_of(ladder, found.at_equal_error) == "coarse");
    CHECK(found.cheapest_is_enough);
    CHECK(found.fewest_is_enough);
}

TEST_CASE("a model that is more accurate than every setting, or faster than every one, has none beside it") {
    const SolverLadder ladder = made_up();
    const SolverComparison found = beside_solver(ladder, 1e-9, 0.5);
    CHECK(!found.at_equal_error);
    CHECK(!found.cheapest_is_enough);
    CHECK(!found.fewest_evaluations);
    CHECK(!found.at_equal_time);
}

TEST_CASE("a model that says no time has a setting at equal error alone") {
    const SolverLadder ladder = made_up();
    const SolverComparison found = beside_solver(ladder, 1e-4, {});
    CHECK(found.at_equal_error);
    CHECK(!found.seconds);
    CHECK(!found.at_equal_time);
}

TEST_CASE("of settings that take the same time the more accurate one, of errors that are the same the faster one") {
    const SolverLadder ladder{"", 1, {{"a", "", 3, 1e-3}, {"b", "", 3, 1e-5}, {"c", "", 2, 1e-5}}};
    CHECK(name_of(ladder, beside_solver(ladder, 1e-2, 9.0).at_equal_time) == "c");
    const SolverLadder tied{"", 1, {{"a", "", 3, 1e-3}, {"b", "", 3, 1e-5}}};
    CHECK(name_of(tied, beside_solver(tied, 1e-2, {}).at_equal_error) == "b");
}
