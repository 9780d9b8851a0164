#include "report/tables/table_reports.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "score/model_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {}  // namespace

TEST_CASE("a CSV report has a line for each submission and metric, with all digits") {
    const Scores scores = example_scores();
    const std::string csv = csv_report({scores});
    std::size_t lines = 0;
    for (char c : csv) lines += c == '\n';
    CHECK(lines == 1 + 2 * scores.submissions[0].metrics.size());
    CHECK(contains_text(csv, "good,good.h5,chain_pendulum_1,relative_error,1,1e-04,5e-05,2e-04,5e-05,2.5e-05,1e-04,"));
    CHECK(contains_text(csv, "bad,bad.h5,chain_pendulum_1,energy_error_scaled,1,inf,"));
    CHECK(contains_text(csv, ",1,2,\"cchnn|err:sum"));  // one of two diverged; the signature holds a comma
}

TEST_CASE("CSV has lines of methods, pairs and standings, and says what each line is of") {
    Scores scores = example_scores();
    scores.submissions[1].naive = "mean";
    scores.grouped = true;
    scores.models = {{"net", {0}, false, scores.submissions[0].metrics}};
    PairedTest test;
    test.ratio = 0.5;
    test.ratio_ci95 = Interval{0.25, 0.75};
    test.p_value = 0.125;
    scores.comparisons = {{"net", "other", test, 0.25}};
    Standing first;
    first.model = "net";
    first.error = 0.5;
    first.rank = 1;
    first.draws = RankDraws{0.75, 1, 2};
    Standing second;
    second.model = "lost";
    second.unordered = true;
    const std::string csv = csv_report({scores}, {first, second});
    CHECK(contains_text(csv, "\nlost,,all,no_order_with_first,1,1,"));
    CHECK_FALSE(contains_text(csv, "\nnet,,all,no_order_with_first"));
    CHECK(contains_text(csv, "trajectories,signature,row,seeds\r\n"));
    for (const char* line :
         {",submission,1\r\n", ",naive,1\r\n", "\nnet,,chain_pendulum_1,relative_error,1,1e-04,", ",method,1\r\n",
          "\nnet,,chain_pendulum_1,ratio_to:other,1,,,,0.5,0.25,0.75,,,,0,0,,2,", ",pair,\r\n",
          "\nnet,,chain_pendulum_1,p_value_to:other,1,0.125,", "\nnet,,chain_pendulum_1,p_holm_to:other,1,0.25,",
          "\nnet,,all,standing_error,1,,,,0.5,,,,,,0,0,,,,standing,\r\n", "\nnet,,all,rank,1,1,1,2,",
          "\nnet,,all,first_in_draws,1,0.75,"})
        CHECK_MESSAGE(contains_text(csv, line), line);
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        bool quoted = false;
        int cells = 1;
        for (const char c : line) {
            if (c == '"') quoted = !quoted;
            cells += c == ',' && !quoted;
        }
        CHECK_MESSAGE(cells == 21, line);
    }
}

TEST_CASE("CSV has a line for a start error, and its metric says why where none was found") {
    Scores scores = example_scores();
    scores.submissions[0].start_error = StartError{StartError::Outcome::found, 1e-5, 8e-6, 1.25e-5, {}, {}};
    scores.submissions[1].start_error = StartError{StartError::Outcome::saturated, 0, 0.25, {}, {}, {}};
    const std::string csv = csv_report({scores});
    CHECK(contains_text(csv, "good,good.h5,chain_pendulum_1,start_error,1,,,,1e-05,8e-06,1.25e-05,,,,0,0,0,2,"));
    CHECK(contains_text(csv, "bad,bad.h5,chain_pendulum_1,start_error:saturated,1,,,,,0.25,,,,,0,0,1,2,"));
}

TEST_CASE("CSV has lines for what a model's file says it takes and for the solver beside it") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    scores.solver = SolverLadder{"", 2, {{"rough", "--substeps 1", 1e-6, 1e-2, 10, 10}}};
    scores.models[0].solver = beside_solver(*scores.solver, 0.5, 0.25);
    scores.models[1].solver = beside_solver(*scores.solver, 1e-9, {});
    const std::string csv = csv_report({scores});
    CHECK(contains_text(csv, "good,good.h5,chain_pendulum_1,stated_time,s,0.25,,,,,,,,,0,0,0,2,"));
    CHECK(contains_text(csv, "good,good.h5,chain_pendulum_1,solver_at_equal_error:rough,s,1e-06,,,,,,,,,0,0,0,2,"));
    CHECK(contains_text(csv, "good,good.h5,chain_pendulum_1,solver_at_equal_time:rough,1,,,,0.01,,,,,,0,0,0,2,"));
    CHECK_FALSE(contains_text(csv, "bad,bad.h5,chain_pendulum_1,stated"));
    CHECK_FALSE(contains_text(csv, "bad,bad.h5,chain_pendulum_1,solver"));
}

TEST_CASE("CSV has a line for each estimated parameter and for each of its bounds") {
    Scores scores = example_scores();
    ParameterScore mass{"/bodies/1/mass", "bob1 mass", "kg", ParameterErrorKind::log, false, 1.0, 1.5, {0.5}};
    mass.summary.mean = mass.summary.geometric_mean = 0.5;
    mass.bound = ParameterBound{{}, ParameterBound::Deviation{0.25, 2}};
    scores.submissions[0].parameters = {mass};
    const std::string csv = csv_report({scores});
    CHECK(contains_text(csv, ",parameter_error:/bodies/1/mass,1,0.5,,,0.5,,,"));
    CHECK(contains_text(csv, ",parameter_bound:/bodies/1/mass,1,0.25,,,,,,,,,0,0,0,2,"));
    CHECK(contains_text(csv, ",parameter_bound_start_known:/bodies/1/mass,1,,,,,,,,,,0,0,0,2,"));
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
    CHECK(contains_text(text, "## data/test.h5: chain\\_pendulum\\_1, 2 trajectories of 3 samples, 0 .. 1.00 s\n"));
    CHECK(contains_text(text, "| a\\|b&lt;script> | 5.00e-05"));
    CHECK(contains_text(text, "|---|---:|"));
    CHECK(contains_text(text, "- bad: 1 of 2 trajectories is not finite"));
    CHECK(contains_text(text, "`" + scores.signature + "`"));
}
