#include "score/model_scores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "score/standings.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

using namespace cchnn;

namespace {

const Metric error_metric{Metric::Kind::relative_error, "relative_error", "", "1"};

SubmissionScores submission(const std::string& model, const std::vector<double>& errors, bool reference = false) {
    SubmissionScores s;
    s.label = s.model = model;
    s.reference = reference;
    s.values = s.relative_error = s.judged_error = errors;
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
    scores.models = group_by_model(submissions, quick(0));
    return scores;
}

}  // namespace

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

TEST_CASE("models are compared on the same trajectories, by log error averaged over seeds") {
    const std::vector<SubmissionScores> all{submission("a", {1, 2, 4}), submission("a", {4, 2, 1}),
                                            submission("b", {4, 4, 4})};
    const std::vector<ModelScores> models = group_by_model(all, quick());
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
    const std::vector<Standing> all = standings(systems, quick());
    REQUIRE(all.size() == 2);  // a reference is not ranked
    CHECK(all[0].model == "a");
    CHECK(all[0].mean_rank == 1);
    CHECK(all[0].error_ratio == doctest::Approx(1).epsilon(1e-14));
    CHECK(all[1].mean_rank == 2);
    // 2 on system one, the limit of 100 on system two: sqrt(200).
    CHECK(all[1].error_ratio == doctest::Approx(std::sqrt(200.0)).epsilon(1e-14));
    CHECK(all[1].missing == std::vector<std::string>{"two"});
    CHECK(!all[1].error_ratio_ci95);  // all trajectories are equal
}

TEST_CASE("reference rollouts alone have no standings") {
    CHECK(standings({scores_of("one", {submission("truth", {0.5}, true)})}, quick()).empty());
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

TEST_CASE("models at the floor of the truth are tied, whatever their errors are") {
    std::vector<SubmissionScores> all{submission("a", {1e-11, 2e-11}), submission("b", {3e-11, 4e-11}),
                                      submission("c", {0.1, 0.1})};
    for (std::size_t i : {0u, 1u}) all[i].judged_error = {1e-10, 2e-10}, all[i].at_floor = true;
    const auto models = one_model_each(all);
    const auto pairs = compare_models(all, models, quick(), 1);
    CHECK(pairs[0].at_floor);
    CHECK(pairs[0].test.ratio == 1);
    CHECK(*pairs[0].test.p_value == 1);
    CHECK(!pairs[1].at_floor);
    Scores scores = scores_of("one", all);
    const auto ranked = ranked_models(scores);
    CHECK(*ranked[0].rank == 1.5);
    CHECK(*ranked[1].rank == 1.5);
    const auto table = standings({scores}, quick());
    CHECK(table[0].error_ratio == 1);
    CHECK(table[1].error_ratio == 1);
}

TEST_CASE("a copy of a model moves no rank, no p-value and no number of pairs of others") {
    const std::vector<SubmissionScores> three{submission("a", {0.1, 0.2}), submission("b", {0.3, 0.2}),
                                              submission("c", {0.4, 0.5})};
    std::vector<SubmissionScores> more = three;
    for (const char* name : {"a2", "a3", "a4"}) more.push_back(submission(name, {0.1, 0.2}));
    const auto alone = compare_models(three, one_model_each(three), quick(), 1);
    const auto beside = compare_models(more, one_model_each(more), quick(), 1);
    REQUIRE(alone.size() == beside.size());
    for (std::size_t i = 0; i < alone.size(); ++i) CHECK(*alone[i].p_holm == *beside[i].p_holm);
    const auto before = standings({scores_of("one", three)}, quick());
    for (const Standing& s : standings({scores_of("one", more)}, quick()))
        for (const Standing& own : before)
            if (own.model == s.model) CHECK(own.mean_rank == s.mean_rank);
    for (const RankedModel& r : ranked_models(scores_of("one", more)))
        if (r.model == 2) CHECK(*r.rank == 3);
    // As a training seed of the same method it is no second training.
    std::vector<SubmissionScores> seeds{three[0], three[0], three[1]};
    CHECK(group_by_model(seeds, quick())[0].members.size() == 1);
}

TEST_CASE("copies that leave a system out move no rank of others, on the systems that they answer or on the others") {
    const SubmissionScores good = submission("good", {0.1, 0.2}), okay = submission("okay", {0.3, 0.2}),
                           half = submission("half", {0.4, 0.4});
    std::vector<SubmissionScores> first{good, okay, half};
    const auto ranks = [&](const std::vector<SubmissionScores>& one) {
        std::map<std::string, double> found;
        for (const Standing& s : standings({scores_of("one", one), scores_of("two", {good, okay})}, quick()))
            found[s.model] = s.mean_rank;
        return found;
    };
    const auto before = ranks(first);
    CHECK(before.at("half") == 3);
    for (const char* name : {"a2", "a3", "a4"}) first.push_back(submission(name, {0.1, 0.2}));
    const auto after = ranks(first);
    for (const auto& [model, rank] : before) CHECK(after.at(model) == rank);
    CHECK(after.at("a2") > 1);  // behind, where it is missing
    const auto table = standings({scores_of("one", first), scores_of("two", {good, okay})}, quick());
    for (const Standing& s : table) CHECK(s.same_as == "");  // good answers more
    // A copy of one here and of another there has nothing of its own either.
    const auto mixed = standings({scores_of("one", {good, okay, submission("both", {0.1, 0.2})}),
                                  scores_of("two", {good, okay, submission("both", {0.3, 0.2})})},
                                 quick());
    for (const Standing& s : mixed)
        if (s.model == "okay") CHECK(s.mean_rank == 2);
}

TEST_CASE("a model that copies another on one system of two counts there as that one, and for itself on the other") {
    const SubmissionScores good = submission("good", {0.1, 0.2}), okay = submission("okay", {0.3, 0.2});
    const auto table = standings({scores_of("one", {good, okay, submission("part", {0.1, 0.2})}),
                                  scores_of("two", {good, okay, submission("part", {0.5, 0.5})})},
                                 quick());
    std::map<std::string, double> ranks;
    for (const Standing& s : table) {
        ranks[s.model] = s.mean_rank;
        CHECK(s.same_as == "");
    }
    CHECK(ranks.at("good") == 1);
    CHECK(ranks.at("okay") == 2);
    CHECK(ranks.at("part") == 2);  // first with good, then third
}

TEST_CASE("a near copy is ranked with the errors of the model that it copies, though its own are smaller") {
    SubmissionScores near = submission("near", {0.1 * (1 - 1e-7), 0.2});
    near.copy_of = CopyOf{0, false};
    for (const Standing& s : standings(
             {scores_of("one", {submission("good", {0.1, 0.2}), near, submission("okay", {0.3, 0.2})})}, quick())) {
        CAPTURE(s.model);
        if (s.model == "okay") CHECK(s.mean_rank == 2);
        else CHECK((s.mean_rank == 1 && s.error_ratio == 1));
    }
}

TEST_CASE("a copy of the best model has no interval, as the best one has none") {
    const std::vector<double> a{0.01, 0.3, 0.02, 0.05, 0.04, 0.2}, b{0.02, 0.2, 0.03, 0.05, 0.03, 0.3};
    std::vector<SubmissionScores> all{submission("best", a), submission("best", b), submission("copy", a),
                                      submission("copy", b), submission("other", {1, 1, 2, 1, 1, 3})};
    const auto table = standings({scores_of("one", all)}, quick());
    CHECK(table[1].same_as == "best");
    CHECK(!table[0].error_ratio_ci95);
    CHECK(!table[1].error_ratio_ci95);
    CHECK(table[2].error_ratio_ci95);
}

TEST_CASE("a method beside a reference rollout, which is not trained, is compared as a method") {
    const std::vector<SubmissionScores> all{submission("net", {1, 2, 3, 2, 4}), submission("net", {2, 2, 5, 3, 4}),
                                            submission("net", {1, 1, 3, 2, 2}),
                                            submission("solver", {4, 4, 9, 4, 9}, true)};
    const auto pairs = compare_models(all, group_by_model(all, quick()), quick(), 1);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].test.methods);
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
    const double dof = all_of * all_of / (of_seeds * of_seeds / 2 + of_d * of_d / 4);
    double mean = 0;
    for (const double one : d) mean += one / 5;
    CHECK(pairs[0].test.ratio_ci95->high ==
          doctest::Approx(std::exp(mean + student_t_95(dof) * std::sqrt(all_of))).epsilon(1e-12));
    // One training run of it is about that run alone.
    const std::vector<SubmissionScores> one{all[0], all[3]};
    CHECK(!compare_models(one, group_by_model(one, quick()), quick(), 1)[0].test.methods);
}

TEST_CASE("a model that is exact on one of three systems does not beat one that is good on all") {
    std::vector<Scores> systems;
    for (const char* name : {"one", "two", "three"}) {
        const bool first = std::string(name) == "one";
        std::vector<SubmissionScores> all{submission("good", {1e-3, 1e-3})};
        if (first) all.push_back(submission("exact", {1e-12, 1e-12}));
        systems.push_back(scores_of(name, all));
    }
    CHECK(standings(systems, quick())[0].model == "good");
    for (std::size_t s : {1u, 2u}) {  // bad there, instead of missing
        systems[s] =
            scores_of(systems[s].truth.system, {submission("good", {1e-3, 1e-3}), submission("exact", {1, 1})});
    }
    CHECK(standings(systems, quick())[0].model == "good");
}

TEST_CASE("the interval of an error ratio is that of the pair with the best model, and never below 1") {
    const SubmissionScores a = submission("a", {0.01, 0.3, 0.02, 0.05, 0.04, 0.2});
    const SubmissionScores b = submission("b", {0.03, 0.32, 0.1, 0.02, 0.05, 0.3});
    const auto all = standings({scores_of("one", {a, b})}, quick());
    CHECK(all[0].model == "a");
    CHECK(!all[0].error_ratio_ci95);  // the best one is 1 by definition
    const PairedTest pair = compare_paired(b.judged_error, a.judged_error, 100, 0, 1);
    CHECK(all[1].error_ratio == doctest::Approx(pair.ratio).epsilon(1e-13));
    CHECK(all[1].error_ratio_ci95->high == doctest::Approx(pair.ratio_ci95->high).epsilon(1e-13));
    CHECK(all[1].error_ratio_ci95->low == doctest::Approx(std::max(1.0, pair.ratio_ci95->low)).epsilon(1e-13));
    CHECK(standings({scores_of("one", {submission("a", {1e-9}), submission("b", {1})})}, quick())[1].error_ratio ==
          100);
}
