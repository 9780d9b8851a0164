#include "score/model_scores.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/at_work.hpp"
#include "score/standings.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_in_all_pairs = 8;  // 28 pairs: what a reader still looks through

// The values of one metric over all trajectories of all seeds of a model.
std::vector<double> pooled_column(const std::vector<SubmissionScores>& submissions, const ModelScores& model,
                                  std::size_t metric) {
    std::vector<double> pooled;
    const std::size_t columns = submissions[model.members.front()].metrics.size();
    for (std::size_t member : model.members) {
        const std::vector<double>& values = submissions[member].values;
        for (std::size_t i = metric; i < values.size(); i += columns) pooled.push_back(values[i]);
    }
    return pooled;
}

std::vector<double> column_of(const SubmissionScores& submission, std::size_t metric) {
    std::vector<double> column;
    for (std::size_t i = metric; i < submission.values.size(); i += submission.metrics.size())
        column.push_back(submission.values[i]);
    return column;
}

// Summaries over seeds and trajectories; of one seed its submission's own.
void pool(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices, ModelScores& model) {
    if (model.members.size() == 1) return;
    for (std::size_t m = 0; m < model.metrics.size(); ++m) {
        model.metrics[m].summary = summarize(pooled_column(submissions, model, m));
        model.metrics[m].censored = 0;
        std::vector<std::vector<double>> seeds;
        for (const std::size_t member : model.members) {
            model.metrics[m].censored += submissions[member].metrics[m].censored;
            seeds.push_back(column_of(submissions[member], m));
        }
        if (choices.resamples > 0) model.metrics[m].summary.geometric_mean_ci95 = method_interval(seeds);
    }
}

std::vector<std::vector<double>> errors_of(const std::vector<SubmissionScores>& submissions, const ModelScores& model) {
    std::vector<std::vector<double>> errors;
    for (const std::size_t member : model.members) errors.push_back(submissions[member].judged_error);
    return errors;
}

// One list of errors for each training seed. A reference rollout was not trained: nothing of it varies.
struct Side {
    std::vector<std::vector<double>> errors;
    bool reference = false;
    bool one_run() const { return reference || errors.size() == 1; }
    bool method() const { return reference || errors.size() >= fewest_seeds; }
};

// Two single runs are compared as models, two sides with enough seeds as methods. A reference rollout can be on either
// side of both, as it has no seeds to vary.
PairedTest tested_pair(const Side& a, const Side& b, const MetricChoices& choices, int threads) {
    const PairedTest::Of of = a.one_run() && b.one_run() ? PairedTest::Of::models
                              : a.method() && b.method() ? PairedTest::Of::methods
                                                         : PairedTest::Of::too_few_seeds;
    return compare_pair(a.errors, b.errors, of, {choices.resamples, choices.bootstrap_seed, threads});
}

// Marks models that stand still, or are no better than persistence or climatology.
void compare_with_persistence(const std::vector<SubmissionScores>& submissions, ModelScores& model) {
    if (!model.naive.empty()) return;
    const double kept = submissions[model.members.front()].persistence_error,
                 climatology = submissions[model.members.front()].climatology_crps;
    const bool worst = model.judged >= 1;  // zeros stand still too, and keep nothing
    model.persistence = !worst && std::ranges::all_of(model.members, [&](std::size_t member) {
        const MotionSigns& motion = submissions[member].motion;
        return motion.trajectories > 0 && motion.still == motion.trajectories;
    });
    model.no_better_than_persistence = model.ranked() && !model.persistence && kept > 0 && model.judged >= kept;
    model.no_better_than_climatology =
        model.ranked() && !model.persistence && climatology > 0 && model.judged >= climatology;
}

// Fills in what pairs, ranks and marks are based on, once the members of a model are known.
void judge(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices, ModelScores& model) {
    std::vector<double> all;
    double level = 0;
    model.at_floor = true;
    for (const std::size_t member : model.members) {
        const SubmissionScores& s = submissions[member];
        all.insert(all.end(), s.judged_error.begin(), s.judged_error.end());
        model.at_floor = model.at_floor && s.at_floor;
        if (by_means(choices.rank_by)) level += mean_of(ranked_logs(s, choices));
    }
    model.judged = by_means(choices.rank_by) ? std::exp(level / static_cast<double>(model.members.size()))
                                             : summarize(all).geometric_mean;
    if (choices.rank_by != RankChoice::structure) compare_with_persistence(submissions, model);
    std::vector<std::vector<double>> seeds;
    for (const std::size_t member : model.members) {
        const SubmissionScores& s = submissions[member];
        seeds.push_back(s.kinetic_error.empty() ? s.relative_error : s.kinetic_error);
    }
    model.failed = failed_share(seeds);
}

// Equal in every metric of every trajectory, or marked as a near copy.
bool same_predictions(const std::vector<SubmissionScores>& submissions, std::size_t a, std::size_t b) {
    const std::vector<CopyOf>& earlier = submissions[std::max(a, b)].copies_of;
    return submissions[a].values == submissions[b].values ||
           std::ranges::any_of(earlier, [&](const CopyOf& copy) { return copy.submission == std::min(a, b); });
}

// A model whose predictions are another's is that one under a second name.
void find_copies(const std::vector<SubmissionScores>& submissions, std::vector<ModelScores>& models) {
    const auto same = [&](std::size_t a, std::size_t b) { return same_predictions(submissions, a, b); };
    for (std::size_t i = 0; i < models.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (models[i].reference == models[j].reference && models[i].naive == models[j].naive &&
                std::equal(models[i].members.begin(), models[i].members.end(), models[j].members.begin(),
                           models[j].members.end(), same))
                models[i].same_as.push_back(j);
}

std::vector<ModelScores> judged(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices,
                                std::vector<ModelScores> models) {
    for (ModelScores& model : models) {
        judge(submissions, choices, model);
        std::vector<std::vector<ParameterScore>> seeds;
        for (const std::size_t member : model.members) seeds.push_back(submissions[member].parameters);
        model.parameters = pooled(seeds);
    }
    find_copies(submissions, models);
    return models;
}

// Two models that are compared, by their places in the list.
struct Pair {
    std::size_t a, b;
    bool counts;  // neither is a copy of an earlier model
};

// A copy is compared as any other model, but not with what has the same predictions. Naive forecasts are in no pair.
std::vector<Pair> pairs_of(const std::vector<ModelScores>& models) {
    const auto is_original = [&](std::size_t m) { return models[m].same_as.empty(); };
    std::vector<std::size_t> compared;
    for (std::size_t m = 0; m < models.size(); ++m)
        if (models[m].naive.empty()) compared.push_back(m);
    std::vector<Pair> pairs;
    if (compared.empty()) return pairs;
    const std::size_t originals = std::ranges::count_if(compared, is_original);
    const bool all = originals <= most_in_all_pairs && compared.size() <= 2 * most_in_all_pairs;
    const std::size_t best = *std::ranges::min_element(
        compared, [&](std::size_t a, std::size_t b) { return models[a].judged < models[b].judged; });
    for (std::size_t i = 0; i < compared.size(); ++i)
        for (std::size_t j = i + 1; j < compared.size(); ++j) {
            const std::size_t a = compared[i], b = compared[j];
            const std::vector<std::size_t>& copied = models[b].same_as;
            if (std::ranges::find(copied, a) != copied.end()) continue;
            if (all || a == best || b == best) pairs.push_back({a, b, is_original(a) && is_original(b)});
        }
    return pairs;
}

ModelScores model_of(const SubmissionScores& submission, const std::string& label, std::size_t number) {
    ModelScores model{label, {number}, submission.reference, submission.metrics};
    model.naive = submission.naive;
    return model;
}

// Holm's correction over all pairs that have a p-value. Pairs with copies do not make it stricter for others.
void correct_for_number(const std::vector<Pair>& pairs, std::vector<ModelComparison>& comparisons) {
    std::vector<double> p_values;
    std::vector<bool> counts;
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if (comparisons[k].test.p_value) {
            p_values.push_back(*comparisons[k].test.p_value);
            counts.push_back(pairs[k].counts);
        }
    const std::vector<double> adjusted = holm(p_values, counts);
    std::size_t next = 0;
    for (ModelComparison& c : comparisons)
        if (c.test.p_value) c.p_holm = adjusted[next++];
}

}  // namespace

std::vector<ModelScores> one_model_each(const std::vector<SubmissionScores>& submissions,
                                        const MetricChoices& choices) {
    std::vector<ModelScores> models;
    for (std::size_t i = 0; i < submissions.size(); ++i)
        models.push_back(model_of(submissions[i], submissions[i].label, i));
    return judged(submissions, choices, std::move(models));
}

std::vector<ModelScores> group_by_model(const std::vector<SubmissionScores>& submissions,
                                        const MetricChoices& choices) {
    std::vector<ModelScores> models;
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        const SubmissionScores& s = submissions[i];
        // Whatever it is called, a reference rollout or a naive forecast is no training seed.
        const auto same = std::ranges::find_if(models, [&](const ModelScores& m) {
            return !s.model.empty() && m.reference == s.reference && m.naive == s.naive &&
                   submissions[m.members.front()].model == s.model;
        });
        if (same == models.end()) {
            models.push_back(model_of(s, s.model.empty() ? s.label : s.model, i));
            continue;
        }
        // Submissions with the same predictions are one training run.
        const bool known = std::ranges::any_of(
            same->members, [&](std::size_t member) { return same_predictions(submissions, member, i); });
        if (!known) same->members.push_back(i);
    }
    for (ModelScores& model : models) pool(submissions, choices, model);
    return judged(submissions, choices, std::move(models));
}

std::vector<ModelComparison> compare_models(const std::vector<SubmissionScores>& submissions,
                                            const std::vector<ModelScores>& models, const MetricChoices& choices,
                                            int threads) {
    std::vector<ModelComparison> comparisons;
    const auto pairs = pairs_of(models);
    AtWork comparing(Work::comparing, pairs.size());
    for (const Pair& pair : pairs) {
        const ModelScores &a = models[pair.a], &b = models[pair.b];
        comparisons.push_back({a.label,
                               b.label,
                               tested_pair({errors_of(submissions, a), a.reference},
                                           {errors_of(submissions, b), b.reference}, choices, threads),
                               {},
                               a.at_floor && b.at_floor});
        comparing.add();
    }
    correct_for_number(pairs, comparisons);
    return comparisons;
}

std::optional<PairedTest> against_persistence(const std::vector<SubmissionScores>& submissions,
                                              const ModelScores& model, const MetricChoices& choices, int threads) {
    const std::vector<double>& kept = submissions[model.members.front()].persistence_errors;
    if (!std::ranges::all_of(kept, [](double error) { return error > 0; })) return std::nullopt;
    return tested_pair({errors_of(submissions, model), false}, {{kept}, true}, choices, threads);
}

std::string persistence_words(const ModelScores& model) {
    return model.persistence                  ? "persistence"
           : model.no_better_than_persistence ? "no better than persistence"
           : model.no_better_than_climatology ? "no better than climatology"
                                              : "";
}

}  // namespace cchnn
