#include "report/tables/score_tables.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "contains_text.hpp"
#include "report/example_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

std::optional<CaptionedTable> in_lyapunov_times(const Scores& scores) {
    for (const CaptionedTable& table : score_tables(scores))
        if (table.caption.starts_with("Valid prediction time (VPT) in Lyapunov times")) return table;
    return std::nullopt;
}

}  // namespace

TEST_CASE("valid prediction times stand in Lyapunov times too: of 1/exponent, as are the ends of its interval") {
    Scores scores = example_scores();
    for (SubmissionScores& submission : scores.submissions)
        for (MetricScore& score : submission.metrics)
            if (score.metric.larger_is_better) score.summary.mean = submission.label == "good" ? 3 : 0.5;
    CHECK(!in_lyapunov_times(scores));
    scores.truth.lyapunov = MeanInterval{0.5, -0.1, 0.8};  // not significantly above 0: no such time
    CHECK(!in_lyapunov_times(scores));
    scores.truth.lyapunov = MeanInterval{0.5, 0.4, 0.8};
    const std::optional<CaptionedTable> found = in_lyapunov_times(scores);
    REQUIRE(found);
    CHECK(found->caption ==
          "Valid prediction time (VPT) in Lyapunov times of 2.00 s [1.25, 2.50], mean over trajectories:");
    REQUIRE(found->table.rows.size() == 2);
    for (std::size_t column = 1; column < found->table.headings.size(); ++column) {
        CHECK(found->table.rows[0].at(column) == "1.50");
        CHECK(found->table.rows[1].at(column) == "0.25");
    }
    CHECK(found->table.headings.size() > 1);
}

TEST_CASE("the calibration of ensembles has a row for each of them, with what their members can promise") {
    Scores scores = example_scores();
    const auto calibration = [&] {
        std::vector<CaptionedTable> tables = score_tables(scores);
        std::erase_if(tables, [](const CaptionedTable& t) { return !t.caption.starts_with("Calibration"); });
        return tables;
    };
    CHECK(calibration().empty());
    EnsembleSummary ensemble;
    ensemble.members = 10;
    ensemble.spread_skill = 0.5;
    ensemble.spread_skill_ci95 = Interval{0.4, 0.625};
    ensemble.coverage[0] = {{0.5, 3, 5.0 / 11}, 0.25, Interval{0.2, 0.3}};
    ensemble.coverage[1] = {{0.9, 1, 9.0 / 11}, 0.5, std::nullopt};
    scores.submissions[0].ensemble = ensemble;
    EnsembleSummary single;
    single.members = 1;
    scores.submissions[1].ensemble = single;
    const std::vector<CaptionedTable> tables = calibration();
    REQUIRE(tables.size() == 1);
    REQUIRE(tables[0].table.rows.size() == 2);
    CHECK(tables[0].table.rows[0] == std::vector<std::string>{"good", "10", "0.50 [0.40, 0.62]",
                                                              "25.0 % [20.0 %, 30.0 %] (45.5 %)", "50.0 % (81.8 %)"});
    CHECK(tables[0].table.rows[1] == std::vector<std::string>{"bad", "1", "-", "-", "-"});
    scores.submissions[0].ensemble->coverage[0] = {{0.5, 1, 1.0 / 3}, 0.25, std::nullopt};  // of two members
    CHECK(calibration()[0].table.rows[0][3] == "-");  // no other interval under the heading of this one
}

TEST_CASE("energies of an ensemble have the worst member beside their mean") {
    Scores scores = example_scores();
    const auto cell = [&](std::size_t row) {
        for (const CaptionedTable& shown : score_tables(scores))
            if (shown.caption.starts_with("Energy error")) return shown.table.rows[row][1];
        return std::string();
    };
    CHECK_FALSE(contains_text(cell(0), "worst"));
    for (MetricScore& score : scores.submissions[0].metrics) score.worst_member = 0.75;
    CHECK(cell(0).ends_with(", worst 7.50e-01"));
    CHECK_FALSE(contains_text(cell(1), "worst"));
}

TEST_CASE("numbers have their interval beside them where the caption says so, and nowhere else") {
    std::size_t with = 0, without = 0;
    for (const CaptionedTable& shown : score_tables(example_scores())) {
        CAPTURE(shown.caption);
        const TextTable& table = shown.table;
        if (table.headings.size() > 1 && table.headings[1].find("[95 %]") != std::string::npos)
            continue;  // a column says it
        const bool promised = shown.caption.find("[95 %]") != std::string::npos;
        for (const auto& row : table.rows)
            for (std::size_t column = 1; column < row.size(); ++column) {
                CHECK((row[column].find('[') != std::string::npos) == promised);
                ++(promised ? with : without);
            }
    }
    CHECK(with > 0);
    CHECK(without > 0);
}

TEST_CASE("published errors have a table of their own, with how many trajectories they are of") {
    Scores scores = example_scores();
    const auto published = [&] {
        std::vector<std::vector<std::string>> rows;
        for (const CaptionedTable& table : score_tables(scores))
            if (table.caption.starts_with("Published relative errors")) rows = table.table.rows;
        return rows;
    };
    CHECK(published().empty());
    scores.published = {{"one", "net", 7, 0.25, 0.125, {0.2, 0.3}, {0.1, 0.15}}};
    CHECK(published() == std::vector<std::vector<std::string>>{{"net (published)", "1.25e-01 [1.00e-01, 1.50e-01]",
                                                                "2.50e-01 [2.00e-01, 3.00e-01]", "7"}});
}
