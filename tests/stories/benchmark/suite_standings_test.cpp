#include "stories/benchmark/suite_standings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "contains_text.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/verdict.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

constexpr std::size_t trajectories = 20;

// Errors of the training seeds of a model on one split: lognormal around `error`, the same for the same model and
// split.
void add_model(Scores& scores, const std::string& name, double error, std::size_t seeds = 3, bool reference = false,
               double spread = 0.5) {
    std::mt19937 random(static_cast<unsigned>(std::hash<std::string>()(name)));
    std::normal_distribution<double> normal(0, 1);
    ModelScores model;
    model.label = name;
    model.reference = reference;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
        SubmissionScores submission;
        submission.label = name;
        submission.reference = reference;
        const double shift = 0.1 * spread * normal(random);
        for (std::size_t i = 0; i < trajectories; ++i)
            submission.judged_error.push_back(std::min(1.0, error * std::exp(shift + spread * normal(random))));
        model.members.push_back(scores.submissions.size());
        scores.submissions.push_back(std::move(submission));
    }
    scores.models.push_back(std::move(model));
}

using Answers = std::map<std::string, std::map<std::string, double>>;  // model -> split -> error

SuiteTaskAnswers task_of(const Answers& answers, std::size_t seeds = 3) {
    SuiteTaskAnswers task{"t", {"in", "energy", "long"}, {}};
    for (const auto& [model, errors] : answers)
        for (const auto& [split, error] : errors)
            add_model(task.scores[split], model, error, seeds, model.starts_with("reference"), error < 1 ? 0.5 : 0);
    return task;
}

SuiteStandings standings_over(const std::vector<SuiteTaskAnswers>& tasks) {
    MetricChoices choices;
    choices.resamples = 500;
    return suite_standings(tasks, choices);
}

std::vector<std::string> order_of(const SuiteStandings& standings) {
    std::vector<std::string> names;
    for (const SuiteStanding& one : standings.models) names.push_back(one.out.model);
    return names;
}

const SuiteStanding& called(const SuiteStandings& standings, const std::string& name) {
    return *std::find_if(standings.models.begin(), standings.models.end(),
                         [&](const SuiteStanding& one) { return one.out.model == name; });
}

// Answers of one seed with a CRPS of `share` times that of climatology, 0.5, the same on all trajectories except for `spread`.
void add_crps(Scores& scores, const std::string& name, double share, double spread = 0) {
    scores.choices.rank_by = RankChoice::crps;
    scores.truth.climatology_crps = 0.5;
    scores.truth.persistence_error = 0.9;
    add_model(scores, name, 1e-3, 1);
    SubmissionScores& submission = scores.submissions.back();
    submission.metrics = {{{Metric::Kind::crps, "crps", "", "1"}, {}, 0}};
    for (std::size_t i = 0; i < 200; ++i)
        submission.values.push_back(0.5 * share * (1 + spread * (i % 2 == 0 ? 1 : -1)));
}

SuiteTaskAnswers crps_task(const std::string& name, const std::map<std::string, double>& shares, double spread = 0) {
    Scores scores;
    for (const auto& [model, share] : shares) add_crps(scores, model, share, spread);
    return {name, {"in", "long"}, {{"in", scores}, {"long", scores}}};
}

SuiteStandings crps_standings(const std::vector<SuiteTaskAnswers>& tasks) {
    MetricChoices choices;
    choices.resamples = 500;
    choices.rank_by = RankChoice::crps;
    return suite_standings(tasks, choices);
}

}  // namespace

TEST_CASE(
    "by CRPS a suite is led by the mean over tasks of its share of that of climatology, which no easy task decides") {
    const SuiteStandings found = crps_standings(
        {crps_task("easy", {{"deep", 1e-4}, {"honest", 1e-2}}), crps_task("hard", {{"deep", 0.9}, {"honest", 0.5}})});
    CHECK(order_of(found) == std::vector<std::string>{"honest", "deep"});
    CHECK(called(found, "honest").out.error == doctest::Approx(0.255).epsilon(1e-12));
    CHECK(called(found, "deep").out.error == doctest::Approx(0.45005).epsilon(1e-12));
    CHECK(called(found, "deep").out.against_first->ratio == doctest::Approx(0.45005 / 0.255).epsilon(1e-9));
    CHECK(verdict_of(found).sentence.starts_with(
        "honest has the smallest CRPS over that of climatology out of distribution, over 2 splits of 2 tasks, "));
}

TEST_CASE("by CRPS a share of that of climatology counts as 2 where it is larger or there is no answer") {
    SuiteTaskAnswers hard = crps_task("hard", {{"wild", 40}, {"dull", 1}, {"sly", 0.2}});
    hard.scores.at("long").models.pop_back();  // "wild" is the last one
    const SuiteStandings found = crps_standings({hard, crps_task("easy", {{"wild", 0.1}, {"dull", 1}, {"sly", 0.1}})});
    CHECK(called(found, "wild").out.missing == std::vector<std::string>{"hard/long"});
    CHECK(called(found, "wild").out.error == doctest::Approx(1.05).epsilon(1e-12));
    CHECK(called(found, "wild").in == doctest::Approx(1.05).epsilon(1e-12));
    CHECK(called(found, "wild").out.persistence == "no better than climatology");
    CHECK(called(found, "dull").out.persistence == "no better than climatology");
    CHECK(called(found, "sly").out.persistence == "");
    for (const SuiteStanding& one : found.models) {
        CHECK(one.out.draws->lowest == one.out.rank);  // nothing varies
        CHECK(one.out.draws->highest == one.out.rank);
    }
    CHECK(called(crps_standings({crps_task("a", {{"kept", 1.8}, {"sly", 0.1}})}), "kept").out.persistence ==
          "no better than persistence");
}

TEST_CASE("the interval of a mean share of climatology adds those of its tasks, by hand") {
    const SuiteStandings found = crps_standings(
        {crps_task("one", {{"a", 0.2}, {"b", 0.4}}, 0.1), crps_task("two", {{"a", 0.6}, {"b", 0.8}}, 0.1)});
    // Of 200 shares s (1 +- 0.1) the mean varies by 0.1 s / sqrt(199); both tasks have half of the weight.
    const double mean = 0.4, deviation = std::hypot(0.5 * 0.02, 0.5 * 0.06) / std::sqrt(199.0);
    const Interval found_ends = *called(found, "a").out.error_ci95;
    CHECK(called(found, "a").out.error == doctest::Approx(mean));
    const double off = std::log(found_ends.high / mean) / (deviation / mean);  // Student's t
    CHECK(off > 1.95);
    CHECK(off < 1.98);
    CHECK(found_ends.high / mean == doctest::Approx(mean / found_ends.low));
}

TEST_CASE(
    "models of a suite are led by their error out of distribution, and zeros come last with ratio 1 and error 1") {
    const SuiteStandings found = standings_over({task_of({{"net", {{"in", 1e-4}, {"energy", 1e-2}, {"long", 1e-2}}},
                                                          {"steady", {{"in", 5e-2}, {"energy", 6e-2}, {"long", 6e-2}}},
                                                          {"zeros", {{"in", 1}, {"energy", 1}, {"long", 1}}}})});
    CHECK(order_of(found) == std::vector<std::string>{"net", "steady", "zeros"});
    CHECK(called(found, "zeros").out.error == 1);
    CHECK(called(found, "zeros").in == 1);
    CHECK(called(found, "zeros").over_in.ratio == 1);
    CHECK(called(found, "net").over_in.ratio > 50);
    CHECK(called(found, "net").over_in.ratio ==
          doctest::Approx(called(found, "net").out.error / called(found, "net").in));
    CHECK(verdict_of(found).more.back() == "zeros has the worst relative error, 1, out of distribution.");
    CHECK(found.tasks == 1);
    CHECK(found.splits == 2);
}

TEST_CASE("the error out of distribution is the geometric mean over tasks of that over splits, by hand") {
    Scores exact;
    add_model(exact, "net", 0.01, 1, false, 0);
    Scores rough;
    add_model(rough, "net", 0.04, 1, false, 0);
    SuiteTaskAnswers one{"one", {"in", "a"}, {{"in", exact}, {"a", rough}}},
        two{"two", {"in", "a", "b"}, {{"in", exact}, {"a", exact}, {"b", rough}}},
        alone{"alone", {"in"}, {{"in", rough}}};
    const SuiteStandings found = standings_over({one, two, alone});
    // log out = (log 0.04 + (log 0.01 + log 0.04) / 2) / 2 = log 0.01 + 3/4 log 4; a task without other splits has
    // none.
    CHECK(found.models.at(0).out.error == doctest::Approx(0.01 * std::pow(4, 0.75)).epsilon(1e-12));
    CHECK(found.models.at(0).in == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(found.tasks == 2);
    CHECK(found.splits == 3);
    CHECK(standings_over({alone}).models.at(0).in == doctest::Approx(0.04).epsilon(1e-12));
    CHECK(standings_over({alone}).models.at(0).out.error == doctest::Approx(0.04).epsilon(1e-12));
}

TEST_CASE("naive forecasts come after the models of a suite, without a rank, and change none") {
    const Answers models{{"net", {{"in", 1e-4}, {"energy", 1e-2}, {"long", 1e-2}}},
                         {"steady", {{"in", 5e-2}, {"energy", 6e-2}, {"long", 6e-2}}}};
    SuiteTaskAnswers task = task_of(models);
    for (auto& [split, scores] : task.scores) {
        add_model(scores, "parrot", 2e-2, 1);
        scores.models.back().naive = "parrot";
    }
    const SuiteStandings found = standings_over({task});
    CHECK(order_of(found) == std::vector<std::string>{"net", "steady", "parrot"});
    CHECK(called(found, "steady").out.rank == 2);
    CHECK(called(found, "parrot").kind.naive == "parrot");
    CHECK(!called(found, "parrot").kind.ranked());
    task.scores.begin()->second.models.back().naive = "";  // on one split it is a model
    CHECK(called(standings_over({task}), "parrot").kind.ranked());
}

TEST_CASE("a model that leaves its worst split out has the worst error there, and the split is named") {
    const Answers all{{"honest", {{"in", 1e-3}, {"energy", 1e-2}, {"long", 0.5}}},
                      {"sly", {{"in", 1e-3}, {"energy", 9e-3}}}};
    const SuiteStandings found = standings_over({task_of(all)});
    CHECK(order_of(found) == std::vector<std::string>{"honest", "sly"});
    CHECK(called(found, "sly").out.missing == std::vector<std::string>{"t/long"});
    CHECK(called(found, "sly").out.error == doctest::Approx(std::sqrt(9e-3)).epsilon(0.3));
    const SuiteStandings lone = standings_over({task_of({{"sly", all.at("sly")}})});
    CHECK(lone.models.at(0).out.error == called(found, "sly").out.error);  // whoever else answers
    SuiteTaskAnswers none = task_of({{"sly", {{"energy", 1e-2}, {"long", 1e-2}}}});
    CHECK(standings_over({none}).models.at(0).in == 1);
}

TEST_CASE("adding, cloning, renaming or removing a model changes the order of no two others in a suite") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> exponent(-6, 0);
    for (int round = 0; round < 50; ++round) {
        Answers answers;
        for (const std::string name : {"a", "b", "c", "d"})
            for (const std::string split : {"in", "energy", "long"})
                if (exponent(random) < -1) answers[name][split] = std::pow(10, exponent(random));
        if (answers.size() < 4) continue;
        std::vector<std::string> all = order_of(standings_over({task_of(answers)}));
        for (const std::string& gone : std::vector<std::string>(all)) {
            Answers fewer = answers;
            fewer.erase(gone);
            std::vector<std::string> expected = all;
            std::erase(expected, gone);
            CHECK(order_of(standings_over({task_of(fewer)})) == expected);
        }
    }
}

TEST_CASE("who answers a task of another kind changes the order of no two others in a suite") {
    Scores scores;
    add_model(scores, "z good", 0.01);
    add_model(scores, "a bad", 0.1);
    const SuiteTaskAnswers alone{"alone", {"in"}, {{"in", scores}}};
    CHECK(order_of(standings_over({alone})) == std::vector<std::string>{"z good", "a bad"});
    const SuiteStandings both = standings_over({alone, task_of({{"net", {{"in", 1e-4}, {"energy", 1e-2}}}})});
    CHECK(order_of(both) == std::vector<std::string>{"net", "z good", "a bad"});
    CHECK(called(both, "a bad").out.error == 1);
    CHECK(called(both, "a bad").out.missing.size() == 3);
    CHECK(called(both, "a bad").out.persistence == "");  // it answers nothing that counts
}

TEST_CASE("ranks in a suite have the draws of standings: how often a model is first, and the range of its ranks") {
    const SuiteStandings far = standings_over({task_of({{"net", {{"in", 1e-4}, {"energy", 1e-3}, {"long", 1e-3}}},
                                                        {"other", {{"in", 1e-2}, {"energy", 0.2}, {"long", 0.2}}}})});
    CHECK(called(far, "net").out.draws->first == 1);
    CHECK(called(far, "other").out.draws->lowest == 2);
    const SuiteStandings near =
        standings_over({task_of({{"net", {{"in", 1e-4}, {"energy", 1e-3}, {"long", 1e-3}}},
                                 {"other", {{"in", 1e-4}, {"energy", 1e-3}, {"long", 1e-3}}}})});
    const RankDraws &one = *called(near, "net").out.draws, &two = *called(near, "other").out.draws;
    const bool ordered = !called(near, "net").out.unordered && !called(near, "other").out.unordered;
    CHECK(one.first + two.first == doctest::Approx(ordered ? 1 : 0));
    if (ordered) CHECK(std::min(one.first, two.first) > 0.02);
    CHECK(one.highest == 2);
    CHECK(contains_text(verdict_of(far).sentence, "It ranks first in 100 % of bootstrap samples."));
}

TEST_CASE("two models of a suite are compared as over systems: over equal weights their p-values are the same") {
    Scores in, out;
    for (const char* name : {"a", "b"}) {
        add_model(in, name, 0.01, 3);
        add_model(out, name, name[0] == 'a' ? 0.02 : 0.03, 3);
    }
    const PairedTest found =
        *standings_over({{"t", {"in", "far"}, {{"in", in}, {"far", out}}}}).models.at(1).out.against_first;
    MetricChoices choices;
    choices.resamples = 500;
    const PairedTest expected = *standings({out}, choices).at(1).against_first;
    CHECK(found.ratio == doctest::Approx(expected.ratio).epsilon(1e-12));
    CHECK(found.test == expected.test);
    CHECK(*found.p_value == doctest::Approx(*expected.p_value).epsilon(1e-12));
    CHECK(found.ratio_ci95->low == doctest::Approx(expected.ratio_ci95->low).epsilon(1e-12));
    CHECK(found.seeds_for_power->seeds == expected.seeds_for_power->seeds);
}

TEST_CASE("the verdict of a suite claims nothing below 3 training seeds, and says whether a method generalises") {
    const Answers answers{{"net", {{"in", 1e-4}, {"energy", 1e-2}, {"long", 1e-2}}},
                          {"steady", {{"in", 5e-2}, {"energy", 5e-2}, {"long", 5e-2}}}};
    const auto said = [&](std::size_t seeds) {
        const Verdict verdict = verdict_of(standings_over({task_of(answers, seeds)}));
        std::string text = verdict.sentence;
        for (const std::string& more : verdict.more) text += "\n" + more;
        return text;
    };
    const auto contains = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(contains(said(3), "net has the smallest relative error out of distribution, over 2 splits of 1 task, "));
    CHECK(contains(said(3), ": a significant difference."));
    CHECK(contains(said(3), "that it has in distribution: it is significantly worse there."));
    CHECK(contains(said(3), "that it has in distribution: it is not significantly worse there."));
    CHECK(contains(said(2), "with fewer than 3 training seeds of a method, whether it generalises is not tested."));
    CHECK(!contains(said(2), "significant"));
    CHECK(contains(said(1), "a significant difference between these trained models."));
    CHECK(contains(said(1), "for this trained model, not for the method."));
}

TEST_CASE(
    "reference rollouts of a suite are not ranked, and those that answer all of it are the line of true physics") {
    Answers answers{{"net", {{"in", 1e-3}, {"energy", 1e-2}, {"long", 1e-2}}},
                    {"reference 1", {{"in", 1e-5}, {"energy", 1e-4}, {"long", 1e-4}}},
                    {"reference 2", {{"in", 1e-3}, {"energy", 1e-2}, {"long", 1e-2}}},
                    {"reference 3", {{"in", 1e-2}}}};
    const SuiteStandings found = standings_over({task_of(answers, 1)});
    CHECK(found.models.front().out.model == "net");
    CHECK(found.models.front().out.rank == 1);
    REQUIRE(found.truth.size() == 2);
    CHECK(found.truth[0].in < found.truth[1].in);
    CHECK(found.truth[0].out == called(found, "reference 1").out.error);
    SuiteScores scores;
    scores.name = "s";
    scores.standings = found;
    CHECK(contains_text(html_suite(scores), ">true physics<"));
    scores.standings.truth.clear();
    CHECK(contains_text(html_suite(scores), ">equal errors<"));
}

TEST_CASE("start errors of all splits give the line of true physics at the levels that every split has") {
    SuiteTaskAnswers task = task_of({{"net", {{"in", 1e-3}, {"energy", 1e-2}, {"long", 1e-2}}}}, 1);
    const auto grow = [&](const std::string& split, std::vector<double> levels, std::vector<double> errors) {
        StartError start;
        start.levels = std::move(levels);
        start.errors = std::move(errors);
        task.scores.at(split).models[0].start_error = start;
    };
    grow("in", {1e-5, 1e-4, 1e-3}, {1e-4, 1e-3, 1e-2});
    grow("energy", {1e-4, 1e-3}, {1e-3, 1e-2});
    grow("long", {1e-4, 1e-3, 1e-2}, {1e-1, 1, 1});
    const SuiteStandings found = standings_over({task});
    REQUIRE(found.truth.size() == 2);
    CHECK(found.truth[0].in == doctest::Approx(1e-3));
    CHECK(found.truth[0].out == doctest::Approx(1e-2));
    CHECK(found.truth[1].out == doctest::Approx(1e-1));
}
