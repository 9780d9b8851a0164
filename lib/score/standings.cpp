#include "score/standings.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

// Logarithms of the errors of one model on one system.
struct Errors {
    Numbers of_seeds;         // the mean over trajectories of each training seed; none without a submission
    Numbers of_trajectories;  // (N) means over seeds
    double level = 0;         // log max(E, f) of (1)
    bool varies = false;      // the level is E: neither the floor nor the worst value
    double rest = 0;          // rest_variance
    double failed = 1;        // share of trajectories
    bool heavy = false;       // the tail of a score is too heavy for an interval
    Numbers of_samples = {};  // median_logs(), and log 1 without a submission
};

// One system of the field, with log f_s of (2).
struct System {
    double log_floor = 0;
    std::size_t trajectories = 0;
    std::vector<Errors> models;  // one for each model of the field
};

// The models that are ranked and the systems that they are ranked on; models are in the order of their names.
struct Field {
    std::vector<std::string> models;
    std::vector<System> systems;
};

// A score of ensembles of each trajectory.
Numbers ensemble_scores_of(const SubmissionScores& submission, RankChoice by) {
    const Metric::Kind kind = by == RankChoice::crps ? Metric::Kind::crps : Metric::Kind::energy_score;
    const std::vector<MetricScore>& metrics = submission.metrics;
    const auto found = std::find_if(metrics.begin(), metrics.end(),
                                    [&](const MetricScore& score) { return score.metric.kind == kind; });
    Numbers scores;
    for (std::size_t at = found - metrics.begin(); at < submission.values.size(); at += metrics.size())
        scores.push_back(submission.values[at]);
    return scores;
}

// The log errors of a model on one system that it answers.
Errors errors_of(const Scores& scores, const ModelScores& model, double log_floor) {
    Errors errors;
    const double seeds = to_double(model.members.size());
    std::vector<Numbers> tables;
    for (const std::size_t member : model.members) {
        Numbers logs = ranked_logs(scores.submissions[member], scores.choices);
        errors.of_trajectories.resize(logs.size());
        errors.heavy = errors.heavy || tail_too_heavy(scores.submissions[member], scores.choices);
        for (std::size_t i = 0; i < logs.size(); ++i) errors.of_trajectories[i] += logs[i] / seeds;
        errors.of_seeds.push_back(mean_of(logs));
        tables.push_back(std::move(logs));
    }
    errors.rest = rest_variance(tables);
    const double log_error = mean_of(errors.of_seeds);
    errors.level = clamped_log_error(log_error, log_floor);
    errors.varies = errors.level == log_error;
    errors.of_samples = median_logs(scores, model);
    errors.failed = to_double(model.failed.failed) / to_double(std::max<std::uint64_t>(model.failed.trajectories, 1));
    return errors;
}

std::vector<std::string> names_of(const std::vector<Scores>& systems) {
    std::vector<std::string> names;
    for (const Scores& scores : systems)
        for (const ModelScores& model : scores.models)
            if (model.ranked() && std::find(names.begin(), names.end(), model.label) == names.end())
                names.push_back(model.label);
    std::sort(names.begin(), names.end());
    return names;
}

Field field_of(const std::vector<Scores>& systems, double error_floor) {
    Field field{names_of(systems), {}};
    for (const Scores& scores : systems) {
        System system{std::log(std::max(scores.truth.typical_bound, error_floor)), 0, {}};
        system.models.resize(field.models.size());
        for (const ModelScores& model : scores.models) {
            if (!model.ranked()) continue;
            const auto place = std::lower_bound(field.models.begin(), field.models.end(), model.label);
            Errors& errors = system.models[place - field.models.begin()];
            errors = errors_of(scores, model, system.log_floor);
            system.trajectories = errors.of_trajectories.size();
        }
        std::size_t samples = 0;
        for (const Errors& errors : system.models) samples = std::max(samples, errors.of_samples.size());
        for (Errors& errors : system.models) errors.of_samples.resize(samples);
        field.systems.push_back(std::move(system));
    }
    return field;
}

// (1), as a logarithm.
double log_error_of(const Field& field, std::size_t m) {
    double sum = 0;
    for (const System& system : field.systems) sum += system.models[m].level;
    return sum / to_double(field.systems.size());
}

// Adds the variance of a mean over one system to those of a mean over `systems` of them.
void add_part(std::vector<Centre>& parts, const Numbers& numbers, double systems) {
    if (numbers.size() < 2) return;
    Centre part = centre_of(numbers);
    part.variance_of_mean /= systems * systems;
    parts.push_back(part);
}

std::optional<Centre> sum_of(const std::vector<Centre>& parts) {
    const Centre sum = sum_of_variances(0, parts);
    if (!(sum.variance_of_mean > 0) || !(sum.dof > 0) || !std::isfinite(sum.variance_of_mean)) return std::nullopt;
    return sum;
}

// The part of the variance of (1) that comes from training seeds; none if they do not vary.
std::optional<Centre> variance_of_seeds(const Field& field, std::size_t m) {
    std::vector<Centre> parts;
    for (const System& system : field.systems)
        if (system.models[m].varies) add_part(parts, system.models[m].of_seeds, to_double(field.systems.size()));
    return sum_of(parts);
}

// The interval of (1), cut off at the floor and at 1, which no error passes.
std::optional<Interval> interval_of(const Field& field, std::size_t m) {
    const double count = to_double(field.systems.size());
    double least = 0;
    std::vector<Centre> parts;
    for (const System& system : field.systems) {
        least += system.log_floor / count;
        if (!system.models[m].varies) continue;
        if (system.models[m].heavy) return std::nullopt;
        add_part(parts, system.models[m].of_seeds, count);
        add_part(parts, system.models[m].of_trajectories, count);
    }
    const auto variance = sum_of(parts);
    if (!variance) return std::nullopt;
    const double centre = log_error_of(field, m),
                 off = student_t_95(variance->dof) * std::sqrt(variance->variance_of_mean);
    return Interval{std::exp(std::max(centre - off, least)), std::exp(std::min(centre + off, 0.0))};
}

// Log error of trajectory i. Where a whole system counts as the floor or as the worst value, that value.
double log_error_at(const Errors& errors, std::size_t i) {
    return errors.varies ? errors.of_trajectories[i] : errors.level;
}

Numbers seeds_that_vary(const Errors& errors) { return errors.varies ? errors.of_seeds : Numbers{}; }

// The differences of two models for their paired test. On a system that a model does not answer, its errors count as 1.
std::vector<PairOnSystem> pair_on_systems(const Field& field, std::size_t a, std::size_t b) {
    std::vector<PairOnSystem> pair;
    for (const System& system : field.systems) {
        const Errors &of_a = system.models[a], &of_b = system.models[b];
        Numbers d;
        for (std::size_t i = 0; i < std::max<std::size_t>(system.trajectories, 1); ++i)
            d.push_back(log_error_at(of_a, i) - log_error_at(of_b, i));
        pair.push_back({std::move(d), seeds_that_vary(of_a), seeds_that_vary(of_b), of_a.varies ? of_a.rest : 0,
                        of_b.varies ? of_b.rest : 0});
    }
    return pair;
}

// Whether no interval of the ratio of two models would cover.
bool is_heavy(const Field& field, std::size_t a, std::size_t b) {
    return std::any_of(field.systems.begin(), field.systems.end(),
                       [&](const System& system) { return system.models[a].heavy || system.models[b].heavy; });
}

// What a comparison of two models is of: single training runs, or methods of three seeds or more wherever errors vary.
PairedTest::Of kind_of_pair(const Field& field, std::size_t a, std::size_t b) {
    bool single = true, methods = true;
    for (const System& system : field.systems)
        for (const std::size_t m : {a, b}) {
            const std::size_t seeds = system.models[m].of_seeds.size();
            single = single && seeds <= 1;
            methods = methods && (seeds == 0 || seeds >= fewest_seeds);
        }
    return single ? PairedTest::Of::models : methods ? PairedTest::Of::methods : PairedTest::Of::too_few_seeds;
}

// Which pairs have no order over all systems (ranks.hpp (3)). A system that a model does not answer is failed.
Unordered unordered_in(const Field& field, const Numbers& levels, RankChoice by) {
    std::vector<Rival> rivals;
    for (std::size_t m = 0; m < field.models.size(); ++m) {
        Rival rival{levels[m], {}, 0};
        for (const System& system : field.systems) {
            for (std::size_t i = 0; i < system.trajectories; ++i)
                rival.of_trajectories.push_back(log_error_at(system.models[m], i));
            const Numbers& samples = system.models[m].of_samples;
            rival.of_samples.insert(rival.of_samples.end(), samples.begin(), samples.end());
            rival.failed += system.models[m].failed / to_double(field.systems.size());
        }
        rivals.push_back(std::move(rival));
    }
    return unordered_pairs(rivals, by);
}

std::vector<RankDraws> draws_of(const Field& field, const Copies& copies, const Unordered& unordered,
                                const MetricChoices& choices) {
    std::vector<DrawnSet> sets;
    for (const System& system : field.systems) {
        DrawnSet set{1 / to_double(field.systems.size()), system.log_floor, system.trajectories, {}};
        for (const Errors& errors : system.models)
            set.models.push_back({errors.of_trajectories, errors.of_seeds.empty() ? 0 : mean_of(errors.of_seeds)});
        sets.push_back(std::move(set));
    }
    std::vector<std::optional<Centre>> seeds;
    for (std::size_t m = 0; m < field.models.size(); ++m) seeds.push_back(variance_of_seeds(field, m));
    return rank_draws(sets, seeds, copies, unordered, choices);
}

std::vector<const Scores*> pointers_to(const std::vector<Scores>& systems) {
    std::vector<const Scores*> all;
    for (const Scores& scores : systems) all.push_back(&scores);
    return all;
}

// Tests every model against the first one, except its copies, with Holm's correction over these tests.
void compare_with_first(const Field& field, const std::vector<std::size_t>& order, const Copies& copies,
                        const FlipChoices& flips, std::vector<Standing>& all) {
    Numbers p_values;
    std::vector<bool> counts;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (copies[order[k]][order[0]]) continue;
        all[k].against_first =
            compare_pair(pair_on_systems(field, order[k], order[0]), kind_of_pair(field, order[k], order[0]), flips);
        if (is_heavy(field, order[k], order[0])) all[k].against_first->ratio_ci95.reset();
        if (!all[k].against_first->p_value) continue;
        p_values.push_back(*all[k].against_first->p_value);
        counts.push_back(all[k].same_as.empty());
    }
    const Numbers corrected = holm(p_values, counts);
    std::size_t next = 0;
    for (Standing& standing : all)
        if (standing.against_first && standing.against_first->p_value) standing.p_holm = corrected[next++];
}

Numbers counted_logs(const System& system, std::size_t m) {
    Numbers logs;
    for (std::size_t i = 0; i < std::max<std::size_t>(system.trajectories, 1); ++i)
        logs.push_back(clamped_log_error(log_error_at(system.models[m], i), system.log_floor));
    std::sort(logs.begin(), logs.end());
    return logs;
}

// (5) of the header.
double interquartile_mean(const Field& field, std::size_t m) {
    Numbers all;
    for (const System& system : field.systems) {
        const Numbers logs = counted_logs(system, m);
        all.insert(all.end(), logs.begin(), logs.end());
    }
    std::sort(all.begin(), all.end());
    const std::size_t cut = all.size() / 4;
    return std::exp(mean_of({all.begin() + cut, all.end() - cut}));
}

// (6) of the header.
double improvement(const Field& field, std::size_t m, std::size_t other) {
    double sum = 0;
    for (const System& system : field.systems) {
        const Numbers own = counted_logs(system, m), its = counted_logs(system, other);
        double larger = 0;  // of the other model, equal ones half
        for (const double log : own) {
            const auto [low, high] = std::equal_range(its.begin(), its.end(), log);
            larger += static_cast<double>(its.end() - high) + static_cast<double>(high - low) / 2;
        }
        sum += larger / to_double(own.size()) / to_double(its.size());
    }
    return sum / to_double(field.systems.size());
}

// Indices of the models by error, equal ones by name, and a copy after its original. Where it is known what arrived
// first, a copy has the place of its original, whatever its own error is.
std::vector<std::size_t> order_of(const Numbers& levels, const Field& field, const std::vector<const Scores*>& sets,
                                  Arrival arrival) {
    std::vector<std::tuple<double, bool, std::size_t>> keys;
    for (std::size_t m = 0; m < levels.size(); ++m) {
        const std::string original = original_of(field.models[m], sets);
        const auto at = std::find(field.models.begin(), field.models.end(), original);
        const bool placed = arrival == Arrival::known && at != field.models.end();
        keys.push_back({placed ? levels[at - field.models.begin()] : levels[m], !original.empty(), m});
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::size_t> order;
    for (const auto& key : keys) order.push_back(std::get<2>(key));
    return order;
}

// Of the error of persistence over all systems, in the sense of (1); 1 where a test set does not have it.
double persistence_level(const Field& field, const std::vector<Scores>& systems) {
    double logs = 0;
    for (std::size_t s = 0; s < systems.size(); ++s) {
        const double kept = systems[s].truth.persistence_error;
        logs += kept > 0 ? clamped_log_error(std::log(kept), field.systems[s].log_floor) : 0;
    }
    return logs / to_double(systems.size());
}

// By CRPS, over all systems.
bool no_better_than_climatology(const Field& field, std::size_t m, const std::vector<Scores>& systems) {
    double logs = 0;
    for (std::size_t s = 0; s < systems.size(); ++s) {
        if (!(systems[s].truth.climatology_crps > 0)) return false;
        logs += clamped_log_error(std::log(systems[s].truth.climatology_crps), field.systems[s].log_floor);
    }
    return log_error_of(field, m) >= logs / to_double(systems.size());
}

std::string persistence_of(const Field& field, std::size_t m, const std::vector<Scores>& systems) {
    bool still = true, known = true;
    for (const Scores& scores : systems) {
        known = known && scores.truth.persistence_error > 0;
        for (const ModelScores& model : scores.models)
            if (model.ranked() && model.label == field.models[m]) still = still && model.persistence;
    }
    if (still) return "persistence";
    if (known && log_error_of(field, m) >= persistence_level(field, systems)) return "no better than persistence";
    return no_better_than_climatology(field, m, systems) ? "no better than climatology" : "";
}

// Trajectories of all systems that the model answers, and none of those that it does not.
FailedShare failed_over(const std::vector<Scores>& systems, const std::string& name) {
    std::vector<const FailedShare*> parts;
    for (const Scores& scores : systems)
        for (const ModelScores& model : scores.models)
            if (model.ranked() && model.label == name) parts.push_back(&model.failed);
    return pooled(parts);
}

Standing standing_of(const Field& field, std::size_t m, const std::vector<Scores>& systems) {
    Standing standing;
    standing.model = field.models[m];
    standing.error = std::exp(log_error_of(field, m));
    standing.same_as = original_of(field.models[m], pointers_to(systems));
    standing.persistence = persistence_of(field, m, systems);
    standing.failed = failed_over(systems, field.models[m]);
    for (std::size_t s = 0; s < systems.size(); ++s)
        if (field.systems[s].models[m].of_seeds.empty()) standing.missing.push_back(systems[s].truth.system);
    return standing;
}

// Which ranked models of one system have no order.
Unordered unordered_models(const Scores& scores, const std::vector<std::size_t>& ranked, const Numbers& levels) {
    std::vector<Rival> rivals;
    for (std::size_t k = 0; k < ranked.size(); ++k) {
        const Errors errors = errors_of(scores, scores.models[ranked[k]], -INFINITY);
        rivals.push_back({levels[k], errors.of_trajectories, errors.failed, errors.of_samples});
    }
    return unordered_pairs(rivals, scores.choices.rank_by);
}

}  // namespace

const MetricScore& shown_error(const ModelScores& model) {
    for (const MetricScore& score : model.metrics)
        if (score.metric.kind == Metric::Kind::kinetic_error) return score;
    return model.metrics.front();
}

const char* shown_words(RankChoice by) { return words(by == RankChoice::kinetic ? by : RankChoice::error); }

bool tail_too_heavy(const SubmissionScores& submission, const MetricChoices& choices) {
    return of_ensembles(choices.rank_by) && !arithmetic_mean_interval(ensemble_scores_of(submission, choices.rank_by));
}

bool too_regular(const Scores& scores) {
    return scores.choices.rank_by == RankChoice::start_error &&
           std::any_of(scores.models.begin(), scores.models.end(), [](const ModelScores& model) {
               return model.ranked() && model.start_error &&
                      model.start_error->outcome == StartError::Outcome::too_regular;
           });
}

std::vector<double> ranked_logs(const SubmissionScores& submission, const MetricChoices& choices) {
    Numbers logs = submission.judged_error;
    if (choices.rank_by == RankChoice::start_error && submission.start_error) {
        const StartError& start = *submission.start_error;
        if (start.outcome == StartError::Outcome::found) return start.logs;
        // Below the smallest level is as exact as anybody needs; an error as large as it gets counts as the worst.
        return Numbers(logs.size(), start.outcome == StartError::Outcome::below ? -INFINITY : 1);
    }
    if (!of_ensembles(choices.rank_by)) {
        for (double& error : logs) error = std::log(error);
        return logs;
    }
    logs = ensemble_scores_of(submission, choices.rank_by);
    const double mean = mean_of(logs);
    for (double& score : logs) {
        if (!std::isfinite(mean)) score = 1;  // above log 1, as which it counts
        else if (mean == 0) score = -INFINITY;
        else score = std::log(mean) + (score - mean) / mean;
    }
    return logs;
}

double ranked_level(const Scores& scores, const ModelScores& model) {
    if (!of_ensembles(scores.choices.rank_by) && scores.choices.rank_by != RankChoice::start_error) return model.judged;
    double level = 0;
    for (const std::size_t member : model.members)
        level += mean_of(ranked_logs(scores.submissions[member], scores.choices));
    return level / static_cast<double>(model.members.size());
}

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices, Arrival arrival) {
    if (std::any_of(systems.begin(), systems.end(), too_regular)) {
        std::vector<Scores> others;
        std::remove_copy_if(systems.begin(), systems.end(), std::back_inserter(others), too_regular);
        return standings(others, choices, arrival);
    }
    const Field field = field_of(systems, choices.error_floor);
    const std::vector<const Scores*> sets = pointers_to(systems);
    Numbers levels;
    for (std::size_t m = 0; m < field.models.size(); ++m) levels.push_back(log_error_of(field, m));
    const std::vector<std::size_t> order = order_of(levels, field, sets, arrival);
    const Copies copies = copies_over(field.models, sets);
    const Unordered unordered = unordered_in(field, levels, choices.rank_by);
    const std::vector<Place> places = places_of(levels, copies, unordered);
    const bool varied = choices.resamples > 0, drawn = varied && field.models.size() > 1;  // one alone is no first
    const std::vector<RankDraws> ranks = drawn ? draws_of(field, copies, unordered, choices) : std::vector<RankDraws>{};
    std::vector<Standing> all;
    for (const std::size_t m : order) {
        all.push_back(standing_of(field, m, systems));
        all.back().rank = places[m].rank();
        all.back().error_ratio = all.back().error / all.front().error;
        all.back().unordered = unordered.pairs[m][order.front()];
        all.back().interquartile_mean = interquartile_mean(field, m);
        if (m != order.front()) all.back().improvement = improvement(field, m, order.front());
        if (varied) all.back().error_ci95 = interval_of(field, m);
        if (drawn) all.back().draws = ranks[m];
    }
    compare_with_first(field, order, copies, {choices.resamples, choices.bootstrap_seed}, all);
    return all;
}

std::vector<RankedModel> ranked_models(const Scores& scores) {
    std::vector<std::size_t> ranked;
    std::vector<RankedModel> order;
    Numbers levels;
    for (std::size_t m = 0; m < scores.models.size(); ++m) {
        if (!scores.models[m].ranked()) order.push_back({m, {}});
        else {
            ranked.push_back(m);
            levels.push_back(ranked_level(scores, scores.models[m]));
        }
    }
    const Copies all = copies_in(scores);
    Copies copies(ranked.size(), std::vector<bool>(ranked.size()));
    for (std::size_t a = 0; a < ranked.size(); ++a)
        for (std::size_t b = 0; b < ranked.size(); ++b) copies[a][b] = all[ranked[a]][ranked[b]];
    const Unordered unordered = unordered_models(scores, ranked, levels);
    const std::vector<Place> places = places_of(levels, copies, unordered);
    const std::size_t first = std::min_element(levels.begin(), levels.end()) - levels.begin();
    std::vector<RankedModel> models;
    for (std::size_t i = 0; i < ranked.size(); ++i)
        models.push_back({ranked[i], places[i].rank(), unordered.pairs[i][first]});
    std::stable_sort(models.begin(), models.end(), [&](const RankedModel& a, const RankedModel& b) {
        return ranked_level(scores, scores.models[a.model]) < ranked_level(scores, scores.models[b.model]);
    });
    order.insert(order.end(), models.begin(), models.end());
    return order;
}

}  // namespace cchnn
