#include "score/model_scores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "score/standings.hpp"
#include "score/statistics/bootstrap.hpp"

using namespace cchnn;

namespace {

const Metric error_metric{Metric::Kind::relative_error, "relative_error", "", "1"};

SubmissionScores submission(const std::string& model, const std::vector<double>& errors, bool reference = false) {
    SubmissionScores s;
    s.label = s.model = model;
    s.reference = reference;
    s.values = s.relative_error = errors;
    s.metrics = {{error_metric, summarize(errors), 0}};
    return s;
}

MetricChoices quick(std::uint32_t resamples = 500) {
    MetricChoices choices;
    choices.resamples = resamples;
    return choices;
}

Scores scores_of(const std::string& system, const std::vector<SubmissionScores>& submissions) {
    Scores scores;
    scores.truth.system = system;
    scores.truth.trajectories = submissions.front().relative_error.size();
    scores.submissions = submissions;
    scores.models = group_by_model(submissions, quick(0), 1);
    return scores;
}

}  // namespace

TEST_CASE("submissions of one model are pooled: means over all pairs of seed and trajectory") {
    const std::vector<SubmissionScores> all{submission("a", {1, 2}), submission("b", {8, 8}), submission("a", {4, 8})};
    const std::vector<ModelScores> models = group_by_model(all, quick(), 1);
    REQUIRE(models.size() == 2);
    CHECK(models[0].members == std::vector<std::size_t>{0, 2});
    CHECK(models[0].metrics[0].summary.mean == 3.75);
    CHECK(models[0].metrics[0].summary.geometric_mean == doctest::Approx(std::pow(2, 1.5)).epsilon(1e-15));
    CHECK(models[0].metrics[0].summary.median == 3);
    CHECK(models[0].metrics[0].summary.mean_ci95->low < 3.75);
    CHECK(models[1].metrics[0].summary.mean == 8);
}

TEST_CASE("with one seed the two-level bootstrap is the bootstrap over trajectories, with two it is wider") {
    std::vector<double> a, b;
    for (int i = 0; i < 40; ++i) a.push_back(1 + 0.01 * (i % 7)), b.push_back(2 + 0.01 * (i % 5));
    const MeanIntervals one = bootstrap_means(a, 1, 400, 0, 1), same = bootstrap_seed_means({&a}, 1, 400, 0, 2);
    CHECK(one.mean[0].low == same.mean[0].low);
    CHECK(one.mean[0].high == same.mean[0].high);
    // Seeds at 1.03 and 2.02: a quarter of the resamples draws one of them twice.
    const Interval two = bootstrap_seed_means({&a, &b}, 1, 400, 0, 1).mean[0];
    CHECK(two.low < 1.05);
    CHECK(two.high > 2);
}

TEST_CASE("models are compared on the same trajectories, by log error averaged over seeds") {
    const std::vector<SubmissionScores> all{submission("a", {1, 2, 4}), submission("a", {4, 2, 1}),
                                            submission("b", {4, 4, 4})};
    const std::vector<ModelScores> models = group_by_model(all, quick(), 1);
    const std::vector<ModelComparison> comparisons = compare_models(all, models, quick(), 1);
    REQUIRE(comparisons.size() == 1);  // a has error 2 on each trajectory
    CHECK(comparisons[0].a == "a");
    CHECK(comparisons[0].test.ratio == doctest::Approx(0.5).epsilon(1e-15));
    CHECK(comparisons[0].test.better == 3);
    CHECK(*comparisons[0].test.p_value == 0.25);  // all 8 sign vectors, 2 as extreme
    CHECK(*comparisons[0].p_holm == 0.25);
}

TEST_CASE("more than eight models are compared with the best one alone") {
    std::vector<SubmissionScores> all;
    for (int i = 0; i < 9; ++i)
        all.push_back(submission(std::string(1, static_cast<char>('a' + i)), {i == 4 ? 0.1 : 1.0 + i}));
    const auto comparisons = compare_models(all, one_model_each(all), quick(100), 1);
    CHECK(comparisons.size() == 8);
    for (const ModelComparison& c : comparisons) CHECK((c.a == "e" || c.b == "e"));
}

TEST_CASE("standings over two systems by hand: ranks, error ratios, the worst value where nothing was handed in") {
    const std::vector<Scores> systems{scores_of("one", {submission("a", {0.01, 0.01}), submission("b", {0.02, 0.02}),
                                                        submission("truth", {1e-9, 1e-9}, true)}),
                                      scores_of("two", {submission("a", {0.25, 0.25, 0.25})})};
    const std::vector<Standing> all = standings(systems, quick(), 2);
    REQUIRE(all.size() == 2);  // a reference is not ranked
    CHECK(all[0].model == "a");
    CHECK(all[0].mean_rank == 1);
    CHECK(all[0].error_ratio == doctest::Approx(1).epsilon(1e-14));
    CHECK(all[1].mean_rank == 2);
    // 2 on system one, 1 / 0.25 = 4 on system two: sqrt(8).
    CHECK(all[1].error_ratio == doctest::Approx(std::sqrt(8.0)).epsilon(1e-14));
    CHECK(all[1].missing == std::vector<std::string>{"two"});
    // All trajectories are equal: resampling changes nothing but the order of sums.
    CHECK(all[1].error_ratio_ci95->low == doctest::Approx(std::sqrt(8.0)).epsilon(1e-13));
    CHECK(all[1].mean_rank_ci95->high == 2);
}

TEST_CASE("reference rollouts alone have no standings") {
    CHECK(standings({scores_of("one", {submission("truth", {0.5}, true)})}, quick(), 1).empty());
}

TEST_CASE("models of a system are ranked with references first, equal ones share a rank") {
    const Scores scores = scores_of("one", {submission("a", {0.2}), submission("b", {0.1}), submission("c", {0.2}),
                                            submission("truth", {0.5}, true)});
    const std::vector<RankedModel> order = ranked_models(scores);
    CHECK(scores.models[order[0].model].label == "truth");
    CHECK(!order[0].rank);
    CHECK(scores.models[order[1].model].label == "b");
    CHECK(*order[1].rank == 1);
    CHECK(*order[2].rank == 2.5);
    CHECK(*order[3].rank == 2.5);
}

TEST_CASE("pooled intervals are those of two levels, and trajectories valid to the end add up over seeds") {
    std::vector<SubmissionScores> all{submission("a", {1, 2, 5}), submission("a", {4, 8, 6}),
                                      submission("b", {8, 8, 8})};
    all[0].metrics[0].censored = 2;
    all[1].metrics[0].censored = 3;
    const ModelScores model = group_by_model(all, quick(), 1)[0];
    const MeanIntervals expected = bootstrap_seed_means({&all[0].values, &all[1].values}, 1, 500, 0, 1);
    CHECK(model.metrics[0].summary.mean_ci95->low == expected.mean[0].low);
    CHECK(model.metrics[0].summary.mean_ci95->high == expected.mean[0].high);
    CHECK(model.metrics[0].summary.geometric_mean_ci95->low == expected.geometric_mean[0].low);
    CHECK(model.metrics[0].summary.geometric_mean_ci95->high == expected.geometric_mean[0].high);
    CHECK(model.metrics[0].censored == 5);
    CHECK(!group_by_model(all, quick(0), 1)[0].metrics[0].summary.mean_ci95);
}

TEST_CASE(
    "intervals of standings: each system draws its trajectories, each model its seeds, and the best is found anew") {
    const std::vector<std::vector<double>> a1{{0.01, 0.3, 0.02}, {0.05, 0.04, 0.2}}, b1{{0.03, 0.02, 0.1}};
    const std::vector<std::vector<double>> a2{{0.2, 0.01}}, b2{{0.02, 0.04}};
    const std::vector<Scores> systems{
        scores_of("one", {submission("a", a1[0]), submission("a", a1[1]), submission("b", b1[0])}),
        scores_of("two", {submission("a", a2[0]), submission("b", b2[0])})};
    std::vector<double> ranks, ratios;  // of b
    for (std::size_t r = 0; r < 500; ++r) {
        double rank = 0, log_ratio = 0;
        for (std::size_t s = 0; s < 2; ++s) {
            const auto draws = drawn_trajectories(s == 0 ? 3 : 2, 0, r, s);
            const auto level = [&](const std::vector<std::vector<double>>& seeds, std::size_t model) {
                double sum = 0;
                const auto drawn = drawn_seeds(seeds.size(), 0, r, model);
                for (const std::size_t seed : drawn)
                    for (const std::size_t i : draws) sum += std::log(seeds[seed][i]);
                return sum / static_cast<double>(drawn.size() * draws.size());
            };
            const double a = level(s == 0 ? a1 : a2, 0), b = level(s == 0 ? b1 : b2, 1);
            rank += 0.5 * (b < a ? 1 : b > a ? 2 : 1.5);
            log_ratio += 0.5 * (b - std::min(a, b));
        }
        ranks.push_back(rank);
        ratios.push_back(std::exp(log_ratio));
    }
    const std::vector<Standing> all = standings(systems, quick(), 1);
    const Standing& b = all[0].model == "b" ? all[0] : all[1];
    const Interval rank = central_95(ranks), ratio = central_95(ratios);
    CHECK(b.mean_rank_ci95->low == rank.low);
    CHECK(b.mean_rank_ci95->high == rank.high);
    CHECK(b.error_ratio_ci95->low == doctest::Approx(ratio.low).epsilon(1e-14));  // sums in the same order
    CHECK(b.error_ratio_ci95->high == doctest::Approx(ratio.high).epsilon(1e-14));
    CHECK(rank.low < rank.high);
}
