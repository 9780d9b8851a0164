// Whether a model is worse than a baseline, with limits that can be worked out by hand, and how often a gate errs.
#include "score/gate_baseline.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/json_report.hpp"
#include "score/gate.hpp"
#include "score/model_scores.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

using Table = std::vector<std::vector<double>>;

const Metric error{Metric::Kind::relative_error, "relative_error", "", "1"};
const Metric valid_time{Metric::Kind::valid_time, "valid_time_0.1", "", "s", true};

MetricNumbers numbers(const Table& values, bool with_values = true) {
    std::vector<double> all;
    for (const std::vector<double>& seed : values) all.insert(all.end(), seed.begin(), seed.end());
    MetricNumbers found{"", with_intervals(summarize(all), all)};
    if (with_values) found.values = values;
    return found;
}

WorseThan compared(const Metric& metric, const Table& own, const Table& its, double floor = 1e-6) {
    return compare_with_baseline(metric, numbers(own), numbers(its), own.front().size(), floor);
}

Threshold worse_by(const std::string& text) {
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    parse_worse_by_flag(text, thresholds, problems);
    REQUIRE(thresholds.size() == 1);
    return thresholds.front();
}

// N errors about 1e-2 that spread over decades, and those of a model that is `ratio` times worse with noise of its own.
std::pair<std::vector<double>, std::vector<double>> pair_of(std::mt19937& random, std::size_t n, double ratio,
                                                            double noise) {
    std::normal_distribution<double> normal;
    std::vector<double> own, its;
    for (std::size_t i = 0; i < n; ++i) {
        const double level = -4.6 + 1.5 * normal(random);
        its.push_back(std::exp(level));
        own.push_back(std::exp(level + std::log(ratio) + noise * normal(random)));
    }
    return {own, its};
}

// Scores of one model with these errors, over the same trajectories.
Scores scores_with(const std::vector<double>& errors) {
    Scores scores = example_scores();
    scores.submissions.resize(1);
    SubmissionScores& only = scores.submissions[0];
    const std::size_t metrics = only.metrics.size();
    only.values.assign(errors.size() * metrics, 1);
    for (std::size_t i = 0; i < errors.size(); ++i) only.values[i * metrics] = errors[i];
    only.relative_error = only.judged_error = errors;
    only.metrics[0].summary = with_intervals(summarize(errors), errors);
    scores.truth.trajectories = errors.size();
    scores.models = one_model_each(scores.submissions);
    return scores;
}

}  // namespace

TEST_CASE("paired limits of a geometric mean are Student's t of the differences of logarithms") {
    const std::vector<double> its{1e-3, 1e-2, 1e-1, 2e-3, 5e-3};
    std::vector<double> own, differences{0.1, 0.2, 0.3, 0.2, 0.2};
    for (std::size_t i = 0; i < its.size(); ++i) own.push_back(its[i] * std::exp(differences[i]));
    const WorseThan worse = compared(error, {own}, {its});
    CHECK(worse.ratio == doctest::Approx(std::exp(0.2)).epsilon(1e-12));
    const double half = 2.13184679 * std::sqrt(0.005 / 5);  // t of 4 degrees of freedom, one-sided 95 %
    CHECK(*worse.low == doctest::Approx(std::exp(0.2 - half)).epsilon(1e-8));
    CHECK(*worse.high == doctest::Approx(std::exp(0.2 + half)).epsilon(1e-8));
    CHECK(worse.how == "paired over 5 trajectories");
    CHECK(*compared(error, {its}, {own}).high == doctest::Approx(1 / *worse.low).epsilon(1e-12));
}

TEST_CASE("a model is neither worse nor better than itself, and nothing below the floor counts") {
    const std::vector<double> some{1e-3, 1e-2, 1e-1, 2e-3, 5e-3}, exact{1e-9, 0, 1e-12, 1e-8, 1e-7}, others(5, 1e-10);
    for (const WorseThan& worse : {compared(error, {some}, {some}), compared(error, {exact}, {others})}) {
        CHECK(worse.ratio == 1);
        CHECK(*worse.low == 1);
        CHECK(*worse.high == 1);
    }
}

TEST_CASE("a valid time that becomes shorter is worse, by the ratio of means") {
    const std::vector<double> its{1, 2, 3, 0, 4}, own{0.5, 1, 1.5, 0, 2};
    const WorseThan worse = compared(valid_time, {own}, {its});
    CHECK(worse.ratio == doctest::Approx(2).epsilon(1e-12));
    CHECK(*worse.low == doctest::Approx(2).epsilon(1e-12));  // exactly half of each
    const WorseThan better = compared(valid_time, {its}, {{0.5, 1.2, 1.5, 0, 1.8}});
    CHECK(better.ratio == doctest::Approx(0.5).epsilon(1e-12));
    CHECK(*better.high < 0.6);
    CHECK(*better.low < 0.5);
}

TEST_CASE("training seeds widen the limits of a method") {
    const std::vector<double> its{1e-3, 1e-2, 1e-1, 2e-3, 5e-3};
    const auto times = [&](double factor) {
        std::vector<double> scaled = its;
        for (double& value : scaled) value *= factor;
        return scaled;
    };
    const WorseThan worse = compared(error, {times(1.2), times(1.0), times(1.4)}, {times(1), times(1), times(1)});
    CHECK(worse.ratio == doctest::Approx(std::cbrt(1.2 * 1.4)).epsilon(1e-12));
    CHECK(*worse.low < 1);  // three seeds show no difference of 19 % where they spread by 20 %
    CHECK(*compared(error, {times(1.2)}, {its}).low == doctest::Approx(1.2).epsilon(1e-9));
}

TEST_CASE("without values of trajectories both intervals decide, and without these the values themselves") {
    std::mt19937 random(1);
    const auto [own, its] = pair_of(random, 100, 1.5, 0.1);
    const WorseThan paired = compared(error, {own}, {its});
    const WorseThan apart = compare_with_baseline(error, numbers({own}), numbers({its}, false), 100, 1e-6);
    CHECK(apart.how == "by both intervals");
    CHECK(apart.ratio == doctest::Approx(paired.ratio).epsilon(1e-9));
    CHECK(*paired.low > 1.4);  // trajectories that are hard are hard for both
    CHECK(*apart.low < 1.2);
    const std::vector<double> four{1e-3, 2e-3, 3e-3, 4e-3};
    const WorseThan few = compared(error, {four}, {{1e-3, 1e-3, 1e-3, 1e-3}});
    CHECK(!few.low);
    CHECK(few.how == "without an interval");
    CHECK(few.ratio == doctest::Approx(std::pow(24, 0.25)).epsilon(1e-12));
}

TEST_CASE("the model with more values that are not finite is the worse one") {
    const std::vector<double> fine(6, 1.0), lost{1, 1, INFINITY, 1, 1, 1};
    const Metric drift{Metric::Kind::energy_drift, "energy_drift", "", "1/s"};
    CHECK(*compared(drift, {lost}, {fine}).low == INFINITY);
    CHECK(*compared(drift, {fine}, {lost}).high == 0);
    CHECK(*compared(drift, {lost}, {lost}).high == 1);
}

TEST_CASE("a gate with a baseline names metric, both numbers and how sure it is, and passes what is not surely worse") {
    std::mt19937 random(2);
    const auto [own, its] = pair_of(random, 100, 1.2, 0.1);
    const Baseline baseline = baseline_of(scores_with(its), "main.h5");
    const GateResult failed = gate(scores_with(own), {worse_by("5%")}, false, &baseline).front();
    CHECK(!failed.passed);
    const std::string text = gate_text(failed);
    CHECK(text.starts_with("good: relative_error (geometric_mean) is 0."));
    for (const char* part : {", of the baseline 0.", " times as bad (with 95 % confidence at least 1.1",
                             "paired over 100 trajectories), at most 1.05 times"})
        CHECK(contains_text(text, part));
    CHECK(gate(scores_with(own), {worse_by("30%")}, true, &baseline).front().passed);
    CHECK(!gate(scores_with(own), {worse_by("21%")}, true, &baseline).front().passed);
    CHECK(gate(scores_with(own), {worse_by("21%")}, false, &baseline).front().passed);
    CHECK(gate(scores_with(its), {worse_by("0%")}, true, &baseline).front().passed);
    CHECK(gate(scores_with(its), {worse_by("Relative error=0.05")}, false, &baseline).front().passed);
    CHECK_THROWS_WITH_AS(gate(scores_with(its), {worse_by("diverged=5%")}, false, &baseline),
                         doctest::Contains("'diverged' cannot be compared with a baseline"), UsageError);
    CHECK_THROWS_WITH_AS(gate(scores_with(its), {worse_by("energy_drift=5%")}, false, &baseline),
                         doctest::Contains("alone do not show"), UsageError);
}

TEST_CASE("shares are told from numbers of per cent") {
    CHECK(worse_by("5%").limit == doctest::Approx(1.05));
    CHECK(worse_by("0.05").limit == doctest::Approx(1.05));
    CHECK(worse_by("0").limit == 1);
    CHECK(worse_by("NRMSE=300%").limit == doctest::Approx(4));
    for (const char* wrong : {"5", "-1%", "x", "%", "", "=5%", "a=", "5%%", "nan"}) {
        std::vector<Threshold> thresholds;
        std::vector<Problem> problems;
        parse_worse_by_flag(wrong, thresholds, problems);
        CHECK(to_text(problems) ==
              "--worse-by: must be a share such as 5% or 0.05, or METRIC=5%, got '" + std::string(wrong) + "'");
    }
}

TEST_CASE("a report is a baseline as the submission is, and one of another test set or other choices is refused") {
    std::mt19937 random(3);
    const auto [own, its] = pair_of(random, 50, 1.3, 0.2);
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "cchnn_baseline_test.json";
    std::ofstream(path) << json_report(scores_with(its));
    const std::vector<Baseline> read = read_baselines(path.string());
    const Baseline direct = baseline_of(scores_with(its), "");
    Scores now = scores_with(own);
    const GateResult a = gate(now, {worse_by("5%")}, false, &baseline_for(now, read)).front();
    const GateResult b = gate(now, {worse_by("5%")}, false, &direct).front();
    CHECK(*a.against->low == doctest::Approx(*b.against->low).epsilon(1e-12));
    CHECK(a.against->how == b.against->how);
    now.signature.replace(now.signature.find("floor:"), 6, "floor:1");
    CHECK_THROWS_WITH_AS(baseline_for(now, read), doctest::Contains("was scored by other choices"), SpecError);
    now.truth.digest = std::string(64, 'b');
    CHECK_THROWS_WITH_AS(baseline_for(now, read),
                         doctest::Contains("is of another test set (truth_digest aaaaaaaaaaaa)"), SpecError);
    for (const char* wrong :
         {"{}", "[1]", R"({"format": "cchnn-eval report"})", R"({"format": "cchnn-eval comparison", "systems": []})"}) {
        std::ofstream(path) << wrong;
        CHECK_THROWS_WITH_AS(read_baselines(path.string()), doctest::Contains("holds no scores; give a report"),
                             SpecError);
    }
}

TEST_CASE("a model of several has the baseline of its name, and none is an error of the gate") {
    std::mt19937 random(4);
    const auto [own, its] = pair_of(random, 20, 1, 0.1);
    Baseline baseline = baseline_of(scores_with(its), "main.json");
    CHECK(find_model(baseline, "renamed") == &baseline.models.front());
    baseline.models.push_back(baseline.models.front());
    baseline.models.back().label = "other";
    CHECK(find_model(baseline, "other") == &baseline.models.back());
    baseline.models.front().label = "third";
    const GateResult missing = gate(scores_with(own), {worse_by("5%")}, false, &baseline).front();
    CHECK(!missing.passed);
    CHECK(gate_text(missing).find("the baseline main.json has several models, and none of this name") !=
          std::string::npos);
}

TEST_CASE(
    "a model that is as much worse as allowed fails in about 5 % of experiments, one that is much worse nearly "
    "always" *
    doctest::test_suite("simulated experiments")) {
    std::mt19937 random(5);
    const auto failures = [&](std::size_t n, double ratio, bool paired) {
        int failed = 0;
        constexpr int experiments = 2000;
        for (int k = 0; k < experiments; ++k) {
            const auto [own, its] = pair_of(random, n, ratio, 0.3);
            failed += *compare_with_baseline(error, numbers({own}), numbers({its}, paired), n, 1e-12).low > 1.05;
        }
        return failed / static_cast<double>(experiments);
    };
    for (const std::size_t n : {5, 20, 100}) {
        const double level = failures(n, 1.05, true);
        CHECK(level > 0.03);
        CHECK(level < 0.07);
        CHECK(failures(n, 1.05, false) < 0.07);
    }
    CHECK(failures(100, 1.2, true) > 0.95);
}
