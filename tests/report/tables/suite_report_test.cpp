#include "report/tables/suite_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace cchnn;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// One model, twice as far off on heavier bobs, on one task; trained on less and on noisier data as well.
SuiteScores example_suite() {
    SuiteTaskScores task{"chain", "chain_pendulum_2", {"in", "heavy", "long"}, {"", "", ""}, {}, {}, {}, {"s1", "s2"}};
    task.errors = {{"net", "in", false, 1, 0.01, Interval{0.005, 0.02}, {}, {}},
                   {"net", "heavy", false, 1, 0.02, {}, Generalisation{2.25, Interval{1.25, 3.75}}, {}}};
    task.by_size = {{"net", 10, 1, 0.5, {}}};
    task.by_noise = {{"net", 0.25, 1, 0.3, Interval{0.1, 0.9}}};
    SuiteScores suite{"small", "A suite of one", "", 0, {task}, {}, {"nobody answers long"}};
    suite.means = {{"net", "heavy", 1, Generalisation{2.25, Interval{1.25, 3.75}}}};
    return suite;
}

}  // namespace

TEST_CASE("a suite for people has its means, every table of its tasks, remarks and signatures") {
    const std::string text = suite_text(example_suite(), 120);
    CHECK(contains(text, "suite small, A suite of one\n"));
    CHECK(contains(text,
                   "Generalisation: error on a split over error on in, geometric mean over tasks [95 %] (how many):"));
    CHECK(contains(text, "2.25 [1.25, 3.75] (1)\n"));
    CHECK(contains(text, "chain: relative error on in [95 %], then error on each split over error on in [95 %]:"));
    CHECK(contains(text, "  net  1.00e-02 [5.00e-03, 2.00e-02]  2.25 [1.25, 3.75]\n"));
    CHECK(contains(text, "  net  5.00e-01\n"));
    CHECK(contains(text, "  net  3.00e-01 [1.00e-01, 9.00e-01]\n"));
    CHECK(contains(text, "nobody answers long"));
    CHECK(contains(text, "\nsignature s1\nsignature s2\n"));
    CHECK(!contains(text, "start error"));  // nobody asked
}

TEST_CASE("a suite in Markdown and in JSON has the same numbers") {
    const std::string markdown = suite_markdown(example_suite());
    for (const char* part :
         {"## Suite small", "### chain", R"(2.25 \[1.25, 3.75\] (1))", R"(1.00e-02 \[5.00e-03, 2.00e-02\])", "5.00e-01",
          R"(3.00e-01 \[1.00e-01, 9.00e-01\])", "`s1`", "`s2`", "nobody answers long"}) {
        CAPTURE(part);
        CHECK(contains(markdown, part));
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
}
