#include "report/page/definitions.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "report/example_scores.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"

using namespace cchnn;

TEST_CASE("every table of metrics has the definitions of its metrics beside it") {
    for (const CaptionedTable& table : score_tables(example_scores()))
        CHECK_MESSAGE(html_definitions(table.caption).find("<dd>") != std::string::npos, table.caption);
    const std::string energy = html_definitions("Energy error, mean over time:");
    CHECK(energy.find("<code>energy_drift</code>, 1/s") != std::string::npos);
    CHECK(energy.find("constraint_rmse") == std::string::npos);
    CHECK(html_definitions("Relative error of single bodies").find("error_at_step") == std::string::npos);
    CHECK(html_definitions("Relative error of single bodies").find("body_error_ID") != std::string::npos);
    CHECK(html_definitions("Bodies") == "");
}

TEST_CASE("the tables that lead a page have definitions of their columns, of one system and of several") {
    for (const char* caption :
         {"Over 1 system, geometric mean of the relative error", "Over all 3 systems, geometric mean"})
        for (const char* column : {"error", "ratio to first", "rank", "first in", "p (Holm)"})
            CHECK(html_definitions(caption).find("<code>" + std::string(column) + "</code>") != std::string::npos);
    Scores scores = example_scores();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics}};
    const std::string ranked = html_definitions(comparison_tables(scores).front().caption);
    CHECK(ranked.find("<code>failed</code>") != std::string::npos);
    CHECK(ranked.find("<code>relative_error</code>") != std::string::npos);
}

TEST_CASE("definitions are those of schemas/metrics.md, bars within formulas and all") {
    const std::vector<MetricDefinition> all = metric_definitions();
    CHECK(all.size() >= metric_count);
    const auto error = std::find_if(all.begin(), all.end(), [](const auto& d) { return d.key == "relative_error"; });
    REQUIRE(error != all.end());
    CHECK(error->equation.starts_with("(1) Err = |ẑ - z| / (|ẑ| + |z|)"));
    CHECK(error->table == "Relative error");
}
