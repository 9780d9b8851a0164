#include "score/model_scores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

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

const Standing& standing_of(const std::vector<Standing>& all, const std::string& model) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Standing& s) { return s.model == model; });
    REQUIRE(found != all.end());
    return *found;
}

TEST_CASE("standings over two systems by hand: the geometric mean of errors, 1 where nothing was handed in") {
    const std::vector<Scores> systems{scores_of("one", {submission("a", {0.01, 0.01}), submission("b", {0.02, 0.02}),
                                                        submission("truth", {1e-9, 1e-9}, true)}),
                                      scores_of("two", {submission("a", {0.25, 0.25, 0.25})})};
    const std::vector<Standing> all = standings(systems, quick());
    REQUIRE(all.size() == 2);  // a reference is not ranked
    CHECK(all[0].model == "a");
    CHECK(all[0].rank == 1);
    CHECK(all[0].error == doctest::Approx(0.05).epsilon(1e-14));
    CHECK(all[0].error_ratio == 1);
    CHECK(!all[0].against_first);
    CHECK(all[1].rank == 2);
    CHECK(all[1].error == doctest::Approx(std::sqrt(0.02)).epsilon(1e-14));
    CHECK(all[1].error_ratio == doctest::Approx(std::sqrt(0.02) / 0.05).epsilon(1e-14));
    CHECK(all[1].missing == std::vector<std::string>{"two"});
    CHECK(!all[1].error_ci95);  // all trajectories are equal
    CHECK(all[1].draws->first == 0);
    CHECK(all[1].draws->lowest == 2);
    CHECK(!standings(systems, quick(0))[1].draws);
}

TEST_CASE(
    "an error below the floor of a test set counts as the floor: 1e-6, or its typical bound where that is larger") {
    Scores one = scores_of("one", {submission("a", {1e-9, 1e-10}), submission("b", {0.1, 0.1})});
    CHECK(standings({one}, quick())[0].error == doctest::Approx(1e-6).epsilon(1e-14));
    one.truth.typical_bound = 1e-3;
    CHECK(standings({one}, quick())[0].error == doctest::Approx(1e-3).epsilon(1e-14));
    CHECK(standings({one}, quick())[1].error == doctest::Approx(0.1).epsilon(1e-14));
    one.truth.typical_bound = 1e-12;
    CHECK(standings({one}, quick())[0].error == doctest::Approx(1e-6).epsilon(1e-14));
    // Errors above 1, of other norms, and infinite ones count as 1.
    const double infinity = std::numeric_limits<double>::infinity();
    const auto lost =
        standings({scores_of("one", {submission("a", {3, 1000}), submission("b", {0.1, infinity})})}, quick());
    for (const Standing& s : lost) {
        CHECK(s.error == 1);
        CHECK(s.rank == 1.5);
    }
}

TEST_CASE("no entry that comes, goes, is copied or renamed turns two others round, or changes their errors") {
    std::mt19937_64 random(20260105);  // integers alone: the same everywhere
    const auto error = [&] { return std::pow(10.0, -static_cast<double>(random() % 9000) / 1000); };
    for (int run = 0; run < 60; ++run) {
        std::vector<std::vector<SubmissionScores>> handed_in(1 + random() % 4);
        for (std::size_t m = 0; m < 2 + random() % 4; ++m)
            for (auto& system : handed_in)
                for (std::size_t seed = 0; seed < 1 + m % 3; ++seed)
                    if (random() % 5 > 0 || m == 0)
                        system.push_back(submission("m" + std::to_string(m), {error(), error(), error()}));
        const auto table_of = [&](const std::vector<std::vector<SubmissionScores>>& all) {
            std::vector<Scores> systems;
            for (std::size_t s = 0; s < all.size(); ++s) systems.push_back(scores_of(std::to_string(s), all[s]));
            return standings(systems, quick(0));
        };
        const std::vector<Standing> before = table_of(handed_in);
        auto more = handed_in;
        const SubmissionScores spoiler = submission("another", {1e-9, 1e-9, 1e-9});
        more[random() % more.size()].push_back(spoiler);
        auto& copied = more[random() % more.size()];
        SubmissionScores copy = copied.front();
        copy.label = copy.model = "copy";
        copy.copy_of = CopyOf{0, false};
        copied.push_back(copy);
        const std::vector<Standing> after = table_of(more);
        std::vector<std::string> order;
        for (const Standing& s : after)
            if (s.model != "another" && s.model != "copy") order.push_back(s.model);
        REQUIRE(order.size() == before.size());
        for (std::size_t k = 0; k < order.size(); ++k) {
            CHECK(order[k] == before[k].model);
            CHECK(standing_of(after, order[k]).error == before[k].error);
        }
    }
}

TEST_CASE("an exact integrator in the field leaves a good network ahead of an awful one") {
    const SubmissionScores exact = submission("integrator", {1e-9, 1e-9}), good = submission("good", {2e-4, 2e-4}),
                           awful = submission("awful", {0.16, 0.16});
    const auto all = standings({scores_of("one", {awful, good, exact})}, quick());
    CHECK(all[0].model == "integrator");
    CHECK(all[1].model == "good");
    CHECK(all[2].model == "awful");
    CHECK(all[2].error_ratio == doctest::Approx(0.16 / 1e-6).epsilon(1e-12));  // as it is: no limit
}

TEST_CASE("a rival is not overtaken by who adds an entry that is exact on one system") {
    const SubmissionScores rival_one = submission("rival", {1e-3, 1e-3}), rival_two = submission("rival", {3e-2, 3e-2}),
                           mine_one = submission("mine", {1e-2, 1e-2}), mine_two = submission("mine", {1e-2, 1e-2}),
                           spoiler = submission("spoiler", {1e-9, 1e-9});
    const auto ahead = [](const std::vector<Standing>& all) {
        return standing_of(all, "rival").rank < standing_of(all, "mine").rank;
    };
    CHECK(
        ahead(standings({scores_of("one", {rival_one, mine_one}), scores_of("two", {rival_two, mine_two})}, quick())));
    CHECK(ahead(standings({scores_of("one", {rival_one, mine_one, spoiler}), scores_of("two", {rival_two, mine_two})},
                          quick())));
}

TEST_CASE("two methods of three seeds are compared over systems by the variances of seeds and of paired differences") {
    const std::vector<std::vector<double>> a{{0.01, 0.3, 0.02, 0.05}, {0.02, 0.2, 0.03, 0.05}, {0.03, 0.1, 0.03, 0.01}},
        b{{0.1, 0.3, 0.2, 0.5}, {0.2, 0.2, 0.3, 0.5}, {0.3, 0.1, 0.3, 0.1}};
    std::vector<SubmissionScores> all;
    for (const auto& errors : a) all.push_back(submission("a", errors));
    for (const auto& errors : b) all.push_back(submission("b", errors));
    const auto table = standings({scores_of("one", all)}, quick());
    const PairedTest pair = compare_methods(b, a);  // of one system: the same by other code
    const PairedTest& found = *table[1].against_first;
    CHECK(found.of == PairedTest::Of::methods);
    CHECK(found.ratio == doctest::Approx(pair.ratio).epsilon(1e-13));
    CHECK(found.ratio_ci95->low == doctest::Approx(pair.ratio_ci95->low).epsilon(1e-12));
    CHECK(found.ratio_ci95->high == doctest::Approx(pair.ratio_ci95->high).epsilon(1e-12));
    CHECK(*found.p_value == doctest::Approx(*pair.p_value).epsilon(1e-10));
    CHECK(*table[1].p_holm == *found.p_value);  // one comparison
    // Two systems alike: half the variance, twice the degrees of freedom.
    const auto twice = standings({scores_of("one", all), scores_of("two", all)}, quick());
    CHECK(twice[1].against_first->ratio == doctest::Approx(pair.ratio).epsilon(1e-13));
    CHECK(*twice[1].against_first->p_value < *pair.p_value);
    // With a seed less on one side nothing is said of methods.
    all.pop_back();
    CHECK(standings({scores_of("one", all)}, quick())[1].against_first->of == PairedTest::Of::too_few_seeds);
    CHECK(!standings({scores_of("one", all)}, quick())[1].against_first->p_value);
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
    CHECK(table[1].rank == 1.5);
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
    for (const RankedModel& r : ranked_models(scores_of("one", more)))
        if (r.model == 2) CHECK(*r.rank == 3);
    // As a training seed of the same method it is no second training.
    std::vector<SubmissionScores> seeds{three[0], three[0], three[1]};
    CHECK(group_by_model(seeds, quick())[0].members.size() == 1);
}

TEST_CASE("a copy keeps its own errors and is named, where it is the other on every system that either answers") {
    const SubmissionScores good = submission("good", {0.1, 0.2}), okay = submission("okay", {0.3, 0.2});
    SubmissionScores near = submission("near", {0.1 * (1 - 1e-7), 0.2});
    near.copy_of = CopyOf{0, false};
    const auto one = standings({scores_of("one", {good, near, okay})}, quick());
    CHECK(standing_of(one, "near").same_as == "good");
    CHECK(standing_of(one, "near").error < standing_of(one, "good").error);
    CHECK(standing_of(one, "okay").same_as == "");
    // It leaves a system out that the other answers, or is someone else there: no copy.
    const auto part = standings({scores_of("one", {good, near, okay}), scores_of("two", {good, okay})}, quick());
    CHECK(standing_of(part, "near").same_as == "");
    const auto mixed = standings({scores_of("one", {good, okay, submission("both", {0.1, 0.2})}),
                                  scores_of("two", {good, okay, submission("both", {0.3, 0.2})})},
                                 quick());
    CHECK(standing_of(mixed, "both").same_as == "");
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
    const double dof = all_of * all_of / (of_seeds * of_seeds / 2 + of_d * of_d / 4);
    double mean = 0;
    for (const double one : d) mean += one / 5;
    CHECK(pairs[0].test.ratio_ci95->high ==
          doctest::Approx(std::exp(mean + student_t_95(dof) * std::sqrt(all_of))).epsilon(1e-12));
    // One training run of it is about that run alone.
    const std::vector<SubmissionScores> one{all[0], all[3]};
    CHECK(compare_models(one, group_by_model(one, quick()), quick(), 1)[0].test.of == PairedTest::Of::models);
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
