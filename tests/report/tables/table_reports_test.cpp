#include "report/tables/table_reports.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "report/example_scores.hpp"

using namespace cchnn;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a CSV report has a line for each submission and metric, with all digits") {
    const Scores scores = example_scores();
    const std::string csv = csv_report({scores});
    std::size_t lines = 0;
    for (char c : csv) lines += c == '\n';
    CHECK(lines == 1 + 2 * scores.submissions[0].metrics.size());
    CHECK(contains(csv, "good,good.h5,chain_pendulum_1,relative_error,1,1e-04,5e-05,2e-04,5e-05,2.5e-05,1e-04,"));
    CHECK(contains(csv, "bad,bad.h5,chain_pendulum_1,energy_error_scaled,1,inf,"));
    CHECK(contains(csv, ",1,2,\"cchnn|err:sum"));  // one of two diverged; the signature holds a comma
}

TEST_CASE("a stranger's name cannot break out of its CSV cell or become a formula") {
    CHECK(csv_cell("plain") == "plain");
    CHECK(csv_cell("a,\"b\"") == "\"a,\"\"b\"\"\"");
    CHECK(csv_cell("=1+1") == "'=1+1");
    CHECK(csv_cell("@x") == "'@x");
    CHECK(csv_cell("two\nlines") == "two\\nlines");
}

TEST_CASE("a Markdown report has a table under each caption, and names stay text") {
    Scores scores = example_scores();
    scores.submissions[0].label = "a|b<script>";
    const std::string text = markdown_report(scores);
    CHECK(contains(text, "## data/test.h5: chain\\_pendulum\\_1, 2 trajectories of 3 samples, 0 .. 1.00 s\n"));
    CHECK(contains(text, "| a\\|b&lt;script> | 5.00e-05"));
    CHECK(contains(text, "|---|---:|"));
    CHECK(contains(text, "- bad: 1 of 2 trajectories are not finite"));
    CHECK(contains(text, "`" + scores.signature + "`"));
}
