#include "score/standings.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <utility>

#include "contains_text.hpp"
#include "model_fixture.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/verdict.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;
using namespace cchnn_test;

// As judged_errors.hpp keeps the error of a part.
float part_of(double error) { return static_cast<float>(std::log(error)); }

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
        copy.copies_of = {CopyOf{0, false}};
        copied.push_back(copy);
        for (auto& system : more) {
            system.push_back(submission("zeros", {1, 1, 1}));
            system.push_back(standing_still({0.6, 0.8, 0.7}));
        }
        // Names take turns: every entry answers to another one.
        std::map<std::string, std::string> own_name;
        const std::string letters = "qwertyuiop";
        for (auto& system : more)
            for (SubmissionScores& s : system) {
                const std::string renamed =
                    std::string(1, letters[(s.model.size() * 7 + static_cast<unsigned char>(s.model.back()) +
                                            static_cast<std::size_t>(run)) %
                                           letters.size()]) +
                    s.model;
                own_name[renamed] = s.model;
                s.label = s.model = renamed;
            }
        std::vector<Standing> after = table_of(more);
        for (Standing& s : after) s.model = own_name[s.model];
        CHECK(standing_of(after, "zeros").error == 1);  // the worst value
        for (const Standing& s : after) CHECK(s.error <= standing_of(after, "zeros").error);
        CHECK(standing_of(after, "still").persistence == "persistence");
        CHECK(standing_of(after, "still").error == doctest::Approx(std::cbrt(0.6 * 0.8 * 0.7)).epsilon(1e-14));
        std::vector<std::string> order;
        for (const Standing& s : after)
            if (s.model.starts_with("m")) order.push_back(s.model);
        REQUIRE(order.size() == before.size());
        for (std::size_t k = 0; k < order.size(); ++k) {
            CHECK(order[k] == before[k].model);
            CHECK(standing_of(after, order[k]).error == before[k].error);
        }
    }
}

TEST_CASE("what stands still is named persistence, what is no better than the initial states kept is marked") {
    const auto table_with = [](double kept) {
        std::vector<SubmissionScores> all{submission("net", {0.2, 0.2}), standing_still({0.5, 0.5}),
                                          submission("bad", {0.9, 0.9}), submission("zeros", {1, 1}),
                                          submission("rollout", {0.9, 0.9}, true)};
        for (SubmissionScores& s : all) s.persistence_error = kept;
        Scores scores = scores_of("one", all);
        scores.truth.persistence_error = kept;
        return std::pair{scores.models, standings({scores}, quick(0))};
    };
    const auto made = table_with(0.5);
    const std::vector<ModelScores>& models = made.first;
    const std::vector<Standing>& table = made.second;
    CHECK(!models[0].persistence);
    CHECK(models[1].persistence);
    CHECK(!models[1].no_better_than_persistence);  // it is it
    CHECK(models[2].no_better_than_persistence);
    CHECK(!models[4].no_better_than_persistence);  // a reference rollout is no model
    CHECK(standing_of(table, "net").persistence == "");
    CHECK(standing_of(table, "still").persistence == "persistence");
    CHECK(standing_of(table, "bad").persistence == "no better than persistence");
    CHECK(standing_of(table, "zeros").persistence == "no better than persistence");
    // Where no test set says how good it is, nothing is said of others.
    CHECK(standing_of(table_with(0).second, "zeros").persistence == "");
}

TEST_CASE("over one system the p-value, its test and its verdict are those of the table of the system") {
    std::mt19937_64 random(20260106);
    const auto error = [&] { return std::pow(10.0, -static_cast<double>(random() % 4000) / 1000 - 1); };
    int signs = 0, means = 0;
    for (int run = 0; run < 40; ++run) {
        const std::size_t seeds = run % 2 == 0 ? 1 : 3;
        std::vector<SubmissionScores> all;
        for (const char* model : {"a", "b"})
            for (std::size_t s = 0; s < seeds; ++s) {
                std::vector<double> errors;
                for (int i = 0; i < 12; ++i) errors.push_back(run % 4 < 2 && i == 5 && s == 0 ? 1e-5 : error());
                all.push_back(submission(model, errors));
            }
        const auto pairs = compare_models(all, group_by_model(all, quick()), quick(), 1);
        const auto table = standings({scores_of("one", all)}, quick());
        const PairedTest &of_table = pairs[0].test, &of_standings = *table[1].against_first;
        CHECK(*of_table.p_value == *of_standings.p_value);
        CHECK(of_table.test == of_standings.test);
        CHECK(of_table.of == of_standings.of);
        CHECK(differs(of_table) == differs(of_standings));
        signs += of_table.test == PairedTest::Test::sign;
        means += of_table.test == PairedTest::Test::mean;
    }
    CHECK(signs > 5);
    CHECK(means > 5);
}

TEST_CASE("the least floor of standings is a choice, which the signature names where it is another one") {
    MetricChoices choices = quick();
    choices.error_floor = 1e-3;
    const Scores one = scores_of("one", {submission("a", {1e-9, 1e-10}), submission("b", {0.1, 0.1})});
    CHECK(standings({one}, choices)[0].error == doctest::Approx(1e-3).epsilon(1e-14));
    CHECK(contains_text(signature(choices, "one", "", ""), "|error-floor:0.001|"));
    CHECK(contains_text(signature(quick(), "one", "", ""), "|error-floor:1e-06|"));
    choices.error_floor = 2;
    REQUIRE(choices.check().size() == 1);
    CHECK(choices.check()[0].where == "--error-floor");
}

namespace {

// With CRPS of each trajectory beside its error.
SubmissionScores ensemble(const std::string& model, const std::vector<double>& crps, double error) {
    SubmissionScores s = submission(model, std::vector<double>(crps.size(), error));
    s.metrics.push_back({{Metric::Kind::crps, "crps", "", "1"}, summarize(crps), 0});
    s.values.clear();
    for (const double score : crps) s.values.insert(s.values.end(), {error, score});
    return s;
}

Scores by_crps(const std::string& system, const std::vector<SubmissionScores>& submissions) {
    Scores scores = scores_of(system, submissions);
    scores.choices = quick();
    scores.choices.rank_by = RankChoice::crps;
    return scores;
}

}  // namespace

TEST_CASE("standings by CRPS by hand: arithmetic means over trajectories, the geometric mean of these over systems") {
    // The smaller error has the larger CRPS.
    const std::vector<Scores> systems{
        by_crps("one", {ensemble("sharp", {0.1, 0.3, 0.8}, 0.01), ensemble("honest", {0.1, 0.1, 0.1}, 0.5)}),
        by_crps("two", {ensemble("sharp", {0.5, 0.7, 0.6}, 0.01), ensemble("honest", {0.5, 0.3, 0.4}, 0.5)})};
    const MetricChoices choices = systems[0].choices;
    const std::vector<Standing> all = standings(systems, choices);
    CHECK(all[0].model == "honest");
    CHECK(all[0].error == doctest::Approx(std::sqrt(0.1 * 0.4)).epsilon(1e-14));
    CHECK(all[1].error == doctest::Approx(std::sqrt(0.4 * 0.6)).epsilon(1e-14));
    std::vector<Scores> by_error = systems;
    for (Scores& scores : by_error) scores.choices = quick();
    CHECK(standings(by_error, quick())[0].model == "sharp");
    // A CRPS of 0.8 where the mean is 0.4 counts as log 0.4 + 1; their spread is that of a mean, over the mean.
    const std::vector<double> logs = ranked_logs(systems[0].submissions[0], choices);
    CHECK(logs[2] == doctest::Approx(std::log(0.4) + 1).epsilon(1e-14));
    CHECK(logs[0] + logs[1] + logs[2] == doctest::Approx(3 * std::log(0.4)).epsilon(1e-14));
    CHECK(!standings({systems[1]}, choices)[0].error_ci95);  // of three trajectories, as of any arithmetic mean
}

TEST_CASE("scores have an interval over systems where their means have one, and none where the tail is too heavy") {
    std::mt19937_64 random(7);
    const auto scores_with = [&](double s) {
        std::vector<double> crps;
        for (int i = 0; i < 120; ++i) {
            double sum = -6;  // nearly normal: twelve uniform ones
            for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() >> 11) / 9007199254740992.0;
            crps.push_back(0.01 * std::exp(s * sum));
        }
        return crps;
    };
    const Scores scores =
        by_crps("one", {ensemble("light", scores_with(0.5), 0.01), ensemble("heavy", scores_with(1.5), 0.01)});
    const std::vector<Standing> all = standings({scores}, scores.choices);
    CHECK(standing_of(all, "light").error_ci95);
    CHECK(!standing_of(all, "heavy").error_ci95);
    REQUIRE(all[1].against_first);
    CHECK(!all[1].against_first->ratio_ci95);
    CHECK(all[1].against_first->p_value);
}

namespace {

// A model with errors of 25 trajectories on three systems: `exact` of them 1e-6, the others `rest`.
SubmissionScores in_part(const std::string& model, int exact, double rest) {
    std::vector<double> errors(25, rest);
    std::fill_n(errors.begin(), exact, 1e-6);
    return submission(model, errors);
}

}  // namespace

TEST_CASE(
    "a model that is exact on a part of the trajectories and lost on the others is never ahead of an honest one") {
    for (const double honest : {1e-2, 1e-3, 1e-4})
        for (int exact = 2; exact <= 24; ++exact) {
            std::vector<Scores> systems;
            for (const char* name : {"one", "two", "three"})
                systems.push_back(scores_of(name, {in_part("game", exact, 0.99), in_part("honest", 0, honest)}));
            const std::vector<Standing> all = standings(systems, quick(200));
            const Standing &game = standing_of(all, "game"), &other = standing_of(all, "honest");
            CAPTURE(honest);
            CAPTURE(exact);
            CHECK(other.rank <= game.rank);
            CHECK(game.draws->first == 0);
            CHECK(game.failed.failed == 3u * static_cast<unsigned>(25 - exact));
            CHECK(other.failed.failed == 0);
            const RankedModel first = ranked_models(systems[0]).front();
            CHECK(first.first == (systems[0].models[first.model].label == "honest" && first.rank == 1));
            if (systems[0].models[first.model].label == "game") {
                CHECK(first.rank == 1.5);
                CHECK(all[1].unordered);
            }
        }
}

TEST_CASE("two models have an order where the smaller error is smaller on more trajectories too, and only then") {
    const auto pair = [](const std::vector<double>& a, const std::vector<double>& b) {
        return standings({scores_of("one", {submission("a", a), submission("b", b)})}, quick(200));
    };
    const auto apart = pair({0.1, 0.1, 0.1, 0.1}, {0.2, 0.2, 0.2, 0.05});
    CHECK(standing_of(apart, "a").rank == 1);
    CHECK(standing_of(apart, "b").rank == 2);
    CHECK(!standing_of(apart, "b").unordered);
    const auto mixed = pair({0.001, 0.1, 0.1, 0.1}, {0.05, 0.09, 0.09, 0.09});
    for (const Standing& s : mixed) {
        CHECK(s.rank == 1.5);
        CHECK(s.draws->first == 0);
        CHECK(s.draws->highest == 2);
    }
    CHECK(mixed[1].unordered);
    // One failure more, and a smaller error on three of four.
    for (const Standing& s : pair({0.001, 0.001, 0.001, 0.6}, {0.1, 0.1, 0.1, 0.1})) CHECK(s.rank == 1.5);
}

TEST_CASE(
    "what is almost exact on a part does not pay for a larger error on the rest, but a system may be much better") {
    const auto of_parts = [](const std::string& name, const std::vector<double>& errors) {
        SubmissionScores s = submission(name, std::vector<double>(20, 0));
        double logs = 0;
        for (std::size_t p = 0; p < 200; ++p) s.judged_parts.push_back(part_of(errors[p % 10]));
        for (const double error : errors) logs += std::log(error) / 10;
        s.judged_error.assign(20, std::exp(logs));
        return s;
    };
    const std::vector<double> honest(10, 1e-2), five(10, 5e-2);
    for (const double almost : {2e-6, 1e-5, 5e-5})
        for (std::size_t exact = 5; exact <= 9; ++exact) {
            std::vector<double> errors = five;
            std::fill_n(errors.begin(), exact, almost);
            std::vector<Scores> systems;
            for (const char* name : {"one", "two", "three"})
                systems.push_back(scores_of(name, {of_parts("game", errors), of_parts("honest", honest)}));
            CAPTURE(almost);
            CAPTURE(exact);
            const std::vector<Standing> all = standings(systems, quick(200));
            CHECK(all[1].unordered);
        }
    const std::vector<double> fine(10, 2e-5);
    const auto all = standings({scores_of("one", {of_parts("net", fine), of_parts("other", honest)}),
                                scores_of("two", {of_parts("net", fine), of_parts("other", honest)}),
                                scores_of("three", {of_parts("net", five), of_parts("other", honest)})},
                               quick(200));
    CHECK(standing_of(all, "net").rank == 1);
}

TEST_CASE("exact samples do not pay for a larger error at the others: there is no order, on any system of three") {
    const auto over_time = [](const std::string& name, int exact, double error, bool at_end) {
        SubmissionScores s = submission(name, std::vector<double>(20, error));
        for (int k = 0; k <= 100; ++k) {
            s.error_over_time.times.push_back(0.01 * k);
            const bool is_exact = at_end ? k > 100 - exact : k <= exact;
            s.error_over_time.median.push_back(is_exact || k == 0 ? 1e-9 : error);
        }
        for (int p = 0; p < 20 * 10; ++p) {
            const bool is_exact = at_end ? p % 10 >= 10 - exact / 10 : p % 10 < exact / 10;
            s.judged_parts.push_back(is_exact ? -INFINITY : part_of(error));
        }
        const double logs = 0.01 * exact * std::log(1e-6) + (1 - 0.01 * exact) * std::log(error);
        s.judged_error.assign(20, std::exp(logs));
        return s;
    };
    for (const double honest : {1e-2, 1e-3, 1e-4})
        for (const bool at_end : {false, true})
            for (int exact = 10; exact <= 90; exact += 10) {
                std::vector<Scores> systems;
                for (const char* name : {"one", "two", "three"})
                    systems.push_back(scores_of(
                        name, {over_time("game", exact, 5 * honest, at_end), over_time("honest", 0, honest, at_end)}));
                CAPTURE(honest);
                CAPTURE(exact);
                const std::vector<Standing> all = standings(systems, quick(200));
                const bool ahead = standing_of(all, "game").error < standing_of(all, "honest").error;
                const double rank = standing_of(all, "game").rank;
                CHECK(rank == (ahead ? 1.5 : 2));
                CHECK(all[0].model == (ahead ? "game" : "honest"));
                CHECK(verdict_of(Comparison{systems, all, {}}).sentence.starts_with("No model is first") == ahead);
                CHECK(ranked_models(systems[0])[0].unordered == false);
                CHECK(ranked_models(systems[0])[1].unordered == (rank == 1.5));
            }
    // Lost motions differ by chance, within a factor of two.
    SubmissionScores early = over_time("early", 30, 0.5, false), late = over_time("late", 0, 0.4, false);
    for (float& part : early.judged_parts) part = std::max(part, part_of(1e-5));  // good, and not exact
    CHECK(standing_of(standings({scores_of("one", {early, late})}, quick(200)), "early").rank == 1);
    // Whose errors are smaller everywhere is ahead, whatever it has at the floor.
    SubmissionScores better = over_time("better", 70, 1e-2, false), worse = over_time("worse", 0, 2e-2, false);
    CHECK(standing_of(standings({scores_of("one", {better, worse})}, quick(200)), "better").rank == 1);
    std::vector<SubmissionScores> seeds{better, better, worse};  // seeds that are exact in turn know no more
    for (std::size_t p = 0; p < 20 * 10; ++p) {
        seeds[0].judged_parts[p] = p % 2 == 0 ? -INFINITY : part_of(0.1);
        seeds[1].judged_parts[p] = p % 2 == 1 ? -INFINITY : part_of(0.1);
    }
    CHECK(standing_of(standings({scores_of("one", seeds)}, quick(200)), "better").rank == 1.5);
}

TEST_CASE("interquartile mean and probability of improvement are those of a few numbers, by hand") {
    const std::vector<Standing> all = standings(
        {scores_of("one", {submission("a", {0.01, 0.1, 0.1, 1}), submission("b", {0.1, 0.1, 0.5, 1})})}, quick());
    const Standing &a = standing_of(all, "a"), &b = standing_of(all, "b");
    CHECK(a.interquartile_mean == doctest::Approx(0.1));  // of the second and the third
    CHECK(b.interquartile_mean == doctest::Approx(std::sqrt(0.05)));
    CHECK(!a.improvement);
    // b is smaller: 0.1 than 1, twice; 0.5 than 1. Equal: 0.1 and 0.1, four times; 1 and 1.
    CHECK(*b.improvement == doctest::Approx((3 + 0.5 * 5) / 16));
    const auto two =
        standings({scores_of("one", {submission("a", {1e-9, 1e-9, 1e-9}), submission("b", {0.1, 0.1, 0.1})}),
                   scores_of("two", {submission("b", {0.1, 0.1, 0.1})})},
                  quick());
    CHECK(standing_of(two, "b").error == doctest::Approx(0.1));
    CHECK(standing_of(two, "a").error == doctest::Approx(1e-3));
    CHECK(*standing_of(two, "b").improvement == doctest::Approx(0.5));  // no answer counts as 1
}

TEST_CASE("a model alone is first of nothing: it has an error, and no draws") {
    const auto all = standings({scores_of("one", {submission("a", {0.1, 0.2, 0.3, 0.1, 0.2})})}, quick());
    CHECK(!all[0].draws);
    CHECK(all[0].error_ci95);
}

TEST_CASE("start errors rank as they are found: below the smallest level counts as the floor, saturated as 1") {
    const auto with = [](const std::string& model, StartError start) {
        const double error = 0.01 * static_cast<double>(model.size() + static_cast<std::size_t>(model[0] % 7));
        SubmissionScores s = submission(model, std::vector<double>(5, error));
        s.start_error = std::move(start);
        return s;
    };
    const auto found = [](double value) {
        const double level = std::log(value);
        return StartError{StartError::Outcome::found,
                          value,
                          {},
                          {},
                          {},
                          {},
                          {level - 0.2, level - 0.1, level, level + 0.1, level + 0.2}};
    };
    Scores scores = scores_of(
        "one", {with("a", found(1e-3)), with("b", found(1e-2)), with("exact", {StartError::Outcome::below, 1e-9}),
                with("lost", {StartError::Outcome::saturated})});
    MetricChoices choices = quick();
    choices.rank_by = scores.choices.rank_by = RankChoice::start_error;
    const auto all = standings({scores}, choices);
    CHECK(standing_of(all, "exact").error == doctest::Approx(1e-6));
    CHECK(standing_of(all, "a").error == doctest::Approx(1e-3));
    CHECK(standing_of(all, "lost").error == 1);
    CHECK(standing_of(all, "b").rank == 3);
    CHECK(standing_of(all, "a").error_ci95);
    // A system that is too regular for one of them is left out for all.
    Scores regular = scores;
    regular.truth.system = "regular";
    for (ModelScores& model : regular.models) model.start_error = StartError{StartError::Outcome::too_regular};
    CHECK(too_regular(regular));
    CHECK(standing_of(standings({scores, regular}, choices), "a").error == standing_of(all, "a").error);
}

TEST_CASE("where it is known what arrived first, a copy nearer to the public reference stands behind its original") {
    SubmissionScores original = submission("original", {1e-2, 2e-2, 1e-2}), copy = original;
    copy.label = copy.model = "copy";
    for (double& error : copy.judged_error) error *= 0.98;
    copy.values = copy.relative_error = copy.judged_error;
    copy.copies_of = {{0, false}};
    const std::vector<Scores> systems{scores_of("one", {original, copy, submission("other", {0.1, 0.1, 0.1})})};
    CHECK(standings(systems, quick())[0].model == "copy");
    const auto known = standings(systems, quick(), Arrival::known);
    CHECK(known[0].model == "original");
    CHECK(known[1].model == "copy");
    CHECK(known[1].same_as == "original");
    CHECK(known[2].model == "other");
    CHECK(known[2].against_first->ratio == doctest::Approx(0.1 / std::cbrt(2e-6)).epsilon(1e-9));
    // Who is better than the original is first, also where the copy was moved beyond it.
    const std::vector<Scores> third{
        scores_of("one", {original, copy, submission("better", {0.99e-2, 1.98e-2, 0.99e-2})})};
    CHECK(standing_of(standings(third, quick()), "better").rank == 2);
    const auto ranked = standings(third, quick(), Arrival::known);
    CHECK(ranked[0].model == "better");
    CHECK(ranked[0].rank == 1);
    CHECK(ranked[0].draws->first == 1);
    CHECK(ranked[1].rank == 2);
}

TEST_CASE(
    "a CRPS that is not finite or above 1 counts as 1, one of 0 as the floor, whatever the bounds of errors are") {
    const double infinity = std::numeric_limits<double>::infinity();
    const Scores scores = by_crps(
        "one", {ensemble("lost", {0.1, infinity}, 0.1), ensemble("wide", {1, 3}, 0.1), ensemble("exact", {0, 0}, 0.1)});
    const std::vector<Standing> all = standings({scores}, scores.choices);
    CHECK(standing_of(all, "exact").error == doctest::Approx(1e-6).epsilon(1e-12));
    CHECK(standing_of(all, "lost").error == 1);
    CHECK(standing_of(all, "wide").error == 1);
    CHECK(contains_text(signature(scores.choices, "one", "", ""), "|by:crps,M50|"));
    CHECK_FALSE(contains_text(signature(quick(), "one", "", ""), "|by:"));
    for (const RankChoice by : rank_choices) CHECK(rank_choice(name(by)) == by);
}

TEST_CASE("ranks on one system go by the CRPS where standings do, and by the error where they do not") {
    Scores scores =
        by_crps("one", {ensemble("sharp", {0.1, 0.3, 0.8}, 0.01), ensemble("honest", {0.1, 0.1, 0.1}, 0.5)});
    CHECK(ranked_level(scores, scores.models[0]) == doctest::Approx(std::log(0.4)).epsilon(1e-14));
    CHECK(ranked_level(scores, scores.models[1]) == doctest::Approx(std::log(0.1)).epsilon(1e-14));
    std::vector<RankedModel> ranked = ranked_models(scores);
    CHECK(ranked[0].model == 1);
    CHECK(*ranked[0].rank == 1);
    CHECK(*ranked[1].rank == 2);
    scores.choices.rank_by = RankChoice::error;
    CHECK(ranked_level(scores, scores.models[1]) == scores.models[1].judged);
    ranked = ranked_models(scores);
    CHECK(ranked[0].model == 0);
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
        return standing_of(all, "rival").error < standing_of(all, "mine").error &&
               standing_of(all, "rival").rank <= standing_of(all, "mine").rank;
    };
    CHECK(
        ahead(standings({scores_of("one", {rival_one, mine_one}), scores_of("two", {rival_two, mine_two})}, quick())));
    CHECK(ahead(standings({scores_of("one", {rival_one, mine_one, spoiler}), scores_of("two", {rival_two, mine_two})},
                          quick())));
}

TEST_CASE("two methods of three seeds are compared over systems by the variances of seeds and of paired differences") {
    const std::vector<std::vector<double>> a{
        {0.01, 0.3, 0.02, 0.05, 0.03}, {0.02, 0.2, 0.03, 0.05, 0.02}, {0.03, 0.1, 0.03, 0.01, 0.02}},
        b{{0.1, 0.3, 0.2, 0.5, 0.1}, {0.2, 0.2, 0.3, 0.5, 0.2}, {0.3, 0.1, 0.3, 0.1, 0.1}};
    std::vector<SubmissionScores> all;
    for (const auto& errors : a) all.push_back(submission("a", errors));
    for (const auto& errors : b) all.push_back(submission("b", errors));
    const auto table = standings({scores_of("one", all)}, quick());
    const PairedTest pair = compare_pair(b, a, PairedTest::Of::methods, {});  // of one system: the same
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

TEST_CASE("models at the floor of the truth are tied, whatever their errors are") {
    std::vector<SubmissionScores> all{submission("a", {1e-11, 2e-11}), submission("b", {3e-11, 4e-11}),
                                      submission("c", {0.1, 0.1})};
    for (std::size_t i : {0u, 1u}) {
        all[i].judged_error = {1e-10, 2e-10};
        all[i].at_floor = true;
    }
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

TEST_CASE("a copy keeps its own errors and is named, where it is the other on every system that either answers") {
    const SubmissionScores good = submission("good", {0.1, 0.2}), okay = submission("okay", {0.3, 0.2});
    SubmissionScores near = submission("near", {0.1 * (1 - 1e-7), 0.2});
    near.copies_of = {CopyOf{0, false}};
    const auto one = standings({scores_of("one", {good, near, okay})}, quick());
    CHECK(standing_of(one, "near").same_as == "good");
    CHECK(standing_of(one, "near").error < standing_of(one, "good").error);
    CHECK(standing_of(one, "okay").same_as == "");
    // Each has its own error and place, neither counts for the other's rank, and both count once for others.
    CHECK(one[0].model == "near");
    CHECK(one[0].rank == 1);
    CHECK(standing_of(one, "good").rank == 1);
    const auto without = standings({scores_of("one", {good, okay})}, quick());
    CHECK(standing_of(one, "good").draws->first == standing_of(without, "good").draws->first);
    CHECK(standing_of(one, "okay").draws->first == standing_of(without, "okay").draws->first);
    CHECK(!standing_of(one, "good").against_first);
    CHECK(standing_of(one, "okay").rank == 2);
    CHECK(standing_of(one, "okay").draws->highest == 2);
    CHECK(*standing_of(one, "okay").p_holm == *standing_of(one, "okay").against_first->p_value);
    // It leaves a system out that the other answers, or is someone else there: no copy.
    const auto part = standings({scores_of("one", {good, near, okay}), scores_of("two", {good, okay})}, quick());
    CHECK(standing_of(part, "near").same_as == "");
    const auto mixed = standings({scores_of("one", {good, okay, submission("both", {0.1, 0.2})}),
                                  scores_of("two", {good, okay, submission("both", {0.3, 0.2})})},
                                 quick());
    CHECK(standing_of(mixed, "both").same_as == "");
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

TEST_CASE("naive forecasts over systems have the geometric mean of their errors, a system without them counts as 1") {
    SubmissionScores parrot = submission("parrot", {0.04, 0.04}), linear = submission("linear", {0.5, 0.5});
    parrot.naive = "parrot";
    linear.naive = "linear";
    Comparison comparison{{scores_of("a", {submission("net", {0.01, 0.01}), parrot, linear}),
                           scores_of("b", {submission("net", {0.04, 0.04}), linear})},
                          {},
                          {}};
    comparison.standings = standings(comparison.systems, quick(0));
    const std::vector<Standing> found = naive_standings(comparison.systems);
    REQUIRE(found.size() == 2);
    CHECK(found[0].model == "parrot");
    CHECK(found[0].error == doctest::Approx(0.2).epsilon(1e-14));  // sqrt(0.04 * 1)
    CHECK(found[0].missing == std::vector<std::string>{"b"});
    CHECK(found[1].error == doctest::Approx(0.5).epsilon(1e-14));
    const TextTable table = standings_table(comparison).front().table;
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[1] == std::vector<std::string>{"parrot", "2.00e-01", "10", "naive", "-", "", "-", "1 of 2"});
}
