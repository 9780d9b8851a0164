#include "report/tables/verdict.hpp"

#include <doctest/doctest.h>

#include "core/latex_text.hpp"
#include "report/example_scores.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/latex_report.hpp"
#include "report/tables/table_reports.hpp"
#include "score/observed_scores.hpp"

using namespace cchnn;

namespace {

Scores two_models(double p) {
    Scores scores = example_scores();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    for (SubmissionScores& s : scores.submissions) {
        s.truth_floor = TruthFloor{1, 100, 1, 1e-10};
        s.diverged = {};
    }
    PairedTest test;
    test.ratio = 250;
    test.ratio_ci95 = Interval{200, 500};
    test.p_value = p;
    scores.comparisons = {{"bad", "good", test, p}};
    return scores;
}

bool says(const Verdict& verdict, const std::string& text) {
    std::string all = verdict.sentence;
    for (const std::string& line : verdict.more) all += "\n" + line;
    return all.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a verdict says who is better and by how much, whichever way round the pair was compared") {
    const Verdict verdict = verdict_of(two_models(0.002));
    CHECK(verdict.sentence ==
          "good is better than bad: its relative error is 0.004 times [0.002, 0.005] that of bad (paired test of these "
          "trained models, p = 0.002).");
    CHECK(says(verdict, "for these trained models, not for methods"));
}

TEST_CASE("a verdict calls nobody better that a test does not") {
    CHECK(says(verdict_of(two_models(0.3)),
               "but is not significantly better than bad (paired test of these trained models, p = 0.3)"));
    Scores untested = two_models(0.3);
    untested.comparisons.clear();
    CHECK(says(verdict_of(untested), "whether it is better than bad was not tested"));
}

TEST_CASE("a verdict by a sign test says who wins more trajectories, and never that it is better") {
    Scores scores = two_models(0.002);
    PairedTest& test = scores.comparisons[0].test;
    test.test = PairedTest::Test::sign;
    test.better = 1;
    test.worse = 19;
    CHECK(verdict_of(scores).sentence ==
          "good has a smaller error than bad on 19 of 20 trajectories (sign test of these trained models, p = 0.002). "
          "Its "
          "relative error is 0.004 times [0.002, 0.005] that of bad.");
    // Who wins more trajectories has the larger geometric mean: nobody is ahead, whatever p is.
    test.better = 19;
    test.worse = 1;
    for (const double p : {0.002, 0.3}) {
        test.p_value = p;
        CHECK(verdict_of(scores).sentence ==
              "good is more accurate where it works; its error is smaller on 1 of 20 trajectories: no order.");
    }
}

TEST_CASE("a verdict gives no order to a model that fails more often, and says how often either does") {
    Scores scores = two_models(1e-9);
    scores.comparisons[0].test.better = 1;
    scores.comparisons[0].test.worse = 24;
    scores.models[0].failed = failed_share({std::vector<double>(12, 1e-6)});
    CHECK(says(verdict_of(scores), "good is better than bad"));
    std::vector<double> errors(25, 1e-6);
    std::fill_n(errors.begin(), 13, 0.99);
    scores.models[0].failed = failed_share({errors});
    scores.models[1].failed = failed_share({std::vector<double>(25, 1e-2)});
    CHECK(verdict_of(scores).sentence ==
          "good is more accurate where it works, and fails in 13 of 25, bad in none; its error is smaller on 24 of 25 "
          "trajectories: no order.");
}

TEST_CASE("a verdict has the remarks that change how the first place reads, and none on other models") {
    Scores scores = two_models(1e-9);
    CHECK(!says(verdict_of(scores), "coincide"));
    scores.submissions[1].exact_samples = "9 samples coincide";
    CHECK(!says(verdict_of(scores), "coincide"));
    scores.submissions[0].exact_samples = "7 samples coincide";
    scores.submissions[0].motion.trajectories = 4;
    scores.submissions[0].motion.still = 3;
    CHECK(says(verdict_of(scores), "good: 7 samples coincide."));
    CHECK(says(verdict_of(scores), "good: does not move in 3 of 4 trajectories"));
    Comparison comparison{{scores}, {}, {}};
    comparison.standings.resize(2);
    comparison.standings[0].model = "good";
    comparison.standings[1].model = "bad";
    CHECK(says(verdict_of(comparison), "good on chain_pendulum_1: 7 samples coincide."));
}

TEST_CASE("a verdict says when the curves of the first two models cross, and that a first place beats nothing") {
    Scores scores = two_models(0.002);
    for (SubmissionScores& s : scores.submissions) {
        s.error_over_time = {};
        for (int k = 0; k <= 20; ++k) {
            s.error_over_time.times.push_back(0.1 * k);
            const bool exact = &s == &scores.submissions[0] && k <= 6;
            s.error_over_time.median.push_back(exact ? 1e-9 : &s == &scores.submissions[0] ? 0.05 : 0.01);
        }
    }
    CHECK(says(verdict_of(scores), " The median error of good is smaller until 0.6 s."));
    std::swap(scores.submissions[0].error_over_time, scores.submissions[1].error_over_time);
    CHECK(says(verdict_of(scores), " The median error of good is smaller only from 0.7 s on."));
    scores.models[0].no_better_than_persistence = true;
    CHECK(says(verdict_of(scores), " It is no better than persistence."));
}

TEST_CASE("two models at the floor of the truth are tied, however small p is") {
    Scores scores = two_models(1e-4);
    for (ModelScores& model : scores.models) model.at_floor = true;
    CHECK(says(verdict_of(scores), "good and bad are tied: the errors of both are within the estimated error"));
    scores.models[1].at_floor = false;
    CHECK(says(verdict_of(scores), "good is better than bad"));
    CHECK(says(verdict_of(scores), "Most errors of good are within the estimated error of the reference"));
}

TEST_CASE("one model is told by its error, reference rollouts rank nobody, what is not finite is said") {
    Scores scores = two_models(0.1);
    scores.models.pop_back();
    scores.comparisons.clear();
    scores.submissions[1].diverged = {1, {1}, 4};
    CHECK(says(verdict_of(scores), "good has a relative error of "));
    CHECK(says(verdict_of(scores), "the geometric mean over 2 trajectories"));
    CHECK(says(verdict_of(scores),
               "bad contains NaN or infinity in 1 trajectory; these states count as the worst error."));
    scores.models.front().reference = true;
    CHECK(says(verdict_of(scores),
               "Only reference rollouts were submitted: no model is ranked. The most accurate is good with"));
}

namespace {

Standing standing(const std::string& model, double error, double ratio, double rank) {
    Standing s;
    s.model = model;
    s.error = error;
    s.error_ratio = ratio;
    s.rank = rank;
    return s;
}

}  // namespace

TEST_CASE(
    "a comparison's verdict says how sure the first place is, how far the next one is behind, and who left a system "
    "out") {
    Comparison comparison{{two_models(0.1)}, {}, {}};
    CHECK(says(verdict_of(comparison), "over 1 system: no model is ranked"));
    comparison.standings = {standing("good", 0.01, 1, 1), standing("bad", 0.03, 3, 2)};
    CHECK(verdict_of(comparison).sentence ==
          "good has the smallest relative error over 1 system, 1.00e-02. bad follows with 3.00e-02.");
    comparison.standings[0].error_ci95 = Interval{0.005, 0.02};
    comparison.standings[0].draws = RankDraws{0.857, 1, 2};
    comparison.standings[1].missing = {"gyroscope"};
    comparison.standings[1].against_first = PairedTest{3, Interval{1.5, 6}, 0.01, false, 0, 1, PairedTest::Of::methods};
    const Verdict verdict = verdict_of(comparison);
    CHECK(
        verdict.sentence ==
        "good has the smallest relative error over 1 system, 1.00e-02 [5.00e-03, 2.00e-02]. It ranks first in 86 % of "
        "bootstrap samples, and its rank is 1 to 2 in 95 % of them. bad follows with 3.00e-02, 3 times as much "
        "[1.5, 6]: a significant difference.");
    CHECK(says(verdict, "bad has no submission for 1 system, where it counts as worst"));
    PairedTest& test = *comparison.standings[1].against_first;
    test.test = PairedTest::Test::sign;
    test.better = 1;
    test.worse = 11;
    CHECK(says(verdict_of(comparison),
               ": a significant difference by a sign test, with a larger error on 11 of 12 trajectories."));
    test.test = PairedTest::Test::mean;
    test.ratio_ci95 = Interval{0.5, 18};
    test.p_value = 0.2;
    CHECK(says(verdict_of(comparison), "[0.5, 18]: no significant difference."));
    test.of = PairedTest::Of::models;
    CHECK(says(verdict_of(comparison), "no significant difference between these trained models."));
    test.of = PairedTest::Of::too_few_seeds;
    CHECK(says(verdict_of(comparison),
               "with fewer than 3 training seeds of a method, whether the difference would show"));
    comparison.standings[1].unordered = true;
    CHECK(
        says(verdict_of(comparison), "good is more accurate on a part of the motions, and bad on the rest: no order."));
    test.better = 6;
    test.worse = 6;
    CHECK(says(verdict_of(comparison),
               "good is more accurate where it works; its error is smaller on 6 of 12 trajectories: no order."));
    CHECK(!says(verdict_of(comparison), "It is first in"));
    comparison.standings[0].persistence = "no better than persistence";
    CHECK(says(verdict_of(comparison), "good is no better than persistence."));
}

TEST_CASE("the verdict on a single model is its error over all systems, without a rank") {
    Comparison comparison{{two_models(0.1)}, {standing("good", 0.01, 1, 1)}, {}};
    comparison.standings[0].draws = RankDraws{1, 1, 1};
    CHECK(verdict_of(comparison).sentence == "good has a relative error of 1.00e-02 over 1 system.");
    const TextTable table = standings_table(comparison).front().table;
    CHECK(table.rows[0][3] == "-");
}

TEST_CASE("a verdict of estimated states names the smallest error and calls nobody better") {
    ObservedScores scores;
    scores.trajectories = 4;
    Summary near, far;
    near.geometric_mean = 0.01;
    near.geometric_mean_ci95 = Interval{0.005, 0.02};
    far.geometric_mean = 0.2;
    scores.submissions = {{"far", "", "", "", {}, {{"relative_error_at", "", "1", far}}},
                          {"near", "", "", "", {}, {{"relative_error_at", "", "1", near}}}};
    CHECK(verdict_of(scores).sentence ==
          "near has the smallest relative error, 1.00e-02 [5.00e-03, 2.00e-02], the geometric mean over the observed "
          "samples of 4 trajectories; whether it is better than the others is not tested.");
    scores.submissions.pop_back();
    CHECK(verdict_of(scores).sentence ==
          "far has a relative error of 2.00e-01, the geometric mean over the observed samples of 4 trajectories.");
}

TEST_CASE("text, Markdown, LaTeX and page say one verdict in the same words, text first and last, a page on top") {
    Scores scores = two_models(0.002);
    const std::string sentence = verdict_of(scores).sentence, limit = verdict_of(scores).more.front();
    const auto count = [](const std::string& text, const std::string& part) {
        int found = 0;
        for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
        return found;
    };
    for (const std::string& text :
         {text_report(scores, 400), text_summary(scores, 400), comparison_text({{scores}, {}, {}}, 400)}) {
        CAPTURE(text);
        const bool compared = text.find("Only reference rollouts") == 0;  // without standings
        const std::string said = compared ? "Only reference rollouts were submitted over 1 system" : sentence;
        CHECK(text.starts_with(said));
        CHECK(text.rfind("\n" + said) == text.rfind('\n', text.size() - 2));
        CHECK(count(text, said) == 2);
    }
    CHECK(count(text_report(scores, 400), limit) == 1);
    CHECK(count(markdown_report(scores), "\n**good is better than bad: its relative error is 0.004 times \\[") == 1);
    CHECK(count(markdown_report(scores), "\n- " + limit) == 1);
    CHECK(count(latex_report(scores), "\\caption{" + latex_text(sentence) + " " + latex_text(limit)) == 1);
    const std::string page = html_report(scores);
    CHECK(count(page, "<p class=\"verdict\">" + sentence + "</p>") == 1);
    CHECK(page.find("class=\"verdict\"") < page.find("<main"));
    const std::string compared = html_comparison({{scores}, {}, {}});
    CHECK(count(compared, sentence) == 1);  // of its system, with what limits it
    CHECK(count(compared, limit) == 1);
}

TEST_CASE("a comparison's verdict names who is tied") {
    Comparison comparison{{two_models(0.1)}, {}, {}};
    comparison.standings = {standing("a", 1e-6, 1, 1.5), standing("b", 1e-6, 1, 1.5)};
    CHECK(verdict_of(comparison).sentence ==
          "a and b are tied for the smallest relative error over 1 system, 1.00e-06.");
    comparison.standings.push_back(standing("c", 2e-6, 2, 3));
    CHECK(says(verdict_of(comparison), "over 1 system, 1.00e-06. c follows with 2.00e-06."));
}
