#include "report/tables/comparison_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/tables/score_tables.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// "ref", a reference; "good", "bad" and "worse", models in this order.
Scores three_models() {
    Scores scores = example_scores();
    scores.grouped = true;
    scores.submissions = {
        example_submission("worse", scores.choices, 0.2), example_submission("good", scores.choices, 1e-4),
        example_submission("ref", scores.choices, 1e-6), example_submission("bad", scores.choices, 0.1)};
    for (std::size_t i = 0; i < scores.submissions.size(); ++i)
        scores.models.push_back({scores.submissions[i].label,
                                 {i},
                                 scores.submissions[i].label == "ref",
                                 scores.submissions[i].metrics,
                                 scores.submissions[i].relative_error.front()});
    PairedTest against_good, against_bad, of_others, of_reference;
    against_good.p_value = 0.0125;
    against_bad.p_value = 0.25;
    of_others.p_value = 0.75;
    of_reference.p_value = 0.5;
    scores.comparisons = {{"worse", "bad", of_others, {}},
                          {"worse", "good", against_good, {}},
                          {"ref", "worse", of_reference, {}},
                          {"good", "bad", against_bad, {}}};
    return scores;
}

const std::vector<std::string>& row_of(const TextTable& table, const std::string& name) {
    const auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r[0] == name; });
    REQUIRE(row != table.rows.end());
    return *row;
}

}  // namespace

TEST_CASE("a ranked table has the p-value of each model against the first of them, whichever way round it was tested") {
    const TextTable table = comparison_tables(three_models()).front().table;
    REQUIRE(table.headings.back() == "p, against the first");
    CHECK(row_of(table, "good").back() == "");
    CHECK(row_of(table, "bad").back() == "2.50e-01");
    CHECK(row_of(table, "worse").back() == "1.25e-02");
    CHECK(row_of(table, "ref").back() == "");
    CHECK(row_of(table, "good")[2] == "1");
    CHECK(row_of(table, "worse")[2] == "3");
    CHECK(row_of(table, "ref")[2] == "reference");
}

TEST_CASE("a reference stands among the models by its error, with no rank, however bad it is") {
    Scores scores = three_models();
    const auto names = [&] {
        std::vector<std::string> all;
        const TextTable table = comparison_tables(scores).front().table;
        for (const auto& row : table.rows) all.push_back(row.front());
        return all;
    };
    CHECK(names() == std::vector<std::string>{"ref", "good", "bad", "worse"});
    scores.models[2].judged = 0.15;
    CHECK(names() == std::vector<std::string>{"good", "bad", "ref", "worse"});
    const TextTable table = comparison_tables(scores).front().table;
    CHECK(row_of(table, "worse")[2] == "3");
}

TEST_CASE("a ranked table has the columns that a comparison needs, error first, and text and Markdown have all") {
    Scores scores = three_models();
    CHECK(comparison_tables(scores).front().table.headings ==
          std::vector<std::string>{"", "relative error [95 %]", "rank", "failed [95 %]", "p, against the first"});
    scores.models[0].members.push_back(1);
    for (ModelScores& model : scores.models) model.start_error = StartError{};
    CHECK(comparison_tables(scores).front().table.headings ==
          std::vector<std::string>{"", "relative error [95 %]", "rank", "seeds", "start error [95 %]", "failed [95 %]",
                                   "p, against the first"});
    CHECK(contains_text(comparison_markdown({{scores}, {}, {}}), "| mean \\[95 %\\] | median |"));
}

TEST_CASE("a summary of a comparison is its standings, of one system the headline table with its signature") {
    Comparison comparison{{three_models(), three_models()}, std::vector<Standing>(1), {}};
    comparison.standings[0].model = "good";
    const std::string several = comparison_summary(comparison, 120);
    CHECK(contains_text(several, "Over all 2 systems"));
    CHECK(contains_text(several, "signature of each system"));
    CHECK_FALSE(contains_text(several, "signature cchnn"));
    comparison.systems.pop_back();
    const std::string one = comparison_summary(comparison, 200);
    CHECK(contains_text(one, "VPT (Err > 0.1), s"));
    CHECK(contains_text(one, "\nsignature " + comparison.systems[0].signature + "\n"));
}

TEST_CASE("reference rollouts alone have no column of p-values, and two empty lines never follow each other") {
    Comparison comparison;
    comparison.systems = {three_models(), three_models()};
    for (ModelScores& model : comparison.systems.back().models) model.reference = true;
    const TextTable table = comparison_tables(comparison.systems.back()).front().table;
    CHECK(table.headings.back() == "failed [95 %]");
    for (const std::vector<std::string>& row : table.rows) CHECK(row.size() == table.headings.size());
    CHECK_FALSE(contains_text(comparison_text(comparison, 120), "\n\n\n"));
}

TEST_CASE("a table that is ranked by CRPS has it first, the ranks by it, and no p-values of the error") {
    Scores scores = three_models();
    scores.choices.rank_by = RankChoice::crps;
    const std::vector<double> crps{0.1, 0.4, 0.01, 0.2};  // worse, good, ref, bad
    for (std::size_t i = 0; i < crps.size(); ++i) {
        SubmissionScores& s = scores.submissions[i];
        s.metrics.push_back({{Metric::Kind::crps, "crps", "CRPS", "1"}, summarize({crps[i], crps[i]}), 0});
        s.values.assign(s.judged_error.size() * s.metrics.size(), crps[i]);  // the last column counts
        scores.models[i].metrics = s.metrics;
    }
    const TextTable table = comparison_tables(scores).front().table;
    CHECK(table.headings ==
          std::vector<std::string>{"", "CRPS [95 %]", "relative error [95 %]", "rank", "failed [95 %]"});
    CHECK(row_of(table, "worse")[3] == "1");
    CHECK(row_of(table, "bad")[3] == "2");
    CHECK(row_of(table, "good")[3] == "3");
    CHECK(row_of(table, "good")[1].starts_with("4.00e-01"));
    CHECK(table.rows.front().front() == "ref");
    Comparison comparison{{scores}, {}, {}};
    CHECK(contains_text(comparison_summary(comparison, 120), "CRPS: arithmetic mean"));
}

TEST_CASE(
    "a comparison over systems explains a sign test and counts the seeds that would be needed, where there are any") {
    Comparison comparison{{}, std::vector<Standing>(3), {"of the whole"}};
    comparison.standings[1].model = "net";
    comparison.standings[2].model = "other";
    CHECK(comparison_remarks(comparison) == comparison.remarks);
    PairedTest test;
    test.seeds_for_power = SeedsForPower{7};
    comparison.standings[1].against_first = test;
    test.seeds_for_power = SeedsForPower{};
    test.test = PairedTest::Test::sign;
    comparison.standings[2].against_first = test;
    const std::string seeds = power_words + std::string(": net: 7; other: needs more trajectories");
    CHECK(comparison_remarks(comparison) == std::vector{comparison.remarks[0], seeds});  // a test without p-value
    comparison.standings[2].p_holm = 0.25;
    CHECK(comparison_remarks(comparison) == std::vector{comparison.remarks[0], std::string(sign_test_words), seeds});
}

TEST_CASE("a pair that was not tested, or without flips, has no p-value in the ranked table") {
    Scores scores = three_models();
    scores.comparisons[1].test.p_value.reset();
    scores.comparisons.pop_back();
    const TextTable table = comparison_tables(scores).front().table;
    CHECK(row_of(table, "worse").back() == "-");
    CHECK(row_of(table, "bad").back() == "-");
}

TEST_CASE("text and Markdown of a comparison hold the same column") {
    const Comparison comparison{{three_models()}, {}, {}};
    CHECK(contains_text(comparison_text(comparison, 200), "  1.25e-02  "));
    CHECK(contains_text(comparison_markdown(comparison), "| 1.25e-02 |"));
}
