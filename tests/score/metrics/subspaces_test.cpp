#include "score/metrics/subspaces.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

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

TEST_CASE("true rows near what is free are found, and others near it are not invented") {
    const Rows free{{0, 0, 1, 0}}, truth{{0.01, 0, 1, 0}, {0, 1, 0, 0}};
    check(compare_spans(free, truth, truth), 2, 0, 0, 0);
    check(compare_spans(free, truth, {{0, 0, 1, 0.01}}), 0, 2, 0, 90);
    check(compare_spans(free, truth, {{1e-5, 0, 1, 0}}), 0, 2, 0, 90);  // may be rounding of iterations
}

// A guess next to what is free costs nothing, so that several at a time count only if all of them are true.
TEST_CASE("guesses next to what is free do not win") {
    const Rows free{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}},
        truth{{0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}};
    check(compare_spans(free, truth, {{1, 0, 0, 0.05, 0, 0}, {0, 1, 0, 0, 0, 0.04}}), 0, 2, 0, 90);
    check(compare_spans(free, truth, {{1, 0, 0, 0.05, 0, 0}, {0, 1, 0, 0, 0.04, 0}, {0, 0, 1, 0, 0, 0.03}}), 0, 2, 0,
          90);
    check(compare_spans(free, truth, {{1, 0, 0, 0.05, 0, 0}, {0, 1, 0, 0, 0.04, 0}}), 2, 0, 0, 0);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    double found = 0;
    constexpr int tries = 200;
    for (int i = 0; i < tries; ++i) {
        Rows guesses = free;
        for (Row& guess : guesses)
            for (std::size_t k = 3; k < 6; ++k) guess[k] = 0.02 * normal(random);
        found += compare_spans(free, truth, guesses).found;
    }
    CHECK(found == 0);  // three of them span all that is not free
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
