#include "score/ranked_field.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

using Logs = std::vector<double>;
using Terms = std::vector<Term>;

// The metric that ranks go by of each trajectory, where its mean is arithmetic.
Logs metric_values_of(const SubmissionScores& submission, RankChoice by) {
    const Metric::Kind kind = by == RankChoice::crps        ? Metric::Kind::crps
                              : by == RankChoice::structure ? Metric::Kind::structure_error
                                                            : Metric::Kind::energy_score;
    const std::vector<MetricScore>& metrics = submission.metrics;
    const auto found =
        std::ranges::find_if(metrics, [&](const MetricScore& score) { return score.metric.kind == kind; });
    Logs scores;
    for (std::size_t at = found - metrics.begin(); at < submission.values.size(); at += metrics.size())
        scores.push_back(submission.values[at]);
    return scores;
}

double mean_log(const Logs& logs) { return centre_of(logs).mean; }

void add_scaled(Logs& sum, const Logs& numbers, double weight) {
    sum.resize(std::max(sum.size(), numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) sum[i] += weight * numbers[i];
}

// Terms of a group have seeds in common where they have as many.
using SeedGroup = std::pair<std::string, std::size_t>;

std::optional<SeedGroup> seed_group(const Term& term) {
    const std::size_t seeds = term.errors->of_seeds.size();
    return term.errors->varies && seeds > 1 ? std::optional(SeedGroup(term.set->group, seeds)) : std::nullopt;
}

void add_seeds(const Terms& terms, std::vector<Centre>& parts) {
    std::map<SeedGroup, Logs> sums;
    for (const Term& term : terms)
        if (const auto group = seed_group(term)) add_scaled(sums[*group], term.errors->of_seeds, term.weight);
    for (const auto& [group, logs] : sums) parts.push_back(centre_of(logs));
}

void add_trajectories(const Terms& terms, std::vector<Centre>& parts) {
    for (const Term& term : terms) {
        if (!term.errors->varies || term.errors->of_trajectories.size() < 2) continue;
        Logs scaled;
        add_scaled(scaled, term.errors->of_trajectories, term.weight);
        parts.push_back(centre_of(scaled));
    }
}

std::optional<Centre> sum_of(const std::vector<Centre>& parts) {
    const Centre sum = sum_of_variances(0, parts);
    if (!(sum.variance_of_mean > 0) || !(sum.dof > 0) || !std::isfinite(sum.variance_of_mean)) return std::nullopt;
    return sum;
}

bool any_varying(const Terms& terms, const auto& is_so) {
    return std::ranges::any_of(terms, [&](const Term& term) { return term.errors->varies && is_so(*term.errors); });
}

bool is_heavy(const Terms& terms) {
    return any_varying(terms, [](const SetErrors& errors) { return errors.heavy; });
}

bool too_few(const Terms& terms, std::size_t fewest) {
    return any_varying(terms, [&](const SetErrors& errors) { return errors.of_trajectories.size() < fewest; });
}

// Seeds of a group stand with the first of its sets that has them.
void place_seeds(const Terms& terms, Logs PairOnSystem::*seeds, std::vector<PairOnSystem>& pair) {
    std::map<SeedGroup, std::size_t> first;
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const auto group = seed_group(terms[k]);
        if (!group) continue;
        const std::size_t at = first.emplace(*group, k).first->second;
        add_scaled(pair[at].*seeds, terms[k].errors->of_seeds, to_double(terms.size()) * std::abs(terms[k].weight));
    }
}

// A weighted sum over sets as the mean over as many systems of paired_test.hpp: what stands on one is scaled by its
// weight. `b` has the weights of `a` with the other sign.
std::vector<PairOnSystem> pair_on_sets(const Terms& a, const Terms& b) {
    std::vector<PairOnSystem> pair;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const SetErrors &of_a = *a[k].errors, &of_b = *b[k].errors;
        const double scale = to_double(a.size()) * a[k].weight;
        PairOnSystem one{
            {}, {}, {}, of_a.varies ? scale * scale * of_a.rest : 0, of_b.varies ? scale * scale * of_b.rest : 0};
        for (std::size_t i = 0; i < std::max<std::size_t>(a[k].set->trajectories, 1); ++i)
            one.differences.push_back(scale * (of_a.at(i) - of_b.at(i)));
        pair.push_back(std::move(one));
    }
    place_seeds(a, &PairOnSystem::seeds_a, pair);
    place_seeds(b, &PairOnSystem::seeds_b, pair);
    return pair;
}

RankedSet set_of(const SetAnswers& answers, double error_floor, bool shares) {
    RankedSet set;
    set.group = answers.group;
    set.name = answers.name;
    set.weight = answers.weight;
    set.log_floor = std::log(std::max(answers.scores ? answers.scores->truth.typical_bound : 0, error_floor));
    if (shares) set.log_climatology = -std::log(worst_share);
    if (!answers.scores) return set;
    const TruthInfo& truth = answers.scores->truth;
    const double log_unit = shares && truth.climatology_crps > 0 ? std::log(worst_share * truth.climatology_crps) : 0;
    const auto known = [&](double error) {
        return error > 0 ? std::optional(clamped_log_error(std::log(error) - log_unit, set.log_floor)) : std::nullopt;
    };
    set.log_persistence = known(truth.persistence_error);
    if (!shares) set.log_climatology = known(truth.climatology_crps);
    for (const ModelScores& model : answers.scores->models) {
        const SetErrors errors = set_errors(*answers.scores, model, set.log_floor, log_unit);
        set.trajectories = errors.of_trajectories.size();
        set.samples = std::max(set.samples, errors.of_samples.size());
        set.models[model.label] = errors;
    }
    return set;
}

// What is known of all sets, as log_value(); none where a test set does not say it.
std::optional<double> known_level(const RankedField& field, std::optional<double> RankedSet::*known) {
    double sum = 0;
    for (const RankedSet& set : field.sets) {
        const std::optional<double>& log = set.*known;
        if (!log) return std::nullopt;
        sum += set.weight * (field.arithmetic ? std::exp(*log) : *log);
    }
    return field.arithmetic ? std::log(sum) : sum;
}

}  // namespace

std::vector<double> ranked_logs(const SubmissionScores& submission, const MetricChoices& choices) {
    Logs logs = submission.judged_error;
    if (choices.rank_by == RankChoice::start_error && submission.start_error) {
        const StartError& start = *submission.start_error;
        if (start.outcome == StartError::Outcome::found) return start.logs;
        // Below the smallest level is as exact as anybody needs; an error as large as it gets counts as the worst.
        return Logs(logs.size(), start.outcome == StartError::Outcome::below ? -INFINITY : 1);
    }
    if (!by_means(choices.rank_by)) {
        for (double& error : logs) error = std::log(error);
        return logs;
    }
    logs = metric_values_of(submission, choices.rank_by);
    const double mean = mean_of(logs);
    for (double& score : logs) {
        if (!std::isfinite(mean)) score = 1;  // above log 1, as which it counts
        else if (mean == 0) score = -INFINITY;
        else score = std::log(mean) + (score - mean) / mean;
    }
    return logs;
}

bool tail_too_heavy(const SubmissionScores& submission, const MetricChoices& choices) {
    return by_means(choices.rank_by) && !arithmetic_mean_interval(metric_values_of(submission, choices.rank_by));
}

SetErrors set_errors(const Scores& scores, const ModelScores& model, double log_floor, double log_unit) {
    SetErrors errors;
    const double seeds = to_double(model.members.size());
    std::vector<Logs> tables;
    for (const std::size_t member : model.members) {
        Logs logs = ranked_logs(scores.submissions[member], scores.choices);
        for (double& log : logs) log -= log_unit;
        errors.heavy = errors.heavy || tail_too_heavy(scores.submissions[member], scores.choices);
        errors.of_trajectories.resize(logs.size());
        for (std::size_t i = 0; i < logs.size(); ++i) errors.of_trajectories[i] += logs[i] / seeds;
        errors.of_seeds.push_back(mean_log(logs));
        tables.push_back(std::move(logs));
    }
    const double log_error = mean_log(errors.of_seeds);
    errors.level = clamped_log_error(log_error, log_floor);
    errors.varies = errors.level == log_error;
    errors.rest = rest_variance(tables);
    errors.of_samples = median_logs(scores, model);
    errors.of_parts = part_logs(scores, model);
    errors.failed = model.failed;
    errors.still = model.persistence;
    return errors;
}

const SetErrors& RankedSet::of(const std::string& model) const {
    static const SetErrors no_answer;
    const auto found = models.find(model);
    return found == models.end() ? no_answer : found->second;
}

RankedField ranked_field(const std::vector<SetAnswers>& answers, const MetricChoices& choices, bool shares) {
    RankedField field;
    for (const SetAnswers& one : answers) {
        field.sets.push_back(set_of(one, choices.error_floor, shares));
        if (one.scores) field.scores.push_back(one.scores);
    }
    if (choices.rank_by == RankChoice::structure) field.take_arithmetic_means(kinds_of(field.scores));
    return field;
}

std::map<std::string, ModelKind> kinds_of(const std::vector<const Scores*>& all) {
    std::map<std::string, ModelKind> kinds;
    for (const Scores* scores : all)
        for (const ModelScores& model : scores->models) {
            ModelKind& kind = kinds.try_emplace(model.label, ModelKind{model.reference, model.naive}).first->second;
            kind.reference = kind.reference && model.reference;
            if (kind.naive != model.naive) kind.naive = "";
        }
    return kinds;
}

std::vector<Term> RankedField::terms(const std::string& model, double sign) const {
    Terms terms;
    for (const RankedSet& set : sets) terms.push_back({&set, &set.of(model), sign * set.weight});
    return terms;
}

void RankedField::take_arithmetic_means(const std::map<std::string, ModelKind>& models) {
    arithmetic = true;
    for (const auto& [model, kind] : models) {
        double mean = 0;
        for (const RankedSet& set : sets) mean += set.weight * std::exp(set.of(model).level);
        for (RankedSet& set : sets) {
            SetErrors& errors = set.models[model];
            const double part = errors.varies ? std::exp(errors.level) / mean : 0, centre = errors.level;
            for (Logs* logs : {&errors.of_seeds, &errors.of_trajectories})
                for (double& log : *logs) log = std::log(mean) + (part > 0 ? part * (log - centre) : 0);
            errors.level = std::log(mean);
            errors.rest *= part * part;
        }
    }
}

double log_value(const Terms& terms) {
    double sum = 0;
    for (const Term& term : terms) sum += term.weight * term.errors->level;
    return sum;
}

std::optional<double> half_width(const Terms& terms, std::size_t fewest_trajectories) {
    if (too_few(terms, fewest_trajectories) || is_heavy(terms)) return std::nullopt;
    std::vector<Centre> parts;
    add_seeds(terms, parts);
    add_trajectories(terms, parts);
    const auto sum = sum_of(parts);
    if (!sum) return std::nullopt;
    return student_t_95(sum->dof) * std::sqrt(sum->variance_of_mean);
}

std::optional<Interval> value_interval(const Terms& terms, std::size_t fewest_trajectories) {
    const auto off = half_width(terms, fewest_trajectories);
    if (!off) return std::nullopt;
    const double middle = log_value(terms);
    double least = 0;
    for (const Term& term : terms) least += term.weight * term.set->log_floor;
    return Interval{std::exp(std::max(middle - *off, least)), std::exp(std::min(middle + *off, 0.0))};
}

PairedTest::Of kind_of(const Terms& terms) {
    bool single = true, methods = true;
    for (const Term& term : terms) {
        const std::size_t seeds = term.errors->of_seeds.size();
        single = single && seeds <= 1;
        methods = methods && (seeds == 0 || seeds >= fewest_seeds);
    }
    return single ? PairedTest::Of::models : methods ? PairedTest::Of::methods : PairedTest::Of::too_few_seeds;
}

PairedTest paired_test(const RankedField& field, const std::string& a, const std::string& b,
                       const MetricChoices& choices) {
    const Terms of_a = field.terms(a), of_b = field.terms(b, -1);
    Terms both = of_a;
    both.insert(both.end(), of_b.begin(), of_b.end());
    const std::uint32_t flips = too_few(both, field.fewest_trajectories) ? 0 : choices.resamples;
    PairedTest test = compare_pair(pair_on_sets(of_a, of_b), kind_of(both), {flips, choices.bootstrap_seed});
    if (is_heavy(both)) test.ratio_ci95.reset();
    return test;
}

// A set that a model does not answer counts as log 1 at every sample and on every part.
Rival rival_of(const Terms& terms) {
    Rival rival{log_value(terms), {}, 0};
    for (const Term& term : terms) {
        for (std::size_t i = 0; i < term.set->trajectories; ++i) rival.of_trajectories.push_back(term.errors->at(i));
        Logs samples = term.errors->of_samples;
        samples.resize(term.set->samples);
        rival.of_samples.insert(rival.of_samples.end(), samples.begin(), samples.end());
        std::size_t parts = term.errors->of_parts.size();
        for (const auto& one : term.set->models) parts = std::max(parts, one.second.of_parts.size());
        rival.of_parts.push_back(term.errors->of_parts);
        rival.of_parts.back().resize(parts);
        const FailedShare& failed = term.errors->failed;
        const double most = to_double(std::max<std::uint64_t>(failed.trajectories, 1));
        rival.failed += term.weight * (term.errors->answered() ? to_double(failed.failed) / most : 1);
    }
    return rival;
}

std::vector<RankDraws> draws_of(const RankedField& field, const std::vector<std::string>& models, const Copies& copies,
                                const Unordered& unordered, const MetricChoices& choices) {
    std::vector<DrawnSet> sets;
    for (const RankedSet& set : field.sets) {
        sets.push_back({set.weight, set.log_floor, set.trajectories, {}});
        for (const std::string& model : models) {
            const SetErrors& errors = set.of(model);
            sets.back().models.push_back(
                {errors.of_trajectories, errors.answered() ? mean_log(errors.of_seeds) : errors.level});
        }
    }
    std::vector<std::optional<Centre>> seeds;
    for (const std::string& model : models) {
        std::vector<Centre> parts;
        add_seeds(field.terms(model), parts);
        seeds.push_back(sum_of(parts));
    }
    return rank_draws(sets, seeds, copies, unordered, choices);
}

std::string persistence_of(const RankedField& field, const std::string& model) {
    const Terms terms = field.terms(model);
    const bool answered = std::ranges::any_of(terms, [](const Term& t) { return t.errors->answered(); });
    const bool moves =
        std::ranges::any_of(terms, [](const Term& t) { return t.errors->answered() && !t.errors->still; });
    if (answered && !moves) return "persistence";
    const double own = log_value(terms);
    const auto kept = known_level(field, &RankedSet::log_persistence),
               drawn = known_level(field, &RankedSet::log_climatology);
    if (kept && own >= *kept) return "no better than persistence";
    return drawn && own >= *drawn ? "no better than climatology" : "";
}

}  // namespace cchnn
