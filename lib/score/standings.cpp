#include "score/standings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

// One set a system. Their names may be equal: groups of training seeds are those of one system.
RankedField field_of(const std::vector<Scores>& systems, const MetricChoices& choices) {
    std::vector<SetAnswers> answers;
    for (const Scores& scores : systems)
        answers.push_back(
            {std::to_string(answers.size()), scores.truth.system, 1 / to_double(systems.size()), &scores});
    return ranked_field(answers, choices);
}

// Tests every model against the first one, except its copies, with Holm's correction over these tests.
void compare_with_first(const RankedField& field, const std::vector<std::string>& models, const Copies& copies,
                        const std::vector<std::size_t>& order, const MetricChoices& choices,
                        std::vector<Standing>& all) {
    Numbers p_values;
    std::vector<bool> counts;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (copies[order[k]][order[0]]) continue;
        all[k].against_first = paired_test(field, models[order[k]], models[order[0]], choices);
        if (!all[k].against_first->p_value) continue;
        p_values.push_back(*all[k].against_first->p_value);
        counts.push_back(all[k].same_as.empty());
    }
    const Numbers corrected = holm(p_values, counts);
    std::size_t next = 0;
    for (Standing& standing : all)
        if (standing.against_first && standing.against_first->p_value) standing.p_holm = corrected[next++];
}

Numbers counted_logs(const RankedSet& set, const std::string& model) {
    Numbers logs;
    for (std::size_t i = 0; i < std::max<std::size_t>(set.trajectories, 1); ++i)
        logs.push_back(clamped_log_error(set.of(model).at(i), set.log_floor));
    std::ranges::sort(logs);
    return logs;
}

// (5) of the header.
double interquartile_mean(const RankedField& field, const std::string& model) {
    Numbers all;
    for (const RankedSet& set : field.sets) {
        const Numbers logs = counted_logs(set, model);
        all.insert(all.end(), logs.begin(), logs.end());
    }
    std::ranges::sort(all);
    const std::size_t cut = all.size() / 4;
    return std::exp(mean_of({all.begin() + cut, all.end() - cut}));
}

// (6) of the header.
double improvement(const RankedField& field, const std::string& model, const std::string& other) {
    double sum = 0;
    for (const RankedSet& set : field.sets) {
        const Numbers own = counted_logs(set, model), its = counted_logs(set, other);
        double larger = 0;  // of the other model, equal ones half
        for (const double log : own) {
            const auto [low, high] = std::equal_range(its.begin(), its.end(), log);
            larger += static_cast<double>(its.end() - high) + static_cast<double>(high - low) / 2;
        }
        sum += larger / to_double(own.size()) / to_double(its.size());
    }
    return sum / to_double(field.sets.size());
}

// The field by which models are placed. Where it is known what arrived first, a copy counts as its original, whatever
// its own error is.
RankedField placed_field(RankedField field, const std::vector<std::string>& models, Arrival arrival) {
    if (arrival == Arrival::unknown) return field;
    for (const std::string& model : models) {
        const std::string original = original_of(model, field.scores);
        if (original.empty()) continue;
        for (RankedSet& set : field.sets) set.models[model] = set.of(original);
    }
    return field;
}

// Indices of the models by error, then by `ties`, then by name, and a copy after its original.
std::vector<std::size_t> order_of(const Numbers& levels, const Numbers& ties, const std::vector<std::string>& models,
                                  const RankedField& field) {
    std::vector<std::tuple<double, double, bool, std::size_t>> keys;
    for (std::size_t m = 0; m < levels.size(); ++m)
        keys.push_back({levels[m], ties.empty() ? 0 : ties[m], !original_of(models[m], field.scores).empty(), m});
    std::ranges::sort(keys);
    std::vector<std::size_t> order;
    for (const auto& key : keys) order.push_back(std::get<3>(key));
    return order;
}

// Ranked models of one system.
std::vector<Rival> rivals_of(const Scores& scores, const std::vector<std::size_t>& ranked, const Numbers& levels) {
    std::vector<Rival> rivals;
    for (std::size_t k = 0; k < ranked.size(); ++k) {
        const SetErrors errors = set_errors(scores, scores.models[ranked[k]], -INFINITY);
        RankedSet set;
        set.trajectories = errors.of_trajectories.size();
        set.samples = errors.of_samples.size();
        rivals.push_back(rival_of({{&set, &errors, 1}}));
        rivals.back().error = levels[k];
    }
    return rivals;
}

}  // namespace

const MetricScore& shown_error(const ModelScores& model) {
    for (const MetricScore& score : model.metrics)
        if (score.metric.kind == Metric::Kind::kinetic_error) return score;
    return model.metrics.front();
}

const char* shown_words(RankChoice by) { return words(by == RankChoice::kinetic ? by : RankChoice::error); }

bool too_regular(const Scores& scores) {
    return scores.choices.rank_by == RankChoice::start_error &&
           std::ranges::any_of(scores.models, [](const ModelScores& model) {
               return model.ranked() && model.start_error &&
                      model.start_error->outcome == StartError::Outcome::too_regular;
           });
}

double ranked_level(const Scores& scores, const ModelScores& model) {
    if (!by_means(scores.choices.rank_by) && scores.choices.rank_by != RankChoice::start_error) return model.judged;
    double level = 0;
    for (const std::size_t member : model.members)
        level += mean_of(ranked_logs(scores.submissions[member], scores.choices));
    return level / static_cast<double>(model.members.size());
}

Standing unranked_standing(const RankedField& field, const std::string& model) {
    Standing standing;
    standing.model = model;
    standing.error = std::exp(log_value(field.terms(model)));
    std::vector<const FailedShare*> failed;
    for (const RankedSet& set : field.sets)
        if (const SetErrors& errors = set.of(model); errors.answered()) failed.push_back(&errors.failed);
        else standing.missing.push_back(set.name);
    standing.failed = pooled(failed);
    return standing;
}

std::vector<Standing> standings(const RankedField& field, const std::vector<std::string>& models,
                                const MetricChoices& choices, Arrival arrival, const std::vector<double>& ties) {
    const RankedField placed = placed_field(field, models, arrival);
    Numbers levels;
    std::vector<Rival> rivals;
    for (const std::string& model : models) {
        rivals.push_back(rival_of(placed.terms(model)));
        levels.push_back(rivals.back().error);
    }
    const Copies copies = copies_over(models, field.scores);
    const Unordered unordered = unordered_pairs(rivals, choices.rank_by);
    const std::vector<Place> places = places_of(levels, copies, unordered);
    const std::vector<std::size_t> order = order_of(levels, ties, models, field);
    const bool varied = choices.resamples > 0, drawn = varied && models.size() > 1;  // one alone is no first
    const std::vector<RankDraws> ranks =
        drawn ? draws_of(placed, models, copies, unordered, choices) : std::vector<RankDraws>{};
    std::vector<Standing> all;
    for (const std::size_t m : order) {
        const std::string& model = models[m];
        all.push_back(unranked_standing(field, model));
        Standing& standing = all.back();
        standing.same_as = original_of(model, field.scores);
        standing.persistence = persistence_of(field, model);
        standing.rank = places[m].rank();
        standing.error_ratio = standing.error / all.front().error;
        standing.unordered = unordered.pairs[m][order.front()];
        standing.interquartile_mean = interquartile_mean(field, model);
        if (m != order.front()) standing.improvement = improvement(field, model, models[order.front()]);
        if (varied) standing.error_ci95 = value_interval(field.terms(model), field.fewest_trajectories);
        if (drawn) standing.draws = ranks[m];
    }
    compare_with_first(field, models, copies, order, choices, all);
    return all;
}

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices, Arrival arrival) {
    if (std::ranges::any_of(systems, too_regular)) {
        std::vector<Scores> others;
        std::remove_copy_if(systems.begin(), systems.end(), std::back_inserter(others), too_regular);
        return standings(others, choices, arrival);
    }
    const RankedField field = field_of(systems, choices);
    std::vector<std::string> ranked;
    for (const auto& [model, kind] : kinds_of(field.scores))
        if (kind.ranked()) ranked.push_back(model);
    return standings(field, ranked, choices, arrival, {});
}

std::vector<Standing> naive_standings(const std::vector<Scores>& systems) {
    if (systems.empty()) return {};
    const RankedField field = field_of(systems, systems.front().choices);
    std::vector<Standing> found;
    for (const auto& [model, kind] : kinds_of(field.scores))
        if (!kind.naive.empty()) found.push_back(unranked_standing(field, model));
    std::ranges::stable_sort(found, {}, &Standing::error);
    return found;
}

std::vector<RankedModel> ranked_among(const Scores& scores, const std::vector<std::size_t>& ranked) {
    if (ranked.empty()) return {};
    Numbers levels;
    for (const std::size_t m : ranked) levels.push_back(ranked_level(scores, scores.models[m]));
    const Copies all = copies_in(scores);
    Copies copies(ranked.size(), std::vector<bool>(ranked.size()));
    for (std::size_t a = 0; a < ranked.size(); ++a)
        for (std::size_t b = 0; b < ranked.size(); ++b) copies[a][b] = all[ranked[a]][ranked[b]];
    const std::vector<Rival> rivals = rivals_of(scores, ranked, levels);
    const Unordered unordered = unordered_pairs(rivals, scores.choices.rank_by);
    const std::vector<Place> places = places_of(levels, copies, unordered);
    std::vector<std::size_t> order(ranked.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
    std::vector<RankedModel> models;
    for (const std::size_t i : order)
        models.push_back({ranked[i], places[i].rank(), unordered.pairs[i][order.front()], places[i].first()});
    return models;
}

std::vector<RankedModel> ranked_models(const Scores& scores) {
    std::vector<std::size_t> ranked;
    std::vector<RankedModel> order;
    for (std::size_t m = 0; m < scores.models.size(); ++m) {
        if (scores.models[m].ranked()) ranked.push_back(m);
        else order.push_back({m, {}});
    }
    const std::vector<RankedModel> models = ranked_among(scores, ranked);
    order.insert(order.end(), models.begin(), models.end());
    return order;
}

}  // namespace cchnn
