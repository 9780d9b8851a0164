#include "score/standings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

constexpr std::uint32_t rank_stream = 0x72616e6b;  // "rank"
constexpr std::uint32_t most_draws = 2000;         // a share is then known to 1 %

// Logarithms of the errors of one model on one system.
struct Errors {
    Numbers of_seeds;         // the mean over trajectories of each training seed; none without a submission
    Numbers of_trajectories;  // (N) means over seeds
    double level = 0;         // log max(E, f) of (1)
    bool varies = false;      // the level is E: neither the floor nor the worst value
    double rest = 0;          // rest_variance
};

struct System {
    double log_floor = 0;
    std::size_t trajectories = 0;
    std::vector<Errors> models;  // one for each model of the field
};

struct Field {
    std::vector<std::string> models;
    std::vector<System> systems;
};

double mean_of(const Numbers& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

// Err is at most 1, and log 1 = 0 is what an unanswered system counts as.
double clamped(double log_error, double log_floor) { return std::min(std::max(log_error, log_floor), 0.0); }

Errors errors_of(const Scores& scores, const ModelScores& model, double log_floor) {
    Errors errors;
    const double seeds = static_cast<double>(model.members.size());
    errors.of_trajectories.resize(scores.submissions[model.members.front()].judged_error.size());
    std::vector<Numbers> tables;
    for (const std::size_t member : model.members) {
        Numbers logs = scores.submissions[member].judged_error;
        for (std::size_t i = 0; i < logs.size(); ++i) {
            logs[i] = std::log(logs[i]);
            errors.of_trajectories[i] += logs[i] / seeds;
        }
        errors.of_seeds.push_back(mean_of(logs));
        tables.push_back(std::move(logs));
    }
    errors.rest = rest_variance(tables);
    const double log_error = mean_of(errors.of_seeds);
    errors.level = clamped(log_error, log_floor);
    errors.varies = errors.level == log_error;
    return errors;
}

std::vector<std::string> names_of(const std::vector<Scores>& systems) {
    std::vector<std::string> names;
    for (const Scores& scores : systems)
        for (const ModelScores& model : scores.models)
            if (!model.reference && std::find(names.begin(), names.end(), model.label) == names.end())
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
            if (model.reference) continue;
            const auto place = std::lower_bound(field.models.begin(), field.models.end(), model.label);
            Errors& errors = system.models[static_cast<std::size_t>(place - field.models.begin())];
            errors = errors_of(scores, model, system.log_floor);
            system.trajectories = errors.of_trajectories.size();
        }
        field.systems.push_back(std::move(system));
    }
    return field;
}

// (1), as a logarithm.
double log_error_of(const Field& field, std::size_t m) {
    double sum = 0;
    for (const System& system : field.systems) sum += system.models[m].level;
    return sum / static_cast<double>(field.systems.size());
}

// Adds the variance of a mean over one system to those of a mean over `systems` of them.
void add_part(std::vector<Centre>& parts, const Numbers& numbers, double systems) {
    if (numbers.size() < 2) return;
    Centre part = centre_of(numbers);
    part.variance_of_mean /= systems * systems;
    parts.push_back(part);
}

struct Variance {
    double value = 0, dof = 0;
};
std::optional<Variance> sum_of(const std::vector<Centre>& parts) {
    const Centre sum = sum_of_variances(0, parts);
    if (!(sum.variance_of_mean > 0) || !(sum.dof > 0) || !std::isfinite(sum.variance_of_mean)) return std::nullopt;
    return Variance{sum.variance_of_mean, sum.dof};
}

std::optional<Variance> variance_of_seeds(const Field& field, std::size_t m) {
    std::vector<Centre> parts;
    for (const System& system : field.systems)
        if (system.models[m].varies)
            add_part(parts, system.models[m].of_seeds, static_cast<double>(field.systems.size()));
    return sum_of(parts);
}

std::optional<Interval> interval_of(const Field& field, std::size_t m) {
    const double count = static_cast<double>(field.systems.size());
    double least = 0;
    std::vector<Centre> parts;
    for (const System& system : field.systems) {
        least += system.log_floor / count;
        if (!system.models[m].varies) continue;
        add_part(parts, system.models[m].of_seeds, count);
        add_part(parts, system.models[m].of_trajectories, count);
    }
    const auto variance = sum_of(parts);
    if (!variance) return std::nullopt;
    const double centre = log_error_of(field, m), off = student_t_95(variance->dof) * std::sqrt(variance->value);
    return Interval{std::exp(std::max(centre - off, least)), std::exp(std::min(centre + off, 0.0))};
}

// Log error of trajectory i, or what the whole system counts as where it is the floor or the worst value.
double log_error_at(const Errors& errors, std::size_t i) {
    return errors.varies ? errors.of_trajectories[i] : errors.level;
}

Numbers seeds_that_vary(const Errors& errors) { return errors.varies ? errors.of_seeds : Numbers{}; }

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

// (3) of all models.
class Draws {
  public:
    Draws(const Field& field, const MetricChoices& choices)
        : field_(field), seed_(choices.bootstrap_seed), count_(std::min(choices.resamples, most_draws)) {
        for (std::size_t m = 0; m < field.models.size(); ++m) seeds_.push_back(variance_of_seeds(field, m));
    }

    std::vector<RankDraws> ranks() const {
        const std::size_t models = field_.models.size();
        std::vector<Numbers> lowest(models), highest(models);
        std::vector<RankDraws> found(models);
        for (std::uint32_t n = 0; n < count_; ++n) {
            const Numbers drawn = draw(n);
            for (std::size_t m = 0; m < models; ++m) {
                const auto smaller = std::count_if(drawn.begin(), drawn.end(), [&](double e) { return e < drawn[m]; });
                const auto equal = std::count(drawn.begin(), drawn.end(), drawn[m]);
                lowest[m].push_back(1 + static_cast<double>(smaller));
                highest[m].push_back(static_cast<double>(smaller + equal));
                found[m].first += smaller == 0;
            }
        }
        for (std::size_t m = 0; m < models; ++m) {
            std::sort(lowest[m].begin(), lowest[m].end());
            std::sort(highest[m].begin(), highest[m].end());
            const std::size_t outside = count_ / 40;  // 2.5 % on either side
            found[m].lowest = lowest[m][outside];
            found[m].highest = highest[m][count_ - 1 - outside];
            found[m].first /= count_;
        }
        return found;
    }

  private:
    // Log errors of all models in draw n.
    Numbers draw(std::uint32_t n) const {
        RandomStream stream(seed_, rank_stream, n, 0);
        Numbers drawn(field_.models.size());
        for (const System& system : field_.systems) add_system(system, stream, drawn);
        for (std::size_t m = 0; m < drawn.size(); ++m) {
            const double u = stream.uniform();  // of every model, so that none moves the draws of the next
            if (seeds_[m]) drawn[m] += student_t_quantile(seeds_[m]->dof, u) * std::sqrt(seeds_[m]->value);
        }
        return drawn;
    }

    void add_system(const System& system, RandomStream& stream, Numbers& drawn) const {
        const std::size_t n = system.trajectories;
        std::vector<double> times(n);
        for (std::size_t i = 0; i < n; ++i) times[stream.below(n)] += 1;
        // Means of n numbers drawn from n vary by (n - 1) / n of the variance of a mean.
        const double wider = n > 1 ? std::sqrt(static_cast<double>(n) / static_cast<double>(n - 1)) : 0;
        for (std::size_t m = 0; m < drawn.size(); ++m) {
            const Errors& errors = system.models[m];
            double level = errors.of_seeds.empty() ? errors.level : mean_of(errors.of_seeds);
            if (std::isfinite(level) && !errors.of_seeds.empty()) {
                double moved = 0;
                for (std::size_t i = 0; i < n; ++i) moved += (times[i] - 1) * errors.of_trajectories[i];
                level += wider * moved / static_cast<double>(n);
            }
            drawn[m] += clamped(level, system.log_floor) / static_cast<double>(field_.systems.size());
        }
    }

    const Field& field_;
    std::uint64_t seed_;
    std::uint32_t count_;
    std::vector<std::optional<Variance>> seeds_;
};

// The model that another is on every system that either of them answers; "" where it is none.
std::string same_as(const std::string& model, const std::vector<Scores>& systems) {
    std::optional<std::string> original;
    for (const Scores& scores : systems) {
        const auto find = [&](const std::string& label) {
            return std::find_if(scores.models.begin(), scores.models.end(),
                                [&](const ModelScores& m) { return !m.reference && m.label == label; });
        };
        const auto own = find(model);
        if (own == scores.models.end()) continue;
        if (!own->same_as) return "";
        const std::string& label = scores.models[*own->same_as].label;
        if (original && *original != label) return "";
        original = label;
    }
    for (const Scores& scores : systems) {
        const auto answered = [&](const std::string& label) {
            return std::any_of(scores.models.begin(), scores.models.end(),
                               [&](const ModelScores& m) { return m.label == label; });
        };
        if (original && answered(model) != answered(*original)) return "";
    }
    return original.value_or("");
}

void compare_with_first(const Field& field, const std::vector<std::size_t>& order, const FlipChoices& flips,
                        std::vector<Standing>& all) {
    Numbers p_values;
    for (std::size_t k = 1; k < order.size(); ++k) {
        all[k].against_first =
            compare_pair(pair_on_systems(field, order[k], order[0]), kind_of_pair(field, order[k], order[0]), flips);
        if (all[k].against_first->p_value) p_values.push_back(*all[k].against_first->p_value);
    }
    const Numbers corrected = holm(p_values);
    std::size_t next = 0;
    for (Standing& standing : all)
        if (standing.against_first && standing.against_first->p_value) standing.p_holm = corrected[next++];
}

// By error, equal ones by name; a copy comes after what it copies.
std::vector<std::size_t> order_of(const Field& field, const std::vector<Scores>& systems) {
    std::vector<std::tuple<double, bool, std::size_t>> keys;
    for (std::size_t m = 0; m < field.models.size(); ++m)
        keys.push_back({log_error_of(field, m), !same_as(field.models[m], systems).empty(), m});
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
        logs += kept > 0 ? clamped(std::log(kept), field.systems[s].log_floor) : 0;
    }
    return logs / static_cast<double>(systems.size());
}

std::string persistence_of(const Field& field, std::size_t m, const std::vector<Scores>& systems) {
    bool still = true, known = true;
    for (const Scores& scores : systems) {
        known = known && scores.truth.persistence_error > 0;
        for (const ModelScores& model : scores.models)
            if (!model.reference && model.label == field.models[m]) still = still && model.persistence;
    }
    if (still) return "persistence";
    return known && log_error_of(field, m) >= persistence_level(field, systems) ? "no better than persistence" : "";
}

Standing standing_of(const Field& field, std::size_t m, const std::vector<Scores>& systems) {
    Standing standing;
    standing.model = field.models[m];
    standing.error = std::exp(log_error_of(field, m));
    standing.same_as = same_as(field.models[m], systems);
    standing.persistence = persistence_of(field, m, systems);
    for (std::size_t s = 0; s < systems.size(); ++s)
        if (field.systems[s].models[m].of_seeds.empty()) standing.missing.push_back(systems[s].truth.system);
    return standing;
}

// Of one system, among those that count.
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

}  // namespace

std::vector<Standing> standings(const std::vector<Scores>& systems, const MetricChoices& choices) {
    const Field field = field_of(systems, choices.error_floor);
    const bool drawn = choices.resamples > 0;
    const std::vector<std::size_t> order = order_of(field, systems);
    const std::vector<RankDraws> ranks = drawn ? Draws(field, choices).ranks() : std::vector<RankDraws>{};
    std::vector<Standing> all;
    for (const std::size_t m : order) {
        all.push_back(standing_of(field, m, systems));
        if (!drawn) continue;
        all.back().error_ci95 = interval_of(field, m);
        all.back().draws = ranks[m];
    }
    for (Standing& standing : all) {
        double smaller = 0, equal = 0;
        for (const Standing& other : all) {
            smaller += other.error < standing.error;
            equal += other.error == standing.error;
        }
        standing.rank = 1 + smaller + 0.5 * (equal - 1);
        standing.error_ratio = standing.error / all.front().error;
    }
    compare_with_first(field, order, {choices.resamples, choices.bootstrap_seed}, all);
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
