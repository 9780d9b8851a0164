#pragma once
// Is a model worse than a baseline, such as the same model before a change, and how sure is that? Ratios are of the
// headline (headline_is_mean()), turned so that above 1 is worse, and have one-sided 95 % limits by Student's t of log ratio:
//
//   (1)  paired, geometric mean    mean of d_i = log a_i - log b_i over trajectories, a_i not below `floor`
//   (2)  paired, arithmetic mean   log(mean a / mean b), d_i = a_i / mean a - b_i / mean b
//   (3)  by both intervals         variances of the logarithms of both headlines, from their 95 % intervals
//
// Training seeds widen (1) and (2) as in paired_test.hpp (2), by the variance of the means of the seeds of each side.
// A trajectory that is not finite in one of them alone decides (1) and (2). Without an interval, of fewer than five
// trajectories too, only the values themselves can be compared.

#include <optional>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

// The numbers of one metric of a model: a summary, and of each training seed the value of each trajectory, where these
// are known.
struct MetricNumbers {
    std::string key;
    Summary summary;
    std::vector<std::vector<double>> values = {};  // (seeds, N)
};

struct BaselineModel {
    std::string label;
    std::vector<MetricNumbers> metrics;
};

// What models are compared with on one test set.
struct Baseline {
    std::string source;  // for messages
    std::string truth_digest, signature;
    std::uint64_t trajectories = 0;
    std::vector<BaselineModel> models;  // neither reference rollouts nor naive forecasts
};

Baseline baseline_of(const Scores& scores, const std::string& source);
// One for each system of a report of score, gate or compare. Throws IoError, SpecError for what is no such report.
std::vector<Baseline> read_baselines(const std::string& path);
// That of the same test set and the same choices of the metrics. Throws SpecError that says what differs.
const Baseline& baseline_for(const Scores& scores, const std::vector<Baseline>& baselines);
// The only model, or that of this name; null if there is none.
const BaselineModel* find_model(const Baseline& baseline, const std::string& label);

MetricNumbers numbers_of(const Scores& scores, const ModelScores& model, std::size_t metric);

struct WorseThan {
    std::string baseline;             // label
    double own = 0, its = 0;          // headlines
    double ratio = 1;                 // above 1: worse
    std::optional<double> low, high;  // one-sided 95 % limits
    std::string how;                  // "paired over 100 trajectories", "by both intervals", "without an interval"
};
WorseThan compare_with_baseline(const Metric& metric, const MetricNumbers& own, const MetricNumbers& its,
                                std::uint64_t trajectories, double floor);

}  // namespace cchnn
