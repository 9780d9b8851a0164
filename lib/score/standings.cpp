#include "score/standings.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel_for.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/statistics/bootstrap.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

// log e of every trajectory, one list per training seed; none when the model has no submission.
using SeedLogs = std::vector<Numbers>;

struct Field {
    std::vector<std::string> models;
    std::vector<std::string> systems;
    std::vector<std::size_t> trajectories;    // of each system
    std::vector<std::vector<SeedLogs>> logs;  // [system][model]
};

SeedLogs logs_of(const Scores& scores, const ModelScores& model) {
    SeedLogs logs;
    for (std::size_t member : model.members) {
        logs.push_back(scores.submissions[member].relative_error);
        for (double& value : logs.back()) value = std::log(value);
    }
    return logs;
}

Field field_of(const std::vector<Scores>& systems) {
    Field field;
    for (const Scores& scores : systems)
        for (const ModelScores& model : scores.models)
            if (!model.reference &&
                std::find(field.models.begin(), field.models.end(), model.label) == field.models.end())
                field.models.push_back(model.label);
    for (const Scores& scores : systems) {
        field.systems.push_back(scores.truth.system);
        field.trajectories.push_back(scores.truth.trajectories);
        field.logs.emplace_back(field.models.size());
        for (const ModelScores& model : scores.models) {
            const auto at = std::find(field.models.begin(), field.models.end(), model.label) - field.models.begin();
            if (!model.reference) field.logs.back()[static_cast<std::size_t>(at)] = logs_of(scores, model);
        }
    }
    return field;
}

Numbers ranks_of(const Numbers& levels) {
    Numbers ranks;
    for (double level : levels) {
        const auto smaller = std::count_if(levels.begin(), levels.end(), [&](double other) { return other < level; });
        const auto equal = std::count(levels.begin(), levels.end(), level);
        ranks.push_back(1 + static_cast<double>(smaller) + 0.5 * static_cast<double>(equal - 1));
    }
    return ranks;
}

struct Levels {
    Numbers rank, log_ratio;  // one per model
};

// level(system, model) -> log e_sm
template <class Level>
Levels levels_of(const Field& field, double worst, Level level) {
    Levels result{Numbers(field.models.size()), Numbers(field.models.size())};
    const double share = 1 / static_cast<double>(field.systems.size());
    for (std::size_t s = 0; s < field.systems.size(); ++s) {
        Numbers levels;
        for (std::size_t m = 0; m < field.models.size(); ++m)
            levels.push_back(field.logs[s][m].empty() ? worst : level(s, m));
        const Numbers ranks = ranks_of(levels);
        const double best = *std::min_element(levels.begin(), levels.end());
        for (std::size_t m = 0; m < levels.size(); ++m) {
            result.rank[m] += share * ranks[m];
            result.log_ratio[m] += share * (levels[m] - best);
        }
    }
    return result;
}

double mean_of(const SeedLogs& logs) {
    double sum = 0, count = 0;
    for (const Numbers& seed : logs)
        for (double value : seed) sum += value, ++count;
    return sum / count;
}

double mean_of(const SeedLogs& logs, const std::vector<std::size_t>& seeds,
               const std::vector<std::size_t>& trajectories) {
    double sum = 0;
    for (std::size_t seed : seeds)
        for (std::size_t i : trajectories) sum += logs[seed][i];
    return sum / static_cast<double>(seeds.size() * trajectories.size());
}

Levels resampled(const Field& field, double worst, std::uint64_t seed, std::size_t b) {
    std::vector<std::vector<std::size_t>> draws;
    for (std::size_t s = 0; s < field.systems.size(); ++s)
        draws.push_back(drawn_trajectories(field.trajectories[s], seed, b, s));
    return levels_of(field, worst, [&](std::size_t s, std::size_t m) {
        const SeedLogs& logs = field.logs[s][m];
        return mean_of(logs, drawn_seeds(logs.size(), seed, b, m), draws[s]);
    });
}

void add_intervals(const Field& field, const MetricChoices& choices, int threads, std::vector<Standing>& standings) {
    const double worst = std::log(worst_error(choices.norm));
    std::vector<Levels> all(choices.resamples);
    parallel_for(all.size(), threads,
                 [&](std::size_t b) { all[b] = resampled(field, worst, choices.bootstrap_seed, b); });
    for (std::size_t m = 0; m < standings.size(); ++m) {
        Numbers ranks, ratios;
        for (const Levels& levels : all) {
            ranks.push_back(levels.rank[m]);
            ratios.push_back(std::exp(levels.log_ratio[m]));
        }
        standings[m].mean_rank_ci95 = central_95(std::move(ranks));
        standings[m].error_ratio_ci95 = central_95(std::move(ratios));
    }
}

}  // namespace

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices, int threads) {
    const Field field = field_of(systems);
    if (field.models.empty()) return {};  // reference rollouts alone
    const Levels levels = levels_of(field, std::log(worst_error(choices.norm)),
                                    [&](std::size_t s, std::size_t m) { return mean_of(field.logs[s][m]); });
    std::vector<Standing> all;
    for (std::size_t m = 0; m < field.models.size(); ++m) {
        all.push_back({field.models[m], {}, levels.rank[m], std::exp(levels.log_ratio[m]), {}, {}});
        for (std::size_t s = 0; s < field.systems.size(); ++s)
            if (field.logs[s][m].empty()) all.back().missing.push_back(field.systems[s]);
    }
    if (choices.resamples > 0) add_intervals(field, choices, threads, all);
    std::stable_sort(all.begin(), all.end(),
                     [](const Standing& a, const Standing& b) { return a.error_ratio < b.error_ratio; });
    return all;
}

std::vector<RankedModel> ranked_models(const Scores& scores) {
    std::vector<RankedModel> references, ranked;
    Numbers levels;
    const auto level = [&](std::size_t m) { return scores.models[m].metrics.front().summary.geometric_mean; };
    for (std::size_t m = 0; m < scores.models.size(); ++m) {
        (scores.models[m].reference ? references : ranked).push_back({m, {}});
        if (!scores.models[m].reference) levels.push_back(level(m));
    }
    const Numbers ranks = ranks_of(levels);
    for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i].rank = ranks[i];
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const RankedModel& a, const RankedModel& b) { return level(a.model) < level(b.model); });
    references.insert(references.end(), ranked.begin(), ranked.end());
    return references;
}

}  // namespace cchnn
