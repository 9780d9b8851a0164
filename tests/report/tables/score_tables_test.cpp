#include "report/tables/score_tables.hpp"

#include <doctest/doctest.h>

#include <optional>

#include "report/example_scores.hpp"

using namespace cchnn;

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
