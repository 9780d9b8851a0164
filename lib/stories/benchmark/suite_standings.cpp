#include "stories/benchmark/suite_standings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/counted.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

constexpr std::size_t fewest_trajectories = 5;  // for an interval

// Levels of the start error (four times its log10) -> log error of the true motion.
using TruthLevels = std::map<long, double>;

// Levels of the start error that were measured for any model.
TruthLevels truth_of(const Scores& scores, double log_floor) {
    TruthLevels truth;
    // Start errors are of kinetic errors, which relative ones resemble.
    if (scores.choices.rank_by != RankChoice::kinetic && scores.choices.rank_by != RankChoice::error) return truth;
    for (const ModelScores& model : scores.models)
        if (const auto& start = model.start_error)
            for (std::size_t k = 0; k < start->levels.size(); ++k)
                truth[std::lround(4 * std::log10(start->levels[k]))] =
                    clamped_log_error(std::log(start->errors[k]), log_floor);
    return truth;
}

std::vector<std::string> splits_of(const SuiteTaskAnswers& task, bool out) {
    std::vector<std::string> splits;
    for (const std::string& split : task.splits)
        if ((split != in_distribution) == out) splits.push_back(split);
    return splits;
}

// The splits of one side of the tasks, with the weights of (1).
std::vector<SetAnswers> side_of(const std::vector<SuiteTaskAnswers>& tasks, bool out) {
    std::vector<SetAnswers> side;
    for (const SuiteTaskAnswers& task : tasks) {
        const std::vector<std::string> splits = splits_of(task, out);
        for (const std::string& split : splits) {
            const auto answered = task.scores.find(split);
            side.push_back({task.name, task.name + "/" + split, 1 / to_double(tasks.size()) / to_double(splits.size()),
                            answered == task.scores.end() ? nullptr : &answered->second});
        }
    }
    return side;
}

// Of the true motion over the splits of one side, at the levels that all of them have.
TruthLevels start_errors(const std::vector<SetAnswers>& side, const RankedField& field) {
    TruthLevels sums;
    std::map<long, std::size_t> times;
    for (std::size_t k = 0; k < side.size(); ++k) {
        if (!side[k].scores) continue;
        for (const auto& [level, error] : truth_of(*side[k].scores, field.sets[k].log_floor)) {
            sums[level] += side[k].weight * error;
            ++times[level];
        }
    }
    std::erase_if(sums, [&](const auto& one) { return times[one.first] < side.size(); });
    return sums;
}

std::vector<TruePhysics> from_start_errors(const TruthLevels& in, const TruthLevels& out) {
    std::vector<TruePhysics> line;
    for (const auto& [level, error] : in)
        if (const auto at = out.find(level); at != out.end()) line.push_back({std::exp(error), std::exp(at->second)});
    return line;
}

std::vector<TruePhysics> from_references(const std::vector<SuiteStanding>& models) {
    std::vector<TruePhysics> line;
    for (const SuiteStanding& one : models)
        if (one.kind.reference && one.out.missing.empty()) line.push_back({one.in, one.out.error});
    std::ranges::sort(line, {}, &TruePhysics::in);
    return line;
}

// Start errors need motions that do not forget where they began.
std::vector<SuiteTaskAnswers> without_too_regular(std::vector<SuiteTaskAnswers> tasks) {
    for (SuiteTaskAnswers& task : tasks)
        std::erase_if(task.splits, [&](const std::string& split) {
            const auto scores = task.scores.find(split);
            if (scores == task.scores.end() || !too_regular(scores->second)) return false;
            task.scores.erase(scores);
            return true;
        });
    std::erase_if(tasks, [](const SuiteTaskAnswers& task) { return task.scores.empty(); });
    return tasks;
}

// Splits of all tasks that count without an answer of the model, in their order.
std::vector<std::string> missing_of(const std::vector<SuiteTaskAnswers>& counted, const std::string& model) {
    std::vector<std::string> missing;
    for (const SuiteTaskAnswers& task : counted)
        for (const std::string& split : task.splits) {
            const auto scores = task.scores.find(split);
            const bool answered =
                scores != task.scores.end() &&
                std::ranges::any_of(scores->second.models, [&](const ModelScores& one) { return one.label == model; });
            if (!answered) missing.push_back(task.name + "/" + split);
        }
    return missing;
}

// Adds what a suite says beside the standing of its leading side: the other side and (3). Errors of standings are
// shares of `worst`.
SuiteStanding with_sides(Standing standing, const RankedField& in, const RankedField& lead, double worst) {
    SuiteStanding found;
    found.out = std::move(standing);
    const std::string& model = found.out.model;
    const auto scaled = [&](const std::optional<Interval>& of) {
        return of ? std::optional(Interval{worst * of->low, worst * of->high}) : std::nullopt;
    };
    std::vector<Term> both = in.terms(model, -1);
    const std::vector<Term> out = lead.terms(model);
    both.insert(both.end(), out.begin(), out.end());
    found.out.error *= worst;
    found.out.error_ci95 = scaled(value_interval(out, fewest_trajectories));
    found.in = worst * std::exp(log_value(in.terms(model)));
    found.in_ci95 = scaled(value_interval(in.terms(model), fewest_trajectories));
    found.of = kind_of(both);
    found.over_in.ratio = found.out.error / found.in;
    if (const auto off = half_width(both, fewest_trajectories); off && &in != &lead)
        found.over_in.ci95 = Interval{std::exp(log_value(both) - *off), std::exp(log_value(both) + *off)};
    return found;
}

}  // namespace

SuiteStandings suite_standings(const std::vector<SuiteTaskAnswers>& answered, const MetricChoices& choices) {
    std::vector<SuiteTaskAnswers> regular, with_out;
    if (choices.rank_by == RankChoice::start_error) regular = without_too_regular(answered);
    const std::vector<SuiteTaskAnswers>& tasks = choices.rank_by == RankChoice::start_error ? regular : answered;
    for (const SuiteTaskAnswers& task : tasks)
        if (task.splits.size() > 1) with_out.push_back(task);
    const bool by_out = !with_out.empty();
    const std::vector<SuiteTaskAnswers>& counted = by_out ? with_out : tasks;
    std::vector<const Scores*> all;  // copies are sought on all that was answered
    for (const SuiteTaskAnswers& task : tasks)
        for (const auto& [split, scores] : task.scores) all.push_back(&scores);
    const std::map<std::string, ModelKind> kinds = kinds_of(all);
    const bool shares = choices.rank_by == RankChoice::crps;
    const auto field_of = [&](const std::vector<SetAnswers>& side) {
        RankedField field = ranked_field(side, choices, shares);
        field.fewest_trajectories = fewest_trajectories;
        field.scores = all;
        if (shares) field.take_arithmetic_means(kinds);
        return field;
    };
    const std::vector<SetAnswers> side_in = side_of(counted, false), side_out = side_of(counted, true);
    const RankedField in = field_of(side_in), out = field_of(side_out), in_everywhere = field_of(side_of(tasks, false));
    const RankedField& lead = by_out ? out : in;
    SuiteStandings found;
    found.ranked_by = choices.rank_by;
    found.members = choices.members;
    if (shares) found.worst = worst_share;
    found.tasks = counted.size();
    found.splits = out.sets.size();

    std::vector<std::string> ranked;
    std::vector<double> ties;
    for (const auto& [model, kind] : kinds) {
        if (!kind.ranked()) continue;
        ranked.push_back(model);
        ties.push_back(log_value(in_everywhere.terms(model)));
    }
    for (Standing& standing : standings(lead, ranked, choices, Arrival::unknown, ties))
        found.models.push_back(with_sides(std::move(standing), in, lead, found.worst));
    for (const auto& [model, kind] : kinds) {
        if (kind.ranked()) continue;
        found.models.push_back(with_sides(unranked_standing(lead, model), in, lead, found.worst));
        found.models.back().kind = kind;
    }
    for (SuiteStanding& one : found.models) one.out.missing = missing_of(counted, one.out.model);
    std::stable_sort(found.models.begin() + count_of(ranked), found.models.end(),
                     [](const SuiteStanding& a, const SuiteStanding& b) { return a.out.error < b.out.error; });
    if (!by_out) return found;
    found.truth = from_start_errors(start_errors(side_in, in), start_errors(side_out, out));
    if (found.truth.size() < 2) found.truth = from_references(found.models);
    return found;
}

}  // namespace cchnn
