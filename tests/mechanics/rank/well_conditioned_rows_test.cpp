#include "mechanics/rank/well_conditioned_rows.hpp"

#include <doctest/doctest.h>

#include "mechanics/rank/products_of_rows.hpp"

using namespace cchnn;
using cchnn_test::products_of_rows;

namespace {

using Rows = std::vector<std::vector<double>>;

}  // namespace

TEST_CASE("rows: of dependent ones those far from each other are taken, whatever their size and order") {
    // The second is all but the first, the third is at right angles to it and small.
    const Rows askew{{1, 0, 0}, {1, 1e-3, 0}, {0, 1e-4, 0}, {0, 0, 5}};
    CHECK(well_conditioned_rows({products_of_rows(askew)}, 4, {0, 1, 3}) == std::vector<int>{0, 2, 3});
    // Unless the first ones are kept in any case.
    CHECK(well_conditioned_rows({products_of_rows(askew)}, 4, {0, 1, 3}, 2) == std::vector<int>{0, 1, 3});
    // They ascend, though the last one, at right angles to the first, is taken before the third, which is not.
    const Rows late{{1, 0, 0}, {1, 1e-3, 0}, {1, 1, 0}, {0, 0, 1}};
    CHECK(well_conditioned_rows({products_of_rows(late)}, 4, {0, 1, 3}) == std::vector<int>{0, 2, 3});
    // Alike up to rounding, or not twice as good: the given ones.
    const Rows alike{{1, 0}, {0, 1}, {1, 0.8}, {1 + 1e-15, 0}};
    CHECK(well_conditioned_rows({products_of_rows(alike)}, 4, {1, 3}) == std::vector<int>{1, 3});
    CHECK(well_conditioned_rows({products_of_rows(alike)}, 4, {1, 2}) == std::vector<int>{1, 2});
}

TEST_CASE("rows: a set that loses its rank at one of the configurations is not taken") {
    const Rows here{{1, 0}, {0, 1}, {0.8, 0.6}}, there{{1, 0}, {1, 1e-4}, {0.8, 0.6}};
    CHECK(well_conditioned_rows({products_of_rows(here)}, 3, {0, 1}) == std::vector<int>{0, 1});
    CHECK(well_conditioned_rows({products_of_rows(here), products_of_rows(there)}, 3, {0, 1}) ==
          std::vector<int>{0, 2});
}
