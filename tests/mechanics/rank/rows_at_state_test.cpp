#include "mechanics/rank/rows_at_state.hpp"

#include <doctest/doctest.h>

#include "mechanics/rank/products_of_rows.hpp"

using namespace cchnn;
using cchnn_test::products_of_rows;

TEST_CASE("rows at a state: what the combinations that vanish determine best is left out") {
    // The first is all but the last and a little longer, and the second says nothing of them.
    const auto a = products_of_rows({{1, 1e-3}, {0, 1}, {1, 0}});
    CHECK(rows_at_state(a, {1, 1, 1}, 2) == std::vector<int>{1, 2});
    CHECK(rows_at_state(a, {1, 1, 1}, 3).empty());
}

TEST_CASE("rows at a state: what is on velocities is left out where it follows from positions, never the other way") {
    const auto a = products_of_rows({{1, 1, 0}, {1, 0, 0}, {0, 1e-3, 0}, {0, 0, 1}});
    CHECK(rows_at_state(a, {0, 1, 1, 1}, 3) == std::vector<int>{1, 2, 3});
    CHECK(rows_at_state(a, {1, 0, 1, 0}, 3) == std::vector<int>{0, 2, 3});
    // A row of each kind too many.
    const auto both = products_of_rows({{1, 0}, {1, 0.1}, {1, 0}, {1, 0}});
    CHECK(rows_at_state(both, {0, 0, 1, 1}, 2) == std::vector<int>{1, 3});
}
