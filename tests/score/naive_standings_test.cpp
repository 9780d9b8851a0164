#include "score/naive_standings.hpp"

#include <doctest/doctest.h>

#include "report/tables/comparison_report.hpp"
#include "score/model_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("naive forecasts over systems have the geometric mean of their errors, a system without them counts as 1") {
    SubmissionScores parrot = submission("parrot", {0.04, 0.04}), linear = submission("linear", {0.5, 0.5});
    parrot.naive = "parrot";
    linear.naive = "linear";
    Comparison comparison{{scores_of("a", {submission("net", {0.01, 0.01}), parrot, linear}),
                           scores_of("b", {submission("net", {0.04, 0.04}), linear})},
                          {},
                          {}};
    comparison.standings = standings(comparison.systems, quick(0));
    const std::vector<NaiveStanding> found = naive_standings(comparison.systems);
    REQUIRE(found.size() == 2);
    CHECK(found[0].label == "parrot");
    CHECK(found[0].error == doctest::Approx(0.2).epsilon(1e-14));  // sqrt(0.04 * 1)
    CHECK(found[0].systems == 1);
    CHECK(found[1].error == doctest::Approx(0.5).epsilon(1e-14));
    const TextTable table = standings_table(comparison).front().table;
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[1] == std::vector<std::string>{"parrot", "2.00e-01", "10", "naive", "-", "", "-", "1 of 2"});
}
