#include "score/gate.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "score/model_scores.hpp"
#include "score/rollout_fixture.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

std::vector<Threshold> flags(const std::vector<std::string>& most, const std::vector<std::string>& least = {}) {
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    for (const std::string& text : most) parse_threshold_flag(text, true, thresholds, problems);
    for (const std::string& text : least) parse_threshold_flag(text, false, thresholds, problems);
    CHECK(to_text(problems) == "");
    return thresholds;
}

std::string complaint(const std::string& json) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "cchnn_limits_test.json";
    std::ofstream(path) << json;
    try {
        read_thresholds(path.string());
    } catch (const SpecError& error) {
        std::string text = error.what();
        for (std::size_t at; (at = text.find(path.string())) != std::string::npos;)
            text.replace(at, path.string().size(), "L");
        return text;
    }
    return "";
}

Scores judged_scores() {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    return scores;
}

}  // namespace

TEST_CASE("a limit that is met exactly passes, the next number fails") {
    const Scores scores = judged_scores();  // mean 1e-4 of good, 0.1 of bad
    CHECK(all_passed(gate(scores, flags({"relative_error.mean=0.1"}))));
    const auto results = gate(scores, flags({"relative_error.mean=0.09999999999999999"}));
    REQUIRE(results.size() == 2);
    CHECK(results[0].passed);
    CHECK(!results[1].passed);
    CHECK(gate_text(results[1]) == "bad: relative_error (mean) is 0.1, at most 0.1: 1 times the limit");
}

TEST_CASE("a limit that names no statistic is on the headline, which has an interval where a mean has none") {
    Scores scores = judged_scores();
    Summary& errors = scores.models[0].metrics[0].summary;  // mean 1e-4, geometric mean 5e-5 [2.5e-5, 1e-4]
    errors.mean_ci95.reset();
    errors.tail_too_heavy = true;
    const GateResult plain = gate(scores, flags({"relative_error=6e-5"}))[0];
    CHECK(plain.passed);
    CHECK(plain.threshold.statistic == "geometric_mean");
    CHECK(gate_text(plain) == "good: relative_error (geometric_mean) is 5e-05, at most 6e-05");
    CHECK(gate(scores, flags({"relative_error=1e-4"}), true)[0].passed);
    CHECK(!gate(scores, flags({"relative_error.mean=1"}), true)[0].passed);
    CHECK(gate(scores, flags({"energy_error_scaled=1", "relative_error=1"}))[0].threshold.statistic ==
          "geometric_mean");
}

TEST_CASE("a limit of a file that names no statistic is pointed out where it was one on the arithmetic mean") {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "cchnn_statistics_test.json";
    std::ofstream(path)
        << R"({"max": {"relative_error": 1, "rmse_x.mean": 1, "diverged": 0}, "min": {"valid_time_0.5": 0}})";
    const std::vector<Problem> hints = hints_on_statistics(judged_scores(), read_thresholds(path.string()));
    REQUIRE(hints.size() == 1);
    CHECK(hints[0].where == path.string() + "#/max/relative_error");
    CHECK(hints[0].what ==
          "names no statistic, so the geometric mean is tested; version 0.2 tested the arithmetic mean; write "
          "'relative_error.geometric_mean' or 'relative_error.mean'");
}

TEST_CASE("statistics are picked by name, and least values and diverged trajectories have their rules") {
    const Scores scores = judged_scores();
    const auto results = gate(scores, flags({"relative_error.p95=1", "relative_error.median=1", "diverged=0"},
                                            {"valid_time_0.5=0.01", "valid_time_0.5.p05=0.01"}));
    REQUIRE(results.size() == 10);
    CHECK(results[0].value == doctest::Approx(5e-4).epsilon(1e-15));
    CHECK(results[1].value == doctest::Approx(1e-4 / 3).epsilon(1e-15));
    CHECK(results[3].threshold.metric == "valid_time_0.5");
    CHECK(results[3].threshold.statistic == "mean");
    CHECK(!results[3].passed);  // 1e-4 s
    CHECK(results[4].threshold.statistic == "p05");
    CHECK(!results[7].passed);  // bad has one diverged trajectory
    CHECK(gate_text(results[7]) == "bad: diverged is 1, at most 0: off by 1");
    CHECK(!gate(scores, flags({"energy_error_scaled.mean=1e300", "relative_error=1"}))[2].passed);  // infinite
}

TEST_CASE("every submission is judged: none is let off because it calls itself a reference rollout") {
    Scores scores = judged_scores();
    scores.submissions[1].reference = true;
    CHECK(!all_passed(gate(scores, flags({"relative_error=1e-3"}))));
}

TEST_CASE("wrong limits are told all at once, with the nearest name") {
    CHECK_THROWS_WITH_AS(gate(example_scores(), flags({"relative_eror=1", "p95=2"})),
                         doctest::Contains("--max: unknown metric 'relative_eror', did you mean 'relative_error'?"),
                         UsageError);
    CHECK_THROWS_WITH_AS(gate(example_scores(), flags({"diverged.p95=1"})),
                         doctest::Contains("--max: unknown metric 'diverged.p95', did you mean 'diverged'?"),
                         UsageError);
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    for (const char* text : {"relative_error", "=1", "a=", "a=1x", "a=inf"})
        parse_threshold_flag(text, false, thresholds, problems);
    CHECK(problems.size() == 5);
    CHECK(to_text({problems[3]}) == "--min: must be METRIC=NUMBER, such as relative_error=1e-3, got 'a=1x'");
    for (const char* text : {"a=1e400", "a=-1e400", "a=1e-400"}) {
        parse_threshold_flag(text, true, thresholds, problems);
        CHECK(to_text({problems.back()}) ==
              "--max: the number is outside the range of float64 (0, or 1e-307 to 1e308), got '" + std::string(text) +
                  "'");
    }
    CHECK(problems.size() == 8);
    CHECK(thresholds.empty());
    CHECK(complaint(R"({"max": {"relative_error": 1e-3}, "min": {"valid_time_0.5": 2}})") == "");
    CHECK(complaint(R"({"max": {"a": "1"}, "mix": {}, "min": 3})") ==
          "L#/max/a: must be a number, got \"1\"\nL#/mix: unknown key 'mix', did you mean 'max'?\nL#/min: must be an "
          "object of metrics and limits, got 3");
    CHECK(complaint("{}").find("L#: must be an object with \"max\"") == 0);
    CHECK(contains_text(complaint(R"({"max": {"a": 1, "a": 2}})"), "duplicate key 'a'"));
}

TEST_CASE("a limit that a better model would fail is an error that names the other option") {
    const auto complains = [](const std::vector<Threshold>& limits, const char* text) {
        CHECK_THROWS_WITH_AS(gate(judged_scores(), limits), doctest::Contains(text), UsageError);
    };
    complains(flags({"valid_time_0.5=2.5"}),
              "--max: 'valid_time_0.5' is better the larger it is, so that this limit "
              "fails a model for being good; use --min");
    complains(flags({"valid_time_0.5.p05=2.5"}), "use --min");
    complains(flags({}, {"relative_error=1e-3"}), "--min: 'relative_error' is better the smaller it is");
    for (const char* kept : {"diverged=0", "failed=0.5", "start_error=1e-3"}) complains(flags({}, {kept}), "use --max");
    CHECK_NOTHROW(gate(judged_scores(), flags({"relative_error=1"}, {"ratio_to_reference=1", "solver_evaluations=3"})));
}

TEST_CASE("metrics are named by headings of tables too, in any case, with a unit or without") {
    const Scores scores = judged_scores();
    const auto key = [&](const std::string& name, bool at_most = true) {
        const std::vector<std::string> limit{name + "=1"};
        return gate(scores, at_most ? flags(limit) : flags({"relative_error=1"}, limit))
            .at(at_most ? 0 : 1)
            .threshold.metric;
    };
    CHECK(key("NRMSE") == "nrmse");
    CHECK(key("nrmse.p95") == "nrmse");
    CHECK(key("RMSE / own spread") == "rmse_normalised");
    CHECK(key("Relative error") == "relative_error");
    CHECK(key("failed") == "failed");
    CHECK(key("VPT, Err > 0.5", false) == "valid_time_0.5");
    CHECK(key("VPT", false) == "valid_time_0.1");
    CHECK(key("VPT (Err > 0.1), s", false) == "valid_time_0.1");
    CHECK(key("x, m") == "rmse_x");
    CHECK(key("x") == "rmse_x");
    CHECK_THROWS_WITH_AS(key("nrms"), doctest::Contains("unknown metric 'nrms', did you mean 'nrmse'"), UsageError);
    CHECK_THROWS_WITH_AS(gate(scores, flags({"Energy error=1", "constraint=1", "drift=1"})),
                         doctest::Contains("alone do not show that a prediction is right"), UsageError);
}

TEST_CASE(
    "a limit on the worst member is on the largest of any member, and of a submission without members on its own") {
    Scores scores = judged_scores();
    const auto& metrics = scores.submissions[0].metrics;
    const std::size_t energy =
        std::find_if(metrics.begin(), metrics.end(),
                     [](const MetricScore& score) { return score.metric.key == "energy_error_scaled"; }) -
        metrics.begin();
    for (SubmissionScores& s : scores.submissions) s.values.assign(2 * metrics.size(), 1e-3);
    scores.submissions[0].metrics[energy].worst_member = 0.5;
    scores.submissions[1].values[metrics.size() + energy] = 0.25;
    const auto limits = flags({"energy_error_scaled.worst_member=0.25", "relative_error=1"});
    const auto results = gate(scores, limits);
    CHECK(gate_text(results[0]) == "good: energy_error_scaled (worst_member) is 0.5, at most 0.25: 2 times the limit");
    CHECK(results[2].passed);
    CHECK(results[2].value == 0.25);
    CHECK(gate(scores, limits, true)[0].why.find("has no 95 % interval") == 0);
    CHECK_THROWS_WITH_AS(gate(scores, flags({"relative_error.worst_member=1"})),
                         doctest::Contains("is of the mean of the members and has no worst one"), UsageError);
}

TEST_CASE("a limit on failed trajectories is on their share, with its interval when confident") {
    Scores scores = judged_scores();
    scores.models[0].failed = failed_share({{0.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}});
    const GateResult found = gate(scores, flags({"failed=10%"}))[0];
    CHECK(found.passed);
    CHECK(found.value == doctest::Approx(0.1));
    CHECK(gate_text(found) == "good: failed is 0.1, at most 0.1");
    CHECK(gate(scores, flags({"failed=0.1"}), true)[0].value == doctest::Approx(0.445).epsilon(1e-3));
    CHECK(!gate(scores, flags({"failed=0.4"}), true)[0].passed);
    CHECK_THROWS_WITH_AS(gate(scores, flags({"failed=10"})), doctest::Contains("from 0 to 1 or in %, got 10"),
                         UsageError);
}

TEST_CASE("a confident gate judges the end of the interval, and nothing without one") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    Summary& s = scores.models[0].metrics[0].summary;  // geometric mean 5e-5 [2.5e-5, 1e-4]
    const auto limits = flags({"relative_error.geometric_mean=7e-5"});
    CHECK(gate(scores, limits)[0].passed);
    CHECK(!gate(scores, limits, true)[0].passed);
    CHECK(gate(scores, limits, true)[0].value == 1e-4);
    CHECK(gate(scores, flags({"relative_error.geometric_mean=1e-4"}), true)[0].passed);
    s.geometric_mean_ci95.reset();
    CHECK(!gate(scores, limits, true)[0].passed);
    CHECK(contains_text(gate_text(gate(scores, limits, true)[0]), "has no 95 % interval"));
}

TEST_CASE("a confident gate takes a value that all of five trajectories or more have as its own interval") {
    Scores scores = judged_scores();
    const std::vector<MetricScore>& metrics = scores.models[0].metrics;
    const auto valid = std::find_if(metrics.begin(), metrics.end(),
                                    [](const MetricScore& m) { return m.metric.key == "valid_time_0.5"; });
    REQUIRE(valid != metrics.end());
    scores.models[0].metrics[static_cast<std::size_t>(valid - metrics.begin())].summary.mean_ci95.reset();
    const auto limit = flags({}, {"valid_time_0.5=1e-4"});
    const auto passes_with = [&](std::size_t trajectories, double odd) {
        scores.submissions[0].values.assign(trajectories * metrics.size(), 1e-4);
        for (std::size_t m = 0; m < metrics.size(); ++m) scores.submissions[0].values[m] = odd;
        return gate(scores, limit, true)[0].passed;
    };
    CHECK(passes_with(5, 1e-4));
    CHECK(!passes_with(5, 2e-4));
    CHECK(!passes_with(4, 1e-4));
}

TEST_CASE("a gate on the ratio to a reference rollout, whichever way round the pair was compared") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    const auto limits = flags({"ratio_to_reference=10"});
    CHECK(!gate(scores, limits)[0].passed);  // there is none
    scores.models[1].reference = true;
    scores.comparisons = {{"bad", "good", compare_pair({{1, 1}}, {{5, 5}}, PairedTest::Of::models, {0}), {}}};
    const auto results = gate(scores, limits);
    REQUIRE(results.size() == 1);  // the reference itself is not judged
    CHECK(results[0].value == doctest::Approx(5));
    CHECK(results[0].passed);
    CHECK(!gate(scores, flags({"ratio_to_reference=4"}))[0].passed);
}

TEST_CASE("the ratio to a reference rollout and both ends of its interval turn over where the pair does") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    scores.models[1].reference = true;
    PairedTest test;
    test.ratio = 4;
    test.ratio_ci95 = Interval{2, 10};
    const auto value = [&](bool confident, bool at_most) {
        const std::vector<std::string> limit{"ratio_to_reference=1"};
        return gate(scores, at_most ? flags(limit) : flags({}, limit), confident)[0].value;
    };
    scores.comparisons = {{"good", "bad", test, {}}};
    CHECK(value(false, true) == 4);
    CHECK(value(true, true) == 10);
    CHECK(value(true, false) == 2);
    scores.comparisons = {{"bad", "good", test, {}}};
    CHECK(value(false, true) == 0.25);
    CHECK(value(true, true) == 0.5);
    CHECK(value(true, false) == 0.1);
}

TEST_CASE("a gate that judges nobody, since all are marked as reference rollouts, does not pass") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    for (ModelScores& model : scores.models) model.reference = true;
    const auto results = gate(scores, flags({"ratio_to_reference=10"}));
    REQUIRE(results.size() == 1);
    CHECK(!all_passed(results));
    CHECK(contains_text(gate_text(results[0]), "all are reference rollouts or naive forecasts"));
}

TEST_CASE(
    "a ratio to persistence is of the same trajectories, with an interval, and there is none of a reference at rest") {
    Scores scores = judged_scores();
    for (SubmissionScores& s : scores.submissions) {
        s.persistence_errors.clear();
        for (const double error : s.judged_error) s.persistence_errors.push_back(4 * error);
    }
    scores.models = one_model_each(scores.submissions);
    const auto results = gate(scores, flags({"ratio_to_persistence=0.25000001"}, {"ratio_to_persistence=0.2499999"}));
    CHECK(all_passed(results));
    CHECK(results[0].value == doctest::Approx(0.25).epsilon(1e-12));
    scores.submissions[0].persistence_errors[0] = 0;
    const auto at_rest = gate(scores, flags({"ratio_to_persistence=1"}));
    CHECK(contains_text(gate_text(at_rest[0]), "the reference is at rest"));
    CHECK(!at_rest[0].passed);
}

TEST_CASE("a value that fails is told with the digits that tell it from its limit") {
    GateResult result{"net", flags({"relative_error=737"})[0], 737.4, false};
    CHECK(contains_text(gate_text(result), "is 737.4, at most 737"));
}

TEST_CASE("a gate on the start error takes the value, the end of its interval when confident, and no words") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    const auto limits = flags({"start_error=1e-3"});
    CHECK(asks_for_start_error(limits));
    CHECK(!asks_for_start_error(flags({"relative_error=1e-3"})));
    CHECK(contains_text(gate_text(gate(scores, limits)[0]), "was not computed"));
    scores.models[0].start_error = StartError{StartError::Outcome::found, 5e-4, 4e-4, 2e-3};
    scores.models[1].start_error = StartError{StartError::Outcome::saturated, 0, 0.1};
    CHECK(gate(scores, limits)[0].passed);
    CHECK(gate(scores, limits)[0].value == 5e-4);
    CHECK(!gate(scores, limits, true)[0].passed);
    CHECK(gate(scores, limits, true)[0].value == 2e-3);
    CHECK(!gate(scores, flags({"start_error=1e300"}))[1].passed);
    CHECK(contains_text(gate_text(gate(scores, limits)[1]), "as large as they can be for this motion"));
    scores.models[0].start_error = StartError{StartError::Outcome::below, 1e-9};
    CHECK(gate(scores, flags({"start_error=1e-9"}), true)[0].passed);
    CHECK(!gate(scores, flags({"start_error=1e-10"}))[0].passed);
}

TEST_CASE(
    "a gate on evaluations of a solver takes those of the setting that is as accurate, and no upper limit for them") {
    Scores scores = example_scores();
    scores.models = {one_model_each(scores.submissions)[0]};
    std::vector<Threshold> least;
    std::vector<Problem> problems;
    parse_threshold_flag("solver_evaluations=300", false, least, problems);
    REQUIRE(problems.empty());
    CHECK(asks_for_solver(least));
    CHECK(!asks_for_solver(flags({"relative_error=1e-3"})));
    CHECK(contains_text(gate_text(gate(scores, least)[0]), "was not computed"));
    scores.solver = SolverLadder{"a machine", 2, {{"coarse", "", 1, 1e-2, 10, 10}, {"fine", "", 2, 1e-4, 50, 350}}};
    const auto judged = [&](double error, bool confident = false) {
        scores.models[0].solver = beside_solver(*scores.solver, error, {});
        return gate(scores, least, confident)[0];
    };
    CHECK(judged(1e-3).passed);
    CHECK(judged(1e-3).value == 350);
    CHECK(judged(1e-3, true).passed);
    CHECK(judged(1e-9).passed);  // no setting is as accurate
    const GateResult coarse = judged(0.1);
    CHECK(!coarse.passed);
    CHECK(contains_text(gate_text(coarse), "the coarsest setting of the solver is already as accurate"));
    CHECK(gate(scores, flags({"solver_evaluations=10"}))[0].passed);
    CHECK(!gate(scores, flags({"solver_evaluations=9"}))[0].passed);
}

TEST_CASE("what stands still fails every gate") {
    Scores scores = example_scores();
    scores.submissions[0].motion.trajectories = 2;
    scores.submissions[0].motion.still = 2;
    scores.models = one_model_each(scores.submissions);
    const auto results = gate(scores, flags({"energy_drift=1e9", "relative_error=1e9"}));
    CHECK(!all_passed(results));
    scores.submissions[0].motion.still = 0;
    CHECK(all_passed(gate(scores, flags({"energy_drift=1e9", "relative_error=1e9"}))));
}

TEST_CASE("beside limits on energy, constraints and momenta a prediction that creeps fails, and says why") {
    Scores scores = example_scores();
    scores.submissions[0].motion.trajectories = 2;
    scores.submissions[0].motion.barely = 1;
    scores.models = one_model_each(scores.submissions);
    const auto results = gate(scores, flags({"energy_drift=1e9", "relative_error=1e9"}));
    REQUIRE(!all_passed(results));
    const auto failed = std::find_if(results.begin(), results.end(), [](const GateResult& r) { return !r.passed; });
    CHECK(contains_text(gate_text(*failed), "moves less than a tenth as far as the reference"));
    CHECK(all_passed(gate(scores, flags({"relative_error=1e9"}))));
}

TEST_CASE("limits on what a prediction keeps that hardly moves are refused without one on the motion") {
    for (const auto& kept : {std::vector<std::string>{"energy_drift=1"}, {"diverged=0", "energy_error_scaled=1"}})
        CHECK_THROWS_WITH_AS(gate(example_scores(), flags(kept)),
                             doctest::Contains("alone do not show that a prediction is right"), UsageError);
    CHECK_NOTHROW(gate(example_scores(), flags({"diverged=0"})));
    CHECK_NOTHROW(gate(example_scores(), flags({"energy_drift=1", "relative_error=1"})));
    CHECK_NOTHROW(gate(example_scores(), flags({"energy_drift=1", "ratio_to_reference=1"})));
}

TEST_CASE("a method is judged as a whole, by all its seeds") {
    Scores scores = example_scores();
    scores.models = {one_model_each(scores.submissions)[0]};
    scores.models[0].members = {0, 1};
    const auto results = gate(scores, flags({"diverged=0"}));
    REQUIRE(results.size() == 1);
    CHECK(results[0].value == 1);
}

TEST_CASE("a limit beyond float64 is refused, in a flag and in a file") {
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    parse_threshold_flag("relative_error=1e400", true, thresholds, problems);
    CHECK(thresholds.empty());
    CHECK(problems.size() == 1);
    CHECK(complaint(R"({"max": {"relative_error": 1e400}})") != "");
    CHECK(complaint(R"({"max": {"relative_error": 1e-400}})").find("number 1e-400 does not fit a double") !=
          std::string::npos);
}
