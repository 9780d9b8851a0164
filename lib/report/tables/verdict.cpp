#include "report/tables/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "report/tables/optional_tables.hpp"
#include "report/tables/score_tables.hpp"
#include "score/model_scores.hpp"
#include "score/observed_scores.hpp"

namespace cchnn {
namespace {

// What was submitted where no model was.
std::string only_unranked(bool naive) {
    return naive ? "Only reference rollouts and naive forecasts were submitted"
                 : "Only reference rollouts were submitted";
}

bool any_naive(const Scores& scores) {
    return std::ranges::any_of(scores.models, [](const ModelScores& model) { return !model.naive.empty(); });
}

// The relative error is the first metric of every model.
const MetricScore& error_of(const ModelScores& model) { return model.metrics.front(); }

std::string error_words(const ModelScores& model) {
    const MetricScore& error = error_of(model);
    return with_interval(error.metric, error.summary.geometric_mean, error.summary.geometric_mean_ci95);
}

std::string label_of(const ModelScores& model) { return short_label(model.label); }

// How long the error stays below 0.1 on average, if that valid time is among the metrics; else "".
std::string valid_words(const ModelScores& model, const Scores& scores) {
    for (const MetricScore& score : model.metrics) {
        if (score.metric.kind != Metric::Kind::valid_time || score.metric.subject.threshold != 0.1) continue;
        const double end = scores.truth.dt * (scores.truth.samples - scores.choices.context);
        return " Err stays below 0.1 for " + time_text(score.summary.mean) + " of " + time_text(end) + " s on average.";
    }
    return "";
}

// Only a start error that was found makes a sentence; the tables tell the other outcomes.
std::string start_error_words(const ModelScores& model) {
    if (!model.start_error || model.start_error->outcome != StartError::Outcome::found) return "";
    return label_of(model) + " is as good as the true motion from initial conditions perturbed by " +
           start_error_text(*model.start_error) + ".";
}

// Null if the two were not compared, for instance with a single trajectory.
const ModelComparison* pair_of(const Scores& scores, const std::string& a, const std::string& b) {
    for (const ModelComparison& c : scores.comparisons)
        if ((c.a == a && c.b == b) || (c.a == b && c.b == a)) return &c;
    return nullptr;
}

// How many times the error of the other model the error of `a` is, with its interval. Pairs are stored in one
// order; for the other order ratio and ends are inverted.
std::string ratio_words(const ModelComparison& pair, const std::string& a) {
    const bool straight = pair.a == a;
    const double ratio = straight ? pair.test.ratio : 1 / pair.test.ratio;
    std::optional<Interval> ends = pair.test.ratio_ci95;
    if (ends && !straight) ends = Interval{1 / ends->high, 1 / ends->low};
    return short_number(ratio, 3) + " times" + ratio_ends(ends);
}

// "paired test of these trained models", "sign test"
std::string test_words(const PairedTest& test) {
    const std::string text = test.test == PairedTest::Test::sign ? "sign test" : "paired test";
    return text + (test.of == PairedTest::Of::models ? " of these trained models" : "");
}

// "15 of 20 trajectories"
std::string share_words(std::uint64_t count, const PairedTest& test) {
    return std::to_string(count) + " of " + trajectories_text(test.better + test.worse);
}

double share_of(const FailedShare& failed) {
    return failed.trajectories > 0 ? to_double(failed.failed) / to_double(failed.trajectories) : 0;
}

// "13 of 25", or of several seeds "5 to 15 %"; "none".
std::string failed_words(const FailedShare& failed) {
    if (failed.failed == 0) return "none";
    const std::string text = failed_text(failed);
    return text.substr(0, text.find(" ["));
}

// " It is no better than persistence."; "" of what is better.
std::string doubt_words(const std::string& persistence, const std::string& who = "It") {
    if (persistence.empty()) return "";
    return " " + who + " is " + (persistence == "persistence" ? "persistence itself: it does not move" : persistence) +
           ".";
}

// Why two models have no order although one of them has a smaller error (score/ranks.hpp (3)).
std::string unordered_words(const std::string& a, const FailedShare& failed_a, const std::string& b,
                            const FailedShare& failed_b, std::uint64_t won, std::uint64_t lost) {
    if (won > lost && share_of(failed_a) <= share_of(failed_b))
        return a + " is more accurate on a part of the motions, and " + b + " on the rest: no order.";
    std::string text = a + " is more accurate where it works";
    if (failed_a.failed > 0 || failed_b.failed > 0)
        text += ", and fails in " + failed_words(failed_a) + ", " + b + " in " + failed_words(failed_b);
    return text + "; its error is smaller on " + std::to_string(won) + " of " + trajectories_text(won + lost) +
           ": no order.";
}

// A curve has to stay behind on a tenth of the time for a crossing.
constexpr std::size_t least_behind = 10;

// "until 0.6 s" where the median error of `a` is smaller at first and larger later on, "only from 2 s on" in the other
// order; "" where one curve stays below the other.
std::string crossing_words(const ErrorOverTime& a, const ErrorOverTime& b, double floor) {
    const std::size_t count = std::min(a.median.size(), b.median.size());
    const auto compared = [&](std::size_t k) {
        const double of_a = std::max(a.median[k], floor), of_b = std::max(b.median[k], floor);
        return of_a < of_b ? -1 : of_a > of_b;
    };
    std::size_t last = 0, first = 0;  // samples at which a is below; 0, which is given, is none
    for (std::size_t k = 1; k < count; ++k)
        if (compared(k) < 0) {
            last = k;
            if (first == 0) first = k;
        }
    if (first == 0) return "";
    const auto behind = [&](std::size_t from, std::size_t to) {
        std::size_t samples = 0;
        for (std::size_t k = from; k < to; ++k) samples += compared(k) > 0;
        return samples >= 2 && samples * least_behind >= count;
    };
    if (behind(last + 1, count)) return "until " + short_number(a.times[last], 3) + " s";
    if (behind(1, first)) return "only from " + short_number(a.times[first], 3) + " s on";
    return "";
}

// The same of two models on one system.
std::string crossing_words(const Scores& scores, const ModelScores& a, const ModelScores& b) {
    const double floor = std::max(scores.choices.error_floor, scores.truth.typical_bound);
    return crossing_words(scores.submissions[a.members.front()].error_over_time,
                          scores.submissions[b.members.front()].error_over_time, floor);
}

// " The median error of net is smaller until 0.6 s."; "" where no curves cross.
std::string crossing_sentence(const Scores& scores, const ModelScores& a, const ModelScores& b) {
    const std::string words = crossing_words(scores, a, b);
    return words.empty() ? "" : " The median error of " + label_of(a) + " is smaller " + words + ".";
}

// The model that has no order with the first; null without one.
const ModelScores* without_order(const Scores& scores) {
    for (const RankedModel& ranked : ranked_models(scores))
        if (ranked.unordered) return &scores.models[ranked.model];
    return nullptr;
}

// What may be said about the first two models: a tie at the floor, no order, not tested, not significant, or better, in
// that order.
std::string lead_words(const Scores& scores, const ModelScores& first, const ModelScores& second) {
    const std::string a = label_of(first), b = label_of(second);
    if (first.at_floor && second.at_floor)
        return a + " and " + b +
               " are tied: the errors of both are within the estimated error of the reference solution.";
    if (first.judged > 0 && first.judged == second.judged)
        return a + " and " + b + " are tied, with a relative error of " + error_words(first) + " and " +
               error_words(second) + ": smaller differences do not count.";
    const ModelComparison* pair = pair_of(scores, first.label, second.label);
    const std::uint64_t won = pair ? (pair->a == first.label ? pair->test.better : pair->test.worse) : 0,
                        lost = pair ? pair->test.better + pair->test.worse - won : 0;
    if (won + lost > 0 && (won <= lost || share_of(first.failed) > share_of(second.failed) || without_order(scores)))
        return unordered_words(a, first.failed, b, second.failed, won, lost);
    const auto p = pair ? pair->test.p_value : std::nullopt;
    if (pair && pair->test.of == PairedTest::Of::too_few_seeds)
        return a + " has the smallest relative error, " + error_words(first) + "; whether it is better than " + b +
               " is not tested with fewer than 3 training seeds of a method.";
    if (!p)
        return a + " has the smallest relative error, " + error_words(first) + "; whether it is better than " + b +
               " was not tested.";
    const std::string ends = " (" + test_words(pair->test) + ", p = " + short_number(*p, 2) + ").";
    if (differs(pair->test) && pair->test.test == PairedTest::Test::sign)
        return a + " has a smaller error than " + b + " on " + share_words(won, pair->test) + ends +
               " Its relative error is " + ratio_words(*pair, first.label) + " that of " + b + ".";
    if (!differs(pair->test))
        return a + " comes first with a relative error of " + error_words(first) +
               ", but is not significantly better than " + b + ends;
    return a + " is better than " + b + ": its relative error is " + ratio_words(*pair, first.label) + " that of " + b +
           ends;
}

const ModelScores* model_called(const Scores& scores, const std::string& label) {
    for (const ModelScores& model : scores.models)
        if (model.ranked() && model.label == label) return &model;
    return nullptr;
}

// Remarks that change how the place of a model reads: on motions, and on samples that are exact after larger errors.
void add_doubts(const Scores& scores, const std::string& label, const std::string& where,
                std::vector<std::string>& more) {
    const ModelScores* model = model_called(scores, label);
    for (const std::size_t member : model ? model->members : std::vector<std::size_t>{}) {
        const SubmissionScores& s = scores.submissions[member];
        std::vector<std::string> doubts = remarks(s.motion);
        if (!s.exact_samples.empty()) doubts.push_back(s.exact_samples);
        for (const std::string& doubt : doubts) more.push_back(short_label(s.label) + where + ": " + doubt + ".");
    }
}

// The verdict on the first two models with what changes how it reads.
std::string lead_sentence(const Scores& scores, const ModelScores& first, const ModelScores& second) {
    return lead_words(scores, first, second) + crossing_sentence(scores, first, second) +
           doubt_words(persistence_words(first));
}

// Whether one is a copy of the other, in either order.
bool same_predictions(const Scores& scores, const ModelScores& a, const ModelScores& b) {
    const auto copies = [&](const ModelScores& one, const ModelScores& other) {
        return std::ranges::any_of(one.same_as, [&](std::size_t i) { return &scores.models[i] == &other; });
    };
    return copies(a, b) || copies(b, a);
}

// The models that are ranked, the best first: without reference rollouts and naive forecasts.
std::vector<const ModelScores*> contestants(const Scores& scores) {
    std::vector<const ModelScores*> models;
    for (const RankedModel& ranked : ranked_models(scores))
        if (ranked.rank) models.push_back(&scores.models[ranked.model]);
    return models;
}

// The most accurate of those that are not ranked, so that the sentence gives a number at least.
std::string nearest_words(const Scores& scores) {
    const auto nearest = std::ranges::min_element(scores.models, [](const ModelScores& a, const ModelScores& b) {
        return error_of(a).summary.geometric_mean < error_of(b).summary.geometric_mean;
    });
    if (nearest == scores.models.end()) return "";
    return " The most accurate is " + label_of(*nearest) + " with a relative error of " + error_words(*nearest) + ".";
}

void add_diverged(const Scores& scores, std::vector<std::string>& more) {
    for (const SubmissionScores& s : scores.submissions)
        if (s.diverged.trajectories > 0)
            more.push_back(short_label(s.label) + " contains NaN or infinity in " +
                           trajectories_text(s.diverged.trajectories) + "; these states count as the worst error.");
}

std::string standing_words(const Standing& s) { return error_text(s.error, s.error_ci95); }

// " It ranks first in 86 % of bootstrap samples, and its rank is 1 to 2 in 95 % of them."
std::string draws_words(const Standing& s) {
    if (!s.draws) return "";
    const std::string text =
        " It ranks first in " + short_number(std::round(100 * s.draws->first), 3) + " % of bootstrap samples";
    if (s.draws->highest == 1) return text + ".";
    return text + ", and its rank is " + short_number(s.draws->lowest, 3) + " to " + short_number(s.draws->highest, 3) +
           " in 95 % of them.";
}

// What may be said of two models without an order, of which `a` has the smaller error.
std::string no_first_words(const Standing& a, const Standing& b, const std::string& what) {
    const PairedTest test = b.against_first.value_or(PairedTest{});
    return "No model is first by the " + what + ": " + short_label(a.model) + " has " + standing_words(a) + ", " +
           short_label(b.model) + " " + standing_words(b) + ". " +
           unordered_words(short_label(a.model), a.failed, short_label(b.model), b.failed, test.worse, test.better);
}

// The model behind the first one: its error, the ratio, and what the test allows to say of the difference.
std::string next_words(const Standing& next) {
    std::string text = " " + short_label(next.model) + " follows with " + standing_words(next);
    if (!next.against_first) return text + ".";
    const PairedTest& test = *next.against_first;
    text += ", " + short_number(test.ratio, 3) + " times as much";
    if (test.of == PairedTest::Of::too_few_seeds)
        return text +
               "; with fewer than 3 training seeds of a method, whether the difference would show "
               "again is not tested.";
    if (!test.p_value) return text + ".";
    const std::string whose = test.of == PairedTest::Of::models ? " between these trained models" : "";
    const std::string how = test.test == PairedTest::Test::sign
                                ? " by a sign test, with a larger error on " + share_words(test.worse, test)
                                : "";
    return text + ratio_ends(test.ratio_ci95) +
           (differs(test) ? ": a significant difference" : ": no significant difference") + whose + how + ".";
}

// Whether a model generalises, as far as its interval and its training seeds allow.
std::string generalisation_words(const SuiteStanding& model, const std::string& what, double worst) {
    const std::string name = short_label(model.out.model);
    if (model.out.error >= worst)
        return name + " has the worst " + what + ", " + short_number(worst, 1) + ", out of distribution.";
    const std::string text = name + " has " + short_number(model.over_in.ratio, 3) + " times" +
                             ratio_ends(model.over_in.ci95) + " the " + what +
                             " out of distribution that it has in distribution";
    if (!model.out.missing.empty())
        return text + "; splits that it does not answer count as " + short_number(worst, 1) +
               ", so whether it generalises is not tested.";
    if (model.of == PairedTest::Of::too_few_seeds)
        return text + "; with fewer than 3 training seeds of a method, whether it generalises is not tested.";
    if (!model.over_in.ci95) return text + ".";
    const bool worse = model.over_in.ci95->low > 1;
    return text + (worse ? ": it is significantly worse there" : ": it is not significantly worse there") +
           (model.of == PairedTest::Of::models ? ", for this trained model, not for the method." : ".");
}

// "an NRMSE", "an energy score", "a CRPS"
std::string article(RankChoice by) { return by == RankChoice::nrmse || by == RankChoice::energy_score ? "an " : "a "; }

// Copies of the first model have its error to the last bit.
bool tied(const Standing& a, const Standing& b) { return a.error == b.error; }

// "a", "a and b", "a, b and c"
std::string labels_of(const std::vector<const Standing*>& standings) {
    std::string text;
    for (std::size_t i = 0; i < standings.size(); ++i)
        text += (i == 0 ? "" : i + 1 < standings.size() ? ", " : " and ") + short_label(standings[i]->model);
    return text;
}

}  // namespace

// The rival is the best model that is no copy of the first one. Without a rival the sentence gives an error and
// compares nothing.
Verdict verdict_of(const Scores& scores) {
    if (scores.choices.rank_by != RankChoice::error) {
        const std::vector<Standing> all = standings({scores}, scores.choices);
        Verdict verdict = verdict_of(all, " on " + scores.truth.system, any_naive(scores), scores.choices.rank_by);
        if (!all.empty()) add_doubts(scores, all.front().model, "", verdict.more);
        const auto next = std::ranges::find_if(all, [](const Standing& s) { return s.against_first.has_value(); });
        if (next != all.end())
            verdict.sentence +=
                crossing_sentence(scores, *model_called(scores, all.front().model), *model_called(scores, next->model));
        add_diverged(scores, verdict.more);
        return verdict;
    }
    const std::vector<const ModelScores*> models = contestants(scores);
    Verdict verdict;
    const ModelScores* unordered = without_order(scores);
    const auto rival = std::ranges::find_if(models, [&](const ModelScores* model) {
        return unordered ? model == unordered
                         : model != models.front() && !same_predictions(scores, *model, *models.front());
    });
    if (models.empty()) {
        verdict.sentence = only_unranked(any_naive(scores)) + ": no model is ranked." + nearest_words(scores);
    } else if (rival == models.end()) {
        verdict.sentence = label_of(*models[0]) + " has a relative error of " + error_words(*models[0]) +
                           ", the geometric mean over " + trajectories_text(scores.truth.trajectories) + "." +
                           valid_words(*models[0], scores) + doubt_words(persistence_words(*models[0]));
    } else {
        verdict.sentence = lead_sentence(scores, *models[0], **rival);
        if (std::ranges::all_of(models, [](const ModelScores* m) { return m->members.size() == 1; }))
            verdict.more.push_back("One training run each: this result is for these trained models, not for methods.");
    }
    if (!models.empty()) add_doubts(scores, models[0]->label, "", verdict.more);
    if (!models.empty() && models[0]->at_floor)
        verdict.more.push_back(
            "Most errors of " + label_of(*models[0]) +
            " are within the estimated error of the reference solution: smaller ones could not be distinguished.");
    if (const std::string words = models.empty() ? "" : start_error_words(*models[0]); !words.empty())
        verdict.more.insert(verdict.more.begin(), words);
    if (const std::string words = models.empty() ? "" : solver_sentence(scores, *models[0]); !words.empty())
        verdict.more.push_back(words);
    add_diverged(scores, verdict.more);
    return verdict;
}

namespace {

// Where the curves of the first model and of the next one cross; "" where they do on no system.
std::string crossings_of(const Comparison& comparison) {
    constexpr std::size_t most = 3;  // systems that are named
    const std::vector<Standing>& all = comparison.standings;
    const auto next = std::ranges::find_if(all, [](const Standing& s) { return s.against_first.has_value(); });
    if (next == all.end()) return "";
    std::string text;
    std::size_t found = 0;
    for (const Scores& scores : comparison.systems) {
        const ModelScores *a = model_called(scores, all.front().model), *b = model_called(scores, next->model);
        if (!a || !b) continue;
        const std::string words = crossing_words(scores, *a, *b);
        if (words.empty() || ++found > most) continue;
        text += (found == 1 ? "" : "; ") + words + " on " + scores.truth.system;
    }
    if (found == 0) return "";
    if (found > most) text += "; and otherwise on " + counted(found - most, "other system");
    return "Against " + short_label(next->model) + " the median relative error of " + short_label(all.front().model) +
           " is smaller " + text + ".";
}

}  // namespace

Verdict verdict_of(const Comparison& comparison) {
    Verdict verdict =
        verdict_of(comparison.standings, " over " + counted(comparison.systems.size(), "system"),
                   std::ranges::any_of(comparison.systems, any_naive),
                   comparison.systems.empty() ? RankChoice::error : comparison.systems.front().choices.rank_by);
    if (const std::string words = crossings_of(comparison); !words.empty()) verdict.more.push_back(words);
    constexpr std::size_t most = 4;  // lines; the remarks have all
    if (!comparison.standings.empty())
        for (const Scores& scores : comparison.systems)
            if (verdict.more.size() < most)
                add_doubts(scores, comparison.standings.front().model, " on " + scores.truth.system, verdict.more);
    for (const Standing& s : comparison.standings)
        if (!s.missing.empty())
            verdict.more.push_back(short_label(s.model) + " has no submission for " +
                                   counted(s.missing.size(), "system") + ", where it counts as worst.");
    return verdict;
}

Verdict verdict_of(const std::vector<Standing>& standings, const std::string& over, bool naive, RankChoice ranked_by) {
    Verdict verdict;
    if (standings.empty()) {
        verdict.sentence = only_unranked(naive) + over + ": no model is ranked.";
        return verdict;
    }
    const Standing& first = standings.front();
    std::vector<const Standing*> ranked;
    for (const Standing& s : standings)
        if (&s == &first || (s.same_as != first.model && first.same_as != s.model)) ranked.push_back(&s);
    const auto next =
        std::find_if(ranked.begin() + 1, ranked.end(), [&](const Standing* s) { return !tied(first, *s); });
    const std::vector<const Standing*> ahead(ranked.begin(), next);
    if (standings.size() == 1) {
        verdict.sentence = short_label(first.model) + " has " + article(ranked_by) + words(ranked_by) + " of " +
                           standing_words(first) + over + "." + doubt_words(first.persistence);
        return verdict;
    }
    const auto unordered = std::find_if(next, ranked.end(), [](const Standing* s) { return s->unordered; });
    if (unordered != ranked.end()) {
        verdict.sentence = no_first_words(first, **unordered, words(ranked_by) + over) +
                           doubt_words(first.persistence, short_label(first.model));
        return verdict;
    }
    verdict.sentence = labels_of(ahead) + (ahead.size() == 1 ? " has the smallest " : " are tied for the smallest ") +
                       words(ranked_by) + over + ", " + standing_words(first) + "." +
                       (ahead.size() == 1 ? draws_words(first) : "");
    if (next != ranked.end()) verdict.sentence += next_words(**next);
    verdict.sentence += doubt_words(first.persistence);
    return verdict;
}

Verdict verdict_of(const SuiteStandings& suite) {
    constexpr std::size_t most = 5;  // models of which it is said
    std::vector<Standing> ranked;
    for (const SuiteStanding& one : suite.models)
        if (one.kind.ranked()) ranked.push_back(one.out);
    const std::string tasks = counted(suite.tasks, "task"), share = suite.worst > 1 ? " over that of climatology" : "";
    const bool naive =
        std::ranges::any_of(suite.models, [](const SuiteStanding& one) { return !one.kind.naive.empty(); });
    Verdict verdict = verdict_of(
        ranked,
        suite.splits == 0 ? share + ", over " + tasks
                          : share + " out of distribution, over " + counted(suite.splits, "split") + " of " + tasks,
        naive, suite.ranked_by);
    for (const SuiteStanding& one : suite.models)
        if (one.kind.ranked() && suite.splits > 0 && verdict.more.size() < most)
            verdict.more.push_back(generalisation_words(one, words(suite.ranked_by) + share, suite.worst));
    return verdict;
}

// No paired test is made of scores of estimated states, so the verdict claims none.
Verdict verdict_of(const ObservedScores& scores) {
    const auto error = [](const ObservedSubmission& one) -> const Summary& { return one.metrics.front().summary; };
    const ObservedSubmission& best = *std::ranges::min_element(scores.submissions, [&](const auto& a, const auto& b) {
        return error(a).geometric_mean < error(b).geometric_mean;
    });
    const bool alone = scores.submissions.size() == 1;
    const std::string sentence =
        short_label(best.label) + (alone ? " has a relative error of " : " has the smallest relative error, ") +
        error_text(error(best).geometric_mean, error(best).geometric_mean_ci95) +
        ", the geometric mean over the observed samples of " + trajectories_text(scores.trajectories);
    return {
        Verdict::Kind::neutral, sentence + (alone ? "." : "; whether it is better than the others is not tested."), {}};
}

Verdict verdict_of(const std::vector<GateResult>& results) {
    const std::size_t failed = std::ranges::count_if(results, [](const GateResult& r) { return !r.passed; });
    if (failed == 0) return {Verdict::Kind::passed, "Passed: " + counted(results.size(), "limit") + ", all met.", {}};
    Verdict verdict{Verdict::Kind::failed,
                    "Failed: " + std::to_string(failed) + " of " + counted(results.size(), "limit") + " not met.",
                    {}};
    for (const GateResult& result : results)
        if (!result.passed) verdict.more.push_back(printable(gate_text(result)));
    return verdict;
}

std::string verdict_text(const Verdict& verdict, std::size_t width) {
    std::string text = wrapped(verdict.sentence, 2, width);
    for (const std::string& line : verdict.more) text += wrapped("  " + line, 4, width);
    return text;
}

}  // namespace cchnn
