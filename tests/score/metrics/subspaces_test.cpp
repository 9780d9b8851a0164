#include "score/metrics/subspaces.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace cchnn;

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double rounding = 1e-12;  // degrees; angles of a few roundings of numbers near 1 are below 1e-13

Row in_plane(double degrees) { return {std::cos(degrees * degree), std::sin(degrees * degree), 0, 0}; }

void check(const SpanScores& scores, double found, double missed, double invented, double angle) {
    CHECK(scores.found == found);
    CHECK(scores.missed == missed);
    CHECK(scores.invented == invented);
    CHECK(std::fabs(scores.angle - angle) < rounding);
}

}  // namespace

TEST_CASE("an angle of two rows is found up to 5 degrees, and small ones to all digits") {
    check(compare_spans({}, {in_plane(0)}, {in_plane(4.9)}), 1, 0, 0, 4.9);
    check(compare_spans({}, {in_plane(0)}, {in_plane(5.1)}), 0, 1, 1, 5.1);
    check(compare_spans({}, {in_plane(0)}, {in_plane(180)}), 1, 0, 0, 0);
    const double tiny = compare_spans({}, {{1, 0}}, {{1, 1e-11}}).angle;
    CHECK(std::fabs(tiny * degree / 1e-11 - 1) < 1e-12);
}

TEST_CASE("spaces are compared, whatever their bases are") {
    const Rows truth{{1, 0, 0, 0}, {0, 1, 0, 0}},
        turned{{1, 1, 0, 0}, {1e-300, -1e-300, 0, 0}, {0, 0, 0, 0}, {3e300, 0, 0, 0}};
    check(compare_spans({}, truth, turned), 2, 0, 0, 0);
    // One direction shared, the other 30 degrees off: (0 + 30)/2.
    check(compare_spans({}, truth, {{1, 0, 0, 0}, {1, std::cos(30 * degree), std::sin(30 * degree), 0}}), 1, 1, 1, 15);
}

TEST_CASE("angles without a partner are right angles") {
    check(compare_spans({}, {}, {}), 0, 0, 0, 0);
    check(compare_spans({}, {{1, 0, 0, 0}}, {}), 0, 1, 0, 90);
    check(compare_spans({}, {}, {{1, 0, 0, 0}}), 0, 0, 1, 90);
    check(compare_spans({}, {{1, 0, 0, 0}}, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}), 1, 0, 2, 60);
    check(worst_of_spans({{1, 0, 0, 0}}, {{1, 0, 0, 0}, {0, 1, 0, 0}}, {{0, 1, 0, 0}, {0, NAN, 0, 0}}), 0, 1, 2, 90);
}

TEST_CASE("what is free makes no difference, known or not") {
    const Rows free{{0, 0, 1, 0}}, truth{{1, 0, 0.5, 0}};
    check(compare_spans(free, truth, {{1, 0, 0, 0}}), 1, 0, 0, 0);
    check(compare_spans(free, truth, {{1, 0, 7, 0}}), 1, 0, 0, 0);
    check(compare_spans(free, truth, {{1, 0, 7, 0}, {0, 0, 1, 0}}), 1, 0, 0, 0);
    check(compare_spans(free, truth, {{0, 0.01, 1, 0}}), 0, 1, 0, 90);  // within 5 degrees of what is free
    check(compare_spans(free, {{0, 0, 2, 0}}, {}), 0, 0, 0, 0);
}

TEST_CASE("rows that depend on others up to float32 are none of their own") {
    CHECK(orthonormal({{1, 0}, {1, 1e-7}}, new_of_found).size() == 1);
    CHECK(orthonormal({{1, 0}, {1, 1e-3}}, new_of_found).size() == 2);
    const Rows basis = orthonormal({{1, 1, 0}, {1, 1 + 1e-5, 0}, {0, 1, 1}}, new_of_truth);
    REQUIRE(basis.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < 3; ++k) product += basis[i][k] * basis[j][k];
            CHECK(std::fabs(product - (i == j ? 1 : 0)) < 1e-15);
        }
}
