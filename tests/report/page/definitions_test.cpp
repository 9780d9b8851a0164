#include "report/page/html_parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// The definitions below a table of this family, or below one with these columns.
std::string of_metrics(MetricFamily family) { return html_definitions({"", {}, family}).text(); }
std::string of_columns(TableColumns columns) { return html_definitions({"", {}, {}, columns}).text(); }

// The columns that are defined below a table, as a heading begins with them.
std::vector<std::string> defined_columns(const CaptionedTable& table) {
    std::vector<std::string> names;
    const std::string text = of_columns(table.columns), begin = "<dt><code>";
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
        names.push_back(text.substr(at + begin.size(), text.find('<', at + begin.size()) - at - begin.size()));
    return names;
}

}  // namespace

TEST_CASE("every table of metrics has the definitions of its metrics beside it, and of no others") {
    for (const CaptionedTable& table : score_tables(example_scores()))
        CHECK_MESSAGE(contains_text(html_definitions(table).text(), "<dd>"), table.caption);
    const std::string energy = of_metrics(MetricFamily::energy), body = of_metrics(MetricFamily::body);
    CHECK(contains_text(energy, "<code>energy_drift</code>, 1/s"));
    CHECK_FALSE(contains_text(energy, "constraint_rmse"));
    CHECK_FALSE(contains_text(body, "error_at_step"));
    CHECK(contains_text(body, "body_error_ID"));
    CHECK_FALSE(contains_text(of_metrics(MetricFamily::relative_error), "body_error_ID"));
    CHECK(html_definitions({"Relative error, geometric mean over time:", {}}).empty());
}

TEST_CASE("the tables that lead a page define columns that they have, of one system and of several") {
    Scores scores = example_scores();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics}};
    std::vector<CaptionedTable> tables = comparison_tables(scores);
    REQUIRE(tables.front().columns == TableColumns::ranking);
    CHECK(contains_text(of_metrics(*tables.front().metrics), "<code>relative_error</code>"));
    Comparison comparison{{scores}, {}, {}};
    comparison.standings.emplace_back().model = "good";
    for (CaptionedTable& table : standings_table(comparison)) tables.push_back(std::move(table));
    REQUIRE(tables.back().columns == TableColumns::standings);
    CHECK(defined_columns(tables.back()) ==
          std::vector<std::string>{"error", "ratio to first", "rank", "first in", "failed", "p (Holm)"});
    tables.push_back(paired_table({}));
    for (const CaptionedTable& table : tables)
        for (const std::string& column : defined_columns(table))
            CHECK_MESSAGE(std::any_of(table.table.headings.begin(), table.table.headings.end(),
                                      [&](const std::string& heading) { return heading.starts_with(column); }),
                          column);
}

TEST_CASE("schemas/metrics.md names a table that exists for each metric, and every table has metrics there") {
    std::set<std::string> named, existing;
    for (const MetricDefinition& d : metric_definitions()) named.insert(d.table);
    for (std::size_t i = 1; i <= metric_family_count; ++i) existing.insert(table_name(static_cast<MetricFamily>(i)));
    CHECK(named == existing);
    for (const MetricFacts& metric : metric_table()) {
        const std::string key = metric.key, stem = key.substr(0, key.find('{'));
        bool there = false;
        for (const MetricDefinition& d : metric_definitions())
            there = there || (d.table == table_name(metric.family) && d.key.find(stem) != std::string::npos);
        CHECK_MESSAGE(there, key);
    }
}

TEST_CASE("definitions are those of schemas/metrics.md, bars within formulas and all") {
    const std::vector<MetricDefinition> all = metric_definitions();
    CHECK(all.size() >= metric_count);
    const auto error = std::find_if(all.begin(), all.end(), [](const auto& d) { return d.key == "relative_error"; });
    REQUIRE(error != all.end());
    CHECK(error->equation.starts_with("(1) Err = |ẑ - z| / (|ẑ| + |z|)"));
    CHECK(error->table == "Relative error");
}
