#include "score/model_scores.hpp"

#include <algorithm>
#include <cmath>

#include "score/statistics/bootstrap.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_in_all_pairs = 8;  // 28 pairs: what a reader still looks through

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

void pool(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices, int threads,
          ModelScores& model) {
    if (model.members.size() == 1) return;  // its submission's own scores
    const std::size_t columns = model.metrics.size();
    std::vector<const std::vector<double>*> tables;
    for (std::size_t member : model.members) tables.push_back(&submissions[member].values);
    for (std::size_t m = 0; m < columns; ++m) {
        model.metrics[m].summary = summarize(pooled_column(submissions, model, m));
        model.metrics[m].censored = 0;
        for (std::size_t member : model.members) model.metrics[m].censored += submissions[member].metrics[m].censored;
    }
    if (choices.resamples == 0) return;
    const MeanIntervals intervals =
        bootstrap_seed_means(tables, columns, choices.resamples, choices.bootstrap_seed, threads);
    for (std::size_t m = 0; m < columns; ++m) {
        model.metrics[m].summary.mean_ci95 = intervals.mean[m];
        model.metrics[m].summary.geometric_mean_ci95 = intervals.geometric_mean[m];
    }
}

// Geometric mean over seeds of each trajectory's relative error.
std::vector<double> errors_of(const std::vector<SubmissionScores>& submissions, const ModelScores& model) {
    std::vector<double> errors(submissions[model.members.front()].relative_error.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        double logs = 0;
        for (std::size_t member : model.members) logs += std::log(submissions[member].relative_error[i]);
        errors[i] = std::exp(logs / static_cast<double>(model.members.size()));
    }
    return errors;
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const std::vector<ModelScores>& models) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const auto error = [](const ModelScores& m) { return m.metrics.front().summary.geometric_mean; };
    const std::size_t best = static_cast<std::size_t>(
        std::min_element(models.begin(), models.end(),
                         [&](const ModelScores& a, const ModelScores& b) { return error(a) < error(b); }) -
        models.begin());
    for (std::size_t i = 0; i < models.size(); ++i)
        for (std::size_t j = i + 1; j < models.size(); ++j)
            if (models.size() <= most_in_all_pairs || i == best || j == best) pairs.push_back({i, j});
    return pairs;
}

void correct_for_number(std::vector<ModelComparison>& comparisons) {
    std::vector<double> p_values;
    for (const ModelComparison& c : comparisons)
        if (c.test.p_value) p_values.push_back(*c.test.p_value);
    if (p_values.size() != comparisons.size()) return;
    const std::vector<double> adjusted = holm(p_values);
    for (std::size_t i = 0; i < comparisons.size(); ++i) comparisons[i].p_holm = adjusted[i];
}

}  // namespace

std::vector<ModelScores> one_model_each(const std::vector<SubmissionScores>& submissions) {
    std::vector<ModelScores> models;
    for (std::size_t i = 0; i < submissions.size(); ++i)
        models.push_back({submissions[i].label, {i}, submissions[i].reference, submissions[i].metrics});
    return models;
}

std::vector<ModelScores> group_by_model(const std::vector<SubmissionScores>& submissions, const MetricChoices& choices,
                                        int threads) {
    std::vector<ModelScores> models;
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        const SubmissionScores& s = submissions[i];
        const auto same = std::find_if(models.begin(), models.end(), [&](const ModelScores& m) {
            return !s.model.empty() && submissions[m.members.front()].model == s.model;
        });
        if (same != models.end()) same->members.push_back(i);
        else models.push_back({s.model.empty() ? s.label : s.model, {i}, s.reference, s.metrics});
    }
    for (ModelScores& model : models) pool(submissions, choices, threads, model);
    return models;
}

std::vector<ModelComparison> compare_models(const std::vector<SubmissionScores>& submissions,
                                            const std::vector<ModelScores>& models, const MetricChoices& choices,
                                            int threads) {
    std::vector<std::vector<double>> errors;
    for (const ModelScores& model : models) errors.push_back(errors_of(submissions, model));
    std::vector<ModelComparison> comparisons;
    for (const auto& [i, j] : pairs_of(models))
        comparisons.push_back({models[i].label,
                               models[j].label,
                               compare_paired(errors[i], errors[j], choices.resamples, choices.bootstrap_seed, threads),
                               {}});
    correct_for_number(comparisons);
    return comparisons;
}

}  // namespace cchnn
