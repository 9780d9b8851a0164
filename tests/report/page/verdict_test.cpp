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
          "good is better than bad: its relative error is 0.004 times [0.002, 0.005] that of bad (paired test, p = "
          "0.002).");
    CHECK(says(verdict, "about these trained models, not about methods"));
}

TEST_CASE("a verdict calls nobody better that a test does not") {
    CHECK(says(verdict_of(two_models(0.3)), "but is not significantly better than bad (paired test, p = 0.3)"));
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

TEST_CASE("a comparison's verdict names the first two, whether their intervals overlap, and who left a system out") {
    Comparison comparison{{two_models(0.1)}, {}, {}};
    CHECK(says(verdict_of(comparison), "over 1 system: no model is ranked"));
    comparison.standings = {{"good", {}, 1, 1, Interval{1, 1.2}}, {"bad", {"gyroscope"}, 2, 3, Interval{1.1, 4}}};
    CHECK(says(verdict_of(comparison),
               "good comes first over 1 system: error ratio 1 [1, 1.2], mean rank 1. Next is bad"));
    CHECK(says(verdict_of(comparison), "the intervals overlap"));
    CHECK(says(verdict_of(comparison), "bad has no submission for 1 system, where it counts as worst"));
    comparison.standings[1].error_ratio_ci95 = Interval{2, 4};
    CHECK(!says(verdict_of(comparison), "overlap"));
}

TEST_CASE("a comparison's verdict knows that the best everywhere has a ratio of 1, and who is tied") {
    Comparison comparison{{two_models(0.1)}, {}, {}};
    comparison.standings = {{"good", {}, 1, 1, {}}, {"bad", {}, 2, 70, Interval{49, 99}}};
    CHECK(verdict_of(comparison).sentence ==
          "good comes first over 1 system: error ratio 1, mean rank 1. Next is bad with error ratio 70 [49, 99], mean "
          "rank 2.");
    comparison.standings[1].error_ratio_ci95 = Interval{1, 99};
    CHECK(says(verdict_of(comparison), "mean rank 2; the intervals overlap."));
    comparison.standings[1].error_ratio_ci95.reset();
    CHECK(says(verdict_of(comparison), "mean rank 2; without intervals of both, whether that is a difference is not"));
    comparison.standings = {{"a", {}, 1.5, 1, {}}, {"b", {}, 1.5, 1, {}}};
    CHECK(verdict_of(comparison).sentence == "a and b are tied over 1 system: error ratio 1, mean rank 1.5.");
    comparison.standings.push_back({"c", {}, 3, 2, Interval{1.5, 3}});
    CHECK(says(verdict_of(comparison), "mean rank 1.5. Next is c with error ratio 2 [1.5, 3], mean rank 3."));
}
