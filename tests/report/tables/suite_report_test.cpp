#include "report/tables/suite_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "report/page/html_report.hpp"
#include "spec/json/schema_check.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// One model, twice as far off on heavier bobs, on one task; trained on less and on noisier data as well.
SuiteScores example_suite() {
    SuiteTaskScores task{"chain", "chain_pendulum_2", {"in", "heavy", "long"}, {"", "", ""}, {}, {}, {}, {"s1", "s2"}};
    task.errors = {{"net", "in", false, 1, 0.01, Interval{0.005, 0.02}, {}, {}},
                   {"net", "heavy", false, 1, 0.02, {}, Generalisation{2.25, Interval{1.25, 3.75}}, {}}};
    task.by_size = {{"net", "size_10", 10, 1, 0.5, {}}, {"net", "full", 20, 1, 0.01, {}}};
    task.by_noise = {{"net", "noise_0.25", 0.25, 1, 0.3, Interval{0.1, 0.9}}};
    SuiteStanding net;
    net.out.model = "net";
    net.out.error = 0.25;
    net.out.error_ci95 = Interval{0.125, 0.5};
    net.out.missing = {"chain/long"};
    net.in = 0.01;
    net.over_in = {25, Interval{12, 50}};
    SuiteScores suite{"small", "A suite of one", "", 0, {task}, {{net}, {}, 1, 2}, {}, {"no entry answers long"}};
    suite.means = {{"net", "heavy", 1, Generalisation{2.25, Interval{1.25, 3.75}}}};
    return suite;
}

}  // namespace

TEST_CASE("a suite for people has its means, every table of its tasks, remarks and signatures") {
    const std::string text = suite_text(example_suite(), 400);
    CHECK(contains_text(text, "suite small, A suite of one\n"));
    CHECK(contains_text(
        text, "Generalisation: error on a split over error on in, geometric mean over tasks [95 %] (how many):"));
    CHECK(contains_text(text, "2.25 [1.25, 3.75] (1)\n"));
    CHECK(contains_text(
        text,
        "  net            1         -  2.50e-01 [1.25e-01, 5.00e-01]         1.00e-02      25 [12, 50]    2 "
        "of 3\n"));
    const std::string verdict =
        "net has a relative error of 2.50e-01 [1.25e-01, 5.00e-01] out of distribution, over 2 splits of 1 task.\n";
    CHECK(text.find(verdict) < text.find("Relative error out of distribution and in"));
    CHECK(text.rfind(verdict) > text.find("signature s2"));
    CHECK(contains_text(
        text,
        "net has 25 times [12, 50] the relative error out of distribution that it has in distribution; splits that "
        "it does not answer count as 1, so whether it generalises is not tested.\n"));
    CHECK(contains_text(text, "chain: relative error on in [95 %], then error on each split over error on in [95 %]:"));
    CHECK(contains_text(text, "  net  1.00e-02 [5.00e-03, 2.00e-02]  2.25 [1.25, 3.75]\n"));
    CHECK(contains_text(text, "  net  5.00e-01  1.00e-02\n"));
    CHECK(contains_text(text, "  net  3.00e-01 [1.00e-01, 9.00e-01]\n"));
    CHECK(contains_text(text, "no entry answers long"));
    CHECK(contains_text(text, "\nsignature s1\nsignature s2\n"));
    CHECK_FALSE(contains_text(text, "start error"));  // nobody asked
}

TEST_CASE("a suite in Markdown and in JSON has the same numbers") {
    const std::string markdown = suite_markdown(example_suite());
    for (const char* part :
         {"## Suite small", "### chain", R"(2.25 \[1.25, 3.75\] (1))", R"(1.00e-02 \[5.00e-03, 2.00e-02\])", "5.00e-01",
          R"(3.00e-01 \[1.00e-01, 9.00e-01\])", "`s1`", "`s2`", "no entry answers long"}) {
        CAPTURE(part);
        CHECK(contains_text(markdown, part));
    }
    const auto json = nlohmann::json::parse(suite_json(example_suite()));
    CHECK(json.at("means").at(0).at("ratio") == 2.25);
    CHECK(json.at("means").at(0).at("ratio_ci95") == nlohmann::json{1.25, 3.75});
    const auto& task = json.at("tasks").at(0);
    CHECK(task.at("errors").at(0).at("error_ci95") == nlohmann::json{0.005, 0.02});
    CHECK(task.at("errors").at(0).at("over_in").is_null());
    CHECK(task.at("errors").at(1).at("over_in").at("ratio") == 2.25);
    CHECK(task.at("by_training_size").at(0).at("trajectories") == 10);
    CHECK(task.at("by_noise").at(0).at("noise") == 0.25);
    CHECK(json.at("standings").at(0).at("error_out") == 0.25);
    CHECK(json.at("standings").at(0).at("out_over_in_ci95") == nlohmann::json{12, 50});
    CHECK(json.at("standings").at(0).at("missing") == nlohmann::json{"chain/long"});
}

TEST_CASE("two training sets of one size, as a suite that was cut has them, have a column each") {
    SuiteScores suite = example_suite();
    suite.tasks[0].by_size = {
        {"net", "size_50", 20, 1, 0.5, {}}, {"net", "size_200", 20, 1, 0.25, {}}, {"net", "full", 20, 1, 0.125, {}}};
    const std::string text = suite_text(suite, 400);
    CHECK(contains_text(text, "20 (size_50)  20 (size_200)  20 (full)\n"));
    CHECK(contains_text(text, "  net      5.00e-01       2.50e-01   1.25e-01\n"));
    suite.tasks[0].by_size[0].at = 10;
    CHECK(contains_text(suite_text(suite, 400), "10  20 (size_200)  20 (full)\n"));
}

TEST_CASE("a suite says which models have no order to the first, in text, Markdown, page and JSON") {
    SuiteScores suite = example_suite();
    SuiteStanding second = suite.standings.models[0];
    second.out.model = "other";
    second.out.unordered = true;
    suite.standings.models.push_back(second);
    for (const std::string& text : {suite_text(suite, 400), suite_markdown(suite), html_suite(suite)})
        CHECK(contains_text(text, ", no order"));
    CHECK(nlohmann::json::parse(suite_json(suite)).at("standings").at(1).at("unordered_with_first") == true);
}

TEST_CASE("a suite shows what training took where an entry says it, and has no column where none does") {
    SuiteScores suite = example_suite();
    CHECK_FALSE(contains_text(suite_text(suite, 400), "training\n"));
    suite.standings.models.push_back(suite.standings.models[0]);
    suite.standings.models[0].compute = {2.5, "one A100", 1200000};
    for (const std::string& text : {suite_text(suite, 400), suite_markdown(suite), html_suite(suite)})
        CHECK(contains_text(text, "2.5 h, one A100, 1.2e+06 parameters"));
    const auto json = nlohmann::ordered_json::parse(suite_json(suite));
    CHECK(json.at("standings").at(0).at("compute").at("hours") == 2.5);
    CHECK(!json.at("standings").at(1).contains("compute"));
    CHECK(cchnn::schema_problems(json, "", "suite_scores").empty());
}

TEST_CASE("a suite by CRPS has its share of that of climatology, the number of members, and marks what counts as 2") {
    SuiteScores suite = example_suite();
    CHECK_FALSE(contains_text(suite_text(suite, 400), "CRPS"));
    suite.standings.ranked_by = RankChoice::crps;
    suite.standings.worst = 2;
    suite.standings.members = 50;
    for (SuiteError& error : suite.tasks[0].errors) {
        error.crps = error.split == "in" ? 0.125 : 1.5;
        error.climatology = 0.5;
    }
    const std::string text = suite_text(suite, 400);
    CHECK(contains_text(
        text,
        "CRPS over that of climatology (1 - skill) out of distribution and in, mean over 2 splits of 1 task; "
        "ensembles of 50 members; a split that is not answered counts as 2, and no more counts:\n"));
    CHECK(contains_text(text, "CRPS / climatology out [95 %]"));
    CHECK(contains_text(text, "chain: CRPS on each split, mean over trajectories (over that of climatology):\n"));
    CHECK(contains_text(text, "1.25e-01 (0.25)"));
    CHECK(contains_text(text, "1.50e+00 (3, counts as 2)"));
}
