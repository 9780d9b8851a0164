#include "report/page/verdict.hpp"

#include <doctest/doctest.h>

#include "report/example_scores.hpp"

using namespace cchnn;

namespace {

Scores two_models(double p) {
    Scores scores = example_scores();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    for (SubmissionScores& s : scores.submissions) s.truth_floor = TruthFloor{1, 100, 1, 1e-10}, s.diverged = {};
    PairedTest test;
    test.ratio = 250, test.ratio_ci95 = Interval{200, 500};
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
    CHECK(says(verdict, "about these trained models, not about methods"));
}

TEST_CASE("a verdict calls nobody better that a test does not") {
    CHECK(says(verdict_of(two_models(0.3)),
               "but is not significantly better than bad (paired test of these trained models, p = 0.3)"));
    Scores untested = two_models(0.3);
    untested.comparisons.clear();
    CHECK(says(verdict_of(untested), "whether it is better than bad was not tested"));
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
    scores.models.pop_back(), scores.comparisons.clear();
    scores.submissions[1].diverged = {1, {1}, 4};
    CHECK(says(verdict_of(scores), "good has a relative error of "));
    CHECK(says(verdict_of(scores), "the geometric mean over 2 trajectories"));
    CHECK(says(verdict_of(scores), "bad is not finite in 1 trajectory"));
    scores.models.front().reference = true;
    CHECK(says(verdict_of(scores), "no model is ranked. The nearest is good"));
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
          "good comes first over 1 system: an error of 1.00e-02. Next is bad with an error of 3.00e-02.");
    comparison.standings[0].error_ci95 = Interval{0.005, 0.02};
    comparison.standings[0].draws = RankDraws{0.857, 1, 2};
    comparison.standings[1].missing = {"gyroscope"};
    comparison.standings[1].against_first = PairedTest{3, Interval{1.5, 6}, 0.01, false, 0, 1, PairedTest::Of::methods};
    const Verdict verdict = verdict_of(comparison);
    CHECK(
        verdict.sentence ==
        "good comes first over 1 system: an error of 1.00e-02 [5.00e-03, 2.00e-02]; first in 86 % of the draws, rank 1 "
        "to 2 "
        "in 95 % of them. Next is bad with an error of 3.00e-02, 3 times that of the first [1.5, 6]: a significant "
        "difference.");
    CHECK(says(verdict, "bad has no submission for 1 system, where it counts as worst"));
    PairedTest& test = *comparison.standings[1].against_first;
    test.ratio_ci95 = Interval{0.5, 18};
    CHECK(says(verdict_of(comparison), "[0.5, 18]: no significant difference."));
    test.of = PairedTest::Of::models;
    CHECK(says(verdict_of(comparison), "no significant difference between these trained models."));
    test.of = PairedTest::Of::too_few_seeds;
    CHECK(says(verdict_of(comparison),
               "with fewer than 3 training seeds of a method, whether the difference would show"));
}

TEST_CASE("a comparison's verdict names who is tied") {
    Comparison comparison{{two_models(0.1)}, {}, {}};
    comparison.standings = {standing("a", 1e-6, 1, 1.5), standing("b", 1e-6, 1, 1.5)};
    CHECK(verdict_of(comparison).sentence == "a and b are tied over 1 system: an error of 1.00e-06.");
    comparison.standings.push_back(standing("c", 2e-6, 2, 3));
    CHECK(says(verdict_of(comparison), "an error of 1.00e-06. Next is c with an error of 2.00e-06."));
}
