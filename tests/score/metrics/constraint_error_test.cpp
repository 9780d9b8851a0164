#include "score/metrics/conservation_errors.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace cchnn;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("constraint RMSE divides by the number of rows: sqrt((1 + 49) / 2) = 5") {
    const double rows[] = {1, -7};
    CHECK(root_mean_square(rows, 2) == 5);
}

TEST_CASE("the stacked norm adds rows and their rates and does not divide: sqrt(1 + 4 + 4 + 16) = 5") {
    const double phi[] = {1, -2}, rate[] = {2, 4};
    CHECK(stacked_norm(phi, rate, 2) == 5);
}

TEST_CASE("a constraint that is not finite has the worst value") {
    const double rows[] = {0, not_a_number}, good[] = {0, 0};
    CHECK(root_mean_square(rows, 2) == inf);
    CHECK(stacked_norm(rows, good, 2) == inf);
    CHECK(stacked_norm(good, rows, 2) == inf);
    const double infinite[] = {inf, -inf};
    CHECK(root_mean_square(infinite, 2) == inf);
}
