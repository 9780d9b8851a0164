#include "score/model_scores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "model_fixture.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("submissions of one model are pooled: means over all pairs of seed and trajectory") {
    const std::vector<SubmissionScores> all{submission("a", {1, 2}), submission("b", {8, 8}), submission("a", {4, 8})};
    const std::vector<ModelScores> models = group_by_model(all, quick());
    REQUIRE(models.size() == 2);
    CHECK(models[0].members == std::vector<std::size_t>{0, 2});
    CHECK(models[0].metrics[0].summary.mean == 3.75);
    CHECK(models[0].metrics[0].summary.geometric_mean == doctest::Approx(std::pow(2, 1.5)).epsilon(1e-15));
    CHECK(models[0].metrics[0].summary.median == 3);
    CHECK(models[1].metrics[0].summary.mean == 8);
}

TEST_CASE("models are compared on the same trajectories, by their log errors") {
    const std::vector<SubmissionScores> all{submission("a", {2, 2, 2}), submission("b", {4, 4, 4})};
    const std::vector<ModelScores> models = group_by_model(all, quick());
    const std::vector<ModelComparison> comparisons = compare_models(all, models, quick(), 1);
    REQUIRE(comparisons.size() == 1);
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

TEST_CASE("models of a system are ranked with references first, equal ones share a rank") {
    std::vector<SubmissionScores> all{submission("a", {0.2}), submission("b", {0.1}), submission("c", {0.2}),
                                      submission("truth", {0.5}, true)};
    all[2].values = {0.3};  // as good as a, and not the same
    const Scores scores = scores_of("one", all);
    const std::vector<RankedModel> order = ranked_models(scores);
    CHECK(scores.models[order[0].model].label == "truth");
    CHECK(!order[0].rank);
    CHECK(scores.models[order[1].model].label == "b");
    CHECK(*order[1].rank == 1);
    CHECK(*order[2].rank == 2.5);
    CHECK(*order[3].rank == 2.5);
}

TEST_CASE("pooled intervals are those of a method, and trajectories valid to the end add up over seeds") {
    std::vector<SubmissionScores> all{submission("a", {1, 2, 5, 3, 4}), submission("a", {4, 8, 6, 5, 7}),
                                      submission("b", {8, 8, 8, 8, 8})};
    all[0].metrics[0].censored = 2;
    all[1].metrics[0].censored = 3;
    const ModelScores model = group_by_model(all, quick())[0];
    const Interval expected = *method_interval({all[0].values, all[1].values});
    CHECK(!model.metrics[0].summary.mean_ci95);
    CHECK(model.metrics[0].summary.geometric_mean_ci95->low == expected.low);
    CHECK(model.metrics[0].summary.geometric_mean_ci95->high == expected.high);
    CHECK(model.metrics[0].censored == 5);
    CHECK(!group_by_model(all, quick(0))[0].metrics[0].summary.geometric_mean_ci95);
}

TEST_CASE("a copy of a model moves no rank, no p-value and no number of pairs of others") {
    const std::vector<SubmissionScores> three{submission("a", {0.1, 0.2}), submission("b", {0.3, 0.2}),
                                              submission("c", {0.4, 0.5})};
    std::vector<SubmissionScores> more = three;
    for (const char* name : {"a2", "a3", "a4"}) more.push_back(submission(name, {0.1, 0.2}));
    const auto alone = compare_models(three, one_model_each(three), quick(), 1);
    const auto beside = compare_models(more, one_model_each(more), quick(), 1);
    for (const ModelComparison& pair : alone) {
        const auto same = std::find_if(beside.begin(), beside.end(), [&](const ModelComparison& other) {
            return other.a == pair.a && other.b == pair.b;
        });
        REQUIRE(same != beside.end());
        CHECK(*same->p_holm == *pair.p_holm);
    }
    CHECK(beside.size() == alone.size() + 3 * 2);  // each copy with the two others, not with what it copies
    for (const RankedModel& r : ranked_models(scores_of("one", more)))
        if (r.model == 2) CHECK(*r.rank == 3);
        else CHECK(*r.rank == (r.model == 1 ? 2 : 1));
    // As a training seed of the same method it is no second training.
    std::vector<SubmissionScores> seeds{three[0], three[0], three[1]};
    CHECK(group_by_model(seeds, quick())[0].members.size() == 1);
}

TEST_CASE("near copies that come before what they copy change neither its place nor its pairs") {
    SubmissionScores rival = submission("rival", {0.1, 0.1, 0.1});
    const SubmissionScores middle = submission("middle", {0.1002, 0.1002, 0.1002});
    rival.copies_of = {CopyOf{0, false}};
    const std::vector<SubmissionScores> all{submission("copy", {0.1005, 0.1005, 0.1005}), middle, rival};
    const Scores scores = scores_of("one", all);
    const std::vector<RankedModel> order = ranked_models(scores);
    CHECK(scores.models[order[0].model].label == "rival");
    CHECK(scores.models[order[1].model].label == "middle");
    CHECK(scores.models[order[2].model].label == "copy");
    CHECK(*order[0].rank == 1);
    CHECK(*order[1].rank == 2);
    const auto pairs = compare_models(all, scores.models, quick(), 1);
    REQUIRE(pairs.size() == 2);
    CHECK(pairs[1].a == "middle");
    CHECK(pairs[1].b == "rival");
    CHECK(*pairs[0].p_holm == *pairs[0].test.p_value);  // of one pair that is no copy's
}

TEST_CASE("what is near to two training seeds, or to two models, does not make these two the same") {
    std::vector<SubmissionScores> seeds{submission("hub", {0.105, 0.11}), submission("net", {0.1, 0.1}),
                                        submission("net", {0.11, 0.12})};
    seeds[1].copies_of = seeds[2].copies_of = {CopyOf{0, false}};
    CHECK(group_by_model(seeds, quick())[1].members.size() == 2);
    seeds[2].label = seeds[2].model = "other";
    const Scores scores = scores_of("one", seeds);
    for (const RankedModel& r : ranked_models(scores))
        CHECK(*r.rank == (scores.models[r.model].label == "other" ? 2 : 1));
    const auto pairs = compare_models(seeds, scores.models, quick(), 1);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].a == "net");
    CHECK(pairs[0].b == "other");
}

TEST_CASE("a reference rollout that is called like a model is none of its training seeds") {
    const std::vector<SubmissionScores> all{submission("net", {1e-6, 1e-6}, true), submission("net", {0.1, 0.2})};
    const std::vector<ModelScores> models = group_by_model(all, quick());
    REQUIRE(models.size() == 2);
    CHECK(!models[1].reference);
    CHECK(models[1].judged == doctest::Approx(std::sqrt(0.02)));
}

TEST_CASE("a method beside a reference rollout, which is not trained, is compared as a method") {
    const std::vector<SubmissionScores> all{submission("net", {1, 2, 3, 2, 4}), submission("net", {2, 2, 5, 3, 4}),
                                            submission("net", {1, 1, 3, 2, 2}),
                                            submission("solver", {4, 4, 9, 4, 9}, true)};
    const auto pairs = compare_models(all, group_by_model(all, quick()), quick(), 1);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].test.of == PairedTest::Of::methods);
    // By hand, natural logarithms: the means of the seeds and of d, Student's t with Satterthwaite's degrees.
    std::vector<double> seeds, d(5);
    for (std::size_t s = 0; s < 3; ++s) {
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            sum += std::log(all[s].values[i]) / 5;
            d[i] += std::log(all[s].values[i]) / 3 - std::log(all[3].values[i]) / 3;
        }
        seeds.push_back(sum);
    }
    const auto variance_of_mean = [](const std::vector<double>& values) {
        double mean = 0, sum = 0;
        const double n = static_cast<double>(values.size());
        for (const double value : values) mean += value / n;
        for (const double value : values) sum += (value - mean) * (value - mean);
        return sum / (n - 1) / n;
    };
    const double of_seeds = variance_of_mean(seeds), of_d = variance_of_mean(d), all_of = of_seeds + of_d;
    const double satterthwaite = all_of * all_of / (of_seeds * of_seeds / 2 + of_d * of_d / 4);
    const double dof = std::max(0.7 * satterthwaite, 2.0);  // two of three seeds at least
    double mean = 0;
    for (const double one : d) mean += one / 5;
    CHECK(pairs[0].test.ratio_ci95->high ==
          doctest::Approx(std::exp(mean + student_t_95(dof) * std::sqrt(all_of))).epsilon(1e-12));
    // One training run of it is about that run alone.
    const std::vector<SubmissionScores> one{all[0], all[3]};
    CHECK(compare_models(one, group_by_model(one, quick()), quick(), 1)[0].test.of == PairedTest::Of::models);
}

TEST_CASE("one or two training seeds of a method are compared by ratio alone, single runs as these trained models") {
    const std::vector<double> a{0.01, 0.3, 0.02, 0.05, 0.04, 0.2}, b{0.03, 0.32, 0.1, 0.02, 0.05, 0.3};
    const auto pair_of = [&](int of_a, int of_b, bool reference = false) {
        std::vector<SubmissionScores> all;
        for (int i = 0; i < of_a; ++i) {
            all.push_back(submission("a", a));
            for (double& error : all.back().values) error *= 1 + 0.1 * i;
            all.back().judged_error = all.back().values;
        }
        for (int i = 0; i < of_b; ++i) {
            all.push_back(submission("b", b, reference));
            for (double& error : all.back().values) error *= 1 + 0.1 * i;
            all.back().judged_error = all.back().values;
        }
        return compare_models(all, group_by_model(all, quick()), quick(), 1).at(0).test;
    };
    using Of = PairedTest::Of;
    CHECK(pair_of(1, 1).of == Of::models);
    CHECK(pair_of(1, 1).p_value);
    CHECK(pair_of(3, 3).of == Of::methods);
    CHECK(pair_of(3, 3).p_value);
    CHECK(pair_of(1, 1, true).of == Of::models);  // a reference rollout is exact
    CHECK(pair_of(3, 1, true).of == Of::methods);
    for (const auto& [seeds_a, seeds_b] : {std::pair{1, 3}, {3, 1}, {2, 3}, {2, 2}, {1, 2}}) {
        const int of_a = seeds_a, of_b = seeds_b;
        CAPTURE(of_a);
        CAPTURE(of_b);
        CHECK(pair_of(of_a, of_b).of == Of::too_few_seeds);
        CHECK(!pair_of(of_a, of_b).p_value);
        CHECK(!pair_of(of_a, of_b).ratio_ci95);
        CHECK(pair_of(of_a, of_b).ratio < 1);
    }
    CHECK(pair_of(2, 1, true).of == Of::too_few_seeds);
}
