#include "score/standings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;
constexpr double inf = std::numeric_limits<double>::infinity();

// log e of every trajectory, one list per training seed; none when the model has no submission.
using SeedLogs = std::vector<Numbers>;

struct Field {
    std::vector<std::string> models;
    std::vector<std::string> systems;
    std::vector<std::vector<SeedLogs>> logs;  // [system][model]
};

SeedLogs logs_of(const Scores& scores, const ModelScores& model) {
    SeedLogs logs;
    for (const std::size_t member : model.members) {
        logs.push_back(scores.submissions[member].judged_error);
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
        field.logs.emplace_back(field.models.size());
        for (const ModelScores& model : scores.models) {
            const auto at = std::find(field.models.begin(), field.models.end(), model.label) - field.models.begin();
            if (!model.reference) field.logs.back()[static_cast<std::size_t>(at)] = logs_of(scores, model);
        }
    }
    return field;
}

double mean_of(const SeedLogs& logs) {
    double sum = 0, count = 0;
    for (const Numbers& seed : logs)
        for (const double value : seed) sum += value, ++count;
    return count > 0 ? sum / count : inf;
}

using Indices = std::vector<std::size_t>;

// For each model the first one with the same predictions on a system; itself, when it is that one or has none there.
Indices originals_on(const Scores& scores, const Field& field) {
    Indices originals(field.models.size());
    std::iota(originals.begin(), originals.end(), std::size_t{0});
    for (const ModelScores& model : scores.models) {
        if (model.reference || !model.same_as) continue;
        const auto place = [&](const std::string& label) {
            return static_cast<std::size_t>(std::find(field.models.begin(), field.models.end(), label) -
                                            field.models.begin());
        };
        originals[place(model.label)] = place(scores.models[*model.same_as].label);
    }
    return originals;
}

// Is there a system on which a model has predictions of its own? Without, it is nobody's rival, where it is missing too.
std::vector<bool> have_own(const Field& field, const std::vector<Indices>& originals) {
    std::vector<bool> own(field.models.size());
    for (std::size_t s = 0; s < field.systems.size(); ++s)
        for (std::size_t m = 0; m < own.size(); ++m)
            own[m] = own[m] || (originals[s][m] == m && !field.logs[s][m].empty());
    return own;
}

// The model that another is everywhere, missing where that one is; itself otherwise.
std::size_t original_of(std::size_t m, const Field& field, const std::vector<Indices>& originals) {
    std::optional<std::size_t> of;
    for (std::size_t s = 0; s < field.systems.size(); ++s) {
        if (field.logs[s][m].empty()) continue;
        if (originals[s][m] == m || (of && *of != originals[s][m])) return m;
        of = originals[s][m];
    }
    for (std::size_t s = 0; s < field.systems.size() && of; ++s)
        if (field.logs[s][m].empty() != field.logs[s][*of].empty()) return m;
    return of.value_or(m);
}

// (1) of one system, among those that count.
Numbers ranks_of(const Numbers& levels, const std::vector<bool>& counts) {
    Numbers ranks;
    for (const double level : levels) {
        double smaller = 0, equal = 0;
        for (std::size_t m = 0; m < levels.size(); ++m)
            if (counts[m]) smaller += levels[m] < level, equal += levels[m] == level;
        ranks.push_back(1 + smaller + 0.5 * std::max(equal - 1, 0.0));
    }
    return ranks;
}

// Variance of log e_sm - log e_sb.
Centre ratio_variance(const SeedLogs& a, const SeedLogs& b) {
    Numbers of_a, of_b, d(a.front().size());
    const auto add = [&](const SeedLogs& seeds, double sign, Numbers& means) {
        for (const Numbers& seed : seeds) {
            means.push_back(centre_of(seed).mean);
            for (std::size_t i = 0; i < d.size(); ++i) d[i] += sign * seed[i] / static_cast<double>(seeds.size());
        }
    };
    add(a, 1, of_a), add(b, -1, of_b);
    if (a.size() == 1 || b.size() == 1) return centre_of(d);
    return sum_of_variances(0, {centre_of(of_a), centre_of(of_b), centre_of(d)});
}

struct LogRatio {
    double value = 0;
    double low = 0;  // to the worst of the models that may be the best one
    Centre variance = {};
};

// Not significantly worse than the best one found.
bool may_be_best(const std::vector<SeedLogs>& logs, const Numbers& levels, std::size_t m, std::size_t best) {
    if (logs[m].empty()) return false;
    const Centre variance = ratio_variance(logs[m], logs[best]);
    if (!(variance.dof > 0)) return m == best || levels[m] == levels[best];
    return levels[m] - levels[best] <= student_t_95(variance.dof) * std::sqrt(variance.variance_of_mean);
}

// Chance makes the smallest of several errors smaller than any of them is: the lower end must not lean on it.
double least_log_ratio(const std::vector<SeedLogs>& logs, const Numbers& levels, std::size_t m, std::size_t best) {
    double least = levels[m] - levels[best];
    for (std::size_t p = 0; p < logs.size(); ++p)
        if (may_be_best(logs, levels, p, best)) least = std::min(least, levels[m] - levels[p]);
    return std::clamp(least, 0.0, std::log(largest_error_ratio));
}

// (2) of model m on one system, and its variance; a ratio at its limit has none, nor that of the best one.
LogRatio log_ratio(const std::vector<SeedLogs>& logs, const Numbers& levels, const Indices& same, std::size_t m) {
    const std::size_t best = static_cast<std::size_t>(std::min_element(levels.begin(), levels.end()) - levels.begin());
    const double most = std::log(largest_error_ratio);
    if (logs[m].empty()) return std::isinf(levels[best]) ? LogRatio{} : LogRatio{most, most};
    const double ratio = levels[m] - levels[best];
    if (!(ratio < most)) return {most, most};
    const Centre variance = same[m] == same[best] ? Centre{} : ratio_variance(logs[m], logs[best]);
    return {ratio, least_log_ratio(logs, levels, m, best), variance};
}

std::optional<Interval> interval_of(const LogRatio& mean, const Centre& sum, double systems) {
    const double error = std::sqrt(sum.variance_of_mean) / systems;
    if (!(error > 0) || !(sum.dof > 0)) return std::nullopt;
    const double off = student_t_95(sum.dof) * error;
    return Interval{std::max(1.0, std::exp(mean.low - off)), std::exp(mean.value + off)};
}

}  // namespace

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices) {
    Field field = field_of(systems);
    std::vector<Indices> originals;
    for (const Scores& scores : systems) originals.push_back(originals_on(scores, field));
    const std::vector<bool> own = have_own(field, originals);
    const double count = static_cast<double>(systems.size());
    std::vector<Standing> all;
    for (const std::string& model : field.models) all.push_back({model, {}, 0, 0, {}});
    std::vector<std::vector<Centre>> variances(all.size());
    std::vector<LogRatio> means(all.size());
    for (std::size_t s = 0; s < field.systems.size(); ++s) {
        std::vector<SeedLogs>& of = field.logs[s];
        Numbers levels;
        std::vector<bool> counts;
        for (std::size_t m = 0; m < all.size(); ++m) {
            of[m] = of[originals[s][m]];  // those of near copies differ a little
            levels.push_back(mean_of(of[m]));
            counts.push_back(own[m] && originals[s][m] == m);
        }
        const Numbers ranks = ranks_of(levels, counts);
        for (std::size_t m = 0; m < all.size(); ++m) {
            const LogRatio ratio = log_ratio(of, levels, originals[s], m);
            all[m].mean_rank += ranks[m] / count;
            means[m].value += ratio.value / count, means[m].low += ratio.low / count;
            variances[m].push_back(ratio.variance);
            if (of[m].empty()) all[m].missing.push_back(field.systems[s]);
        }
    }
    for (std::size_t m = 0; m < all.size(); ++m) {
        if (choices.resamples > 0)
            all[m].error_ratio_ci95 = interval_of(means[m], sum_of_variances(0, variances[m]), count);
        all[m].error_ratio = std::min(std::exp(means[m].value), largest_error_ratio);  // exp(log(100)) > 100
        if (const std::size_t of = original_of(m, field, originals); of != m) all[m].same_as = field.models[of];
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Standing& a, const Standing& b) { return a.error_ratio < b.error_ratio; });
    return all;
}

std::vector<RankedModel> ranked_models(const Scores& scores) {
    std::vector<RankedModel> references, ranked;
    Numbers levels;
    std::vector<bool> counts;
    for (std::size_t m = 0; m < scores.models.size(); ++m) {
        (scores.models[m].reference ? references : ranked).push_back({m, {}});
        if (scores.models[m].reference) continue;
        counts.push_back(!scores.models[m].same_as);
        levels.push_back(scores.models[scores.models[m].same_as.value_or(m)].judged);
    }
    const Numbers ranks = ranks_of(levels, counts);
    for (std::size_t i = 0; i < ranked.size(); ++i)
        if (!scores.models[ranked[i].model].same_as) ranked[i].rank = ranks[i];
    std::stable_sort(ranked.begin(), ranked.end(), [&](const RankedModel& a, const RankedModel& b) {
        const auto judged = [&](std::size_t m) { return scores.models[scores.models[m].same_as.value_or(m)].judged; };
        return judged(a.model) < judged(b.model);
    });
    references.insert(references.end(), ranked.begin(), ranked.end());
    return references;
}

}  // namespace cchnn
