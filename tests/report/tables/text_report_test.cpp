#include "report/tables/table_reports.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "contains_text.hpp"
#include "report/example_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {}  // namespace

TEST_CASE("the text report shows every submission with intervals, remarks and the signature") {
    const Scores scores = example_scores();
    const std::string text = text_report(scores, 140);
    CHECK(contains_text(text, "data/test.h5: chain_pendulum_1, 2 trajectories of 3 samples, 0 .. 1.00 s\n"));
    CHECK(contains_text(
        text,
        "  good  5.00e-05 [2.50e-05, 1.00e-04]  1.00e-04 [5.00e-05, 2.00e-04]  0 of 2 [0, 84] %  3.33e-05  "
        "2.50e-05 .. 5.00e-04\n"));
    CHECK(contains_text(
        text, "  bad: 1 of 2 trajectories is not finite in some states, which count with the worst value (ids 1)\n"));
    CHECK(contains_text(text, "  bad: reference rollout\n"));
    CHECK(contains_text(text, "\nsignature " + scores.signature + "\n"));
    CHECK(contains_text(text, "Phi, m^2"));
}

TEST_CASE("in short, each submission is one line: its name, its error and the interval of that, where it has one") {
    Scores scores = example_scores();
    CHECK(line_report(scores) == "good  5.00e-05 [2.50e-05, 1.00e-04]\nbad  5.00e-02 [2.50e-02, 1.00e-01]\n");
    scores.submissions[0].metrics[0].summary.geometric_mean_ci95.reset();
    scores.submissions[0].label = "two\nlines";
    scores.submissions.pop_back();
    CHECK(line_report(scores) == "two\\nlines  5.00e-05\n");
}

TEST_CASE("the text report shows models beside each other, once there are two of them") {
    Scores scores = example_scores();
    CHECK_FALSE(contains_text(text_report(scores, 140), "Paired"));
    scores.comparisons = {{"good", "bad", compare_pair({{1, 1, 1}}, {{2, 4, 8}}, PairedTest::Of::models, {0}), 0.5}};
    const std::string text = text_report(scores, 140);
    CHECK(contains_text(
        text, "Paired comparison: error ratio and p-value. With several seeds p is for the method, otherwise"));
    CHECK(contains_text(text, "  good / bad  trained models            2.50e-01     3 of 3  -  5.00e-01\n"));
}

TEST_CASE("a mean without an interval says that its tail is too heavy, a tie that both are at the floor") {
    Scores scores = example_scores();
    Summary& s = scores.submissions[0].metrics[0].summary;
    s.mean_ci95.reset();
    s.tail_too_heavy = true;
    scores.comparisons = {
        {"good", "bad", compare_pair({{1, 1, 1}}, {{1, 1, 1}}, PairedTest::Of::models, {0}), 1.0, true}};
    const std::string text = text_report(scores, 160);
    CHECK(contains_text(text, "1.00e-04 (tail too heavy)"));
    CHECK(contains_text(text, "both at the floor"));
}

TEST_CASE("a summary of one submission fits a screen of 24 lines of 80 characters, whatever there is to say of it") {
    Scores scores = example_scores();
    SubmissionScores& s = scores.submissions[0];
    s.label = std::string(40, 'n');
    s.start_error = {StartError::Outcome::found, 1.5e-4, 1e-4, 2e-4, {}, {}};
    s.remarks.assign(9, "a remark that is longer than one line of a terminal of eighty characters, by far");
    scores.submissions.pop_back();
    scores.models = {{s.label, {0}, false, s.metrics}};
    scores.models[0].start_error = s.start_error;
    scores.models[0].failed = failed_share({{1e-4, 0.9}});
    const std::string text = text_summary(scores, 80);
    CAPTURE(text);
    std::size_t lines = 1;  // what is typed next
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines += line.empty() ? 1 : (line.size() + 79) / 80;
    CHECK(lines <= 24);
    CHECK(contains_text(text, "\n9 remarks: --all\n"));
    CHECK(contains_text(text, "\n  start error [95 %]     1.50e-04 [1.00e-04, 2.00e-04]\n"));
    CHECK(contains_text(text, "\nsignature " + scores.signature + "\n"));
    CHECK(text_report(scores, 80).size() > text.size());
}

TEST_CASE("a summary has the remarks that fit, and says how many are left") {
    Scores scores = example_scores();
    scores.submissions.pop_back();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics}};
    scores.submissions[0].remarks = {"one", "two"};
    CHECK(contains_text(text_summary(scores, 80), "\n\nRemarks:\n  good: one\n  good: two\nsignature "));
    scores.submissions[0].remarks.resize(30, "more");
    CHECK(contains_text(text_summary(scores, 80), "  good: two\n"));
    CHECK(contains_text(text_summary(scores, 80), " more: --all\nsignature "));
}

TEST_CASE("a caption promises no interval that its cells do not have") {
    Scores scores = example_scores();
    CHECK(contains_text(text_report(scores, 200),
                        "Valid prediction time (VPT) in s, mean over trajectories [95 %] (how many"));
    for (SubmissionScores& s : scores.submissions)
        for (MetricScore& m : s.metrics) m.summary.mean_ci95.reset();
    CHECK(
        contains_text(text_report(scores, 200), "Valid prediction time (VPT) in s, mean over trajectories (how many"));
    CHECK(contains_text(text_report(scores, 200), "geometric mean over trajectories [95 %]:"));
}

TEST_CASE("the text report fits the width it is given") {
    std::istringstream lines(text_report(example_scores(), 100));
    for (std::string line; std::getline(lines, line);)
        if (line.rfind("signature", 0) != 0) CHECK_MESSAGE(line.size() <= 100, line);  // to be copied in one piece
}

TEST_CASE("a system without constraints has no table of constraints") {
    Scores scores = example_scores();
    for (SubmissionScores& submission : scores.submissions) {
        submission.metrics.clear();
        for (const Metric& metric : metrics_for(scores.choices, 3, false))
            submission.metrics.push_back(example_metric(metric, 0.1));
    }
    CHECK_FALSE(contains_text(text_report(scores, 100), "Constraint"));
}
