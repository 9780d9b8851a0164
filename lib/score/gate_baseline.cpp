#include "score/gate_baseline.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "score/metrics/metrics.hpp"
#include "score/statistics/intervals.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Table = std::vector<std::vector<double>>;  // (seeds, N)

constexpr std::size_t fewest_trajectories = 5;

double headline(const Metric& metric, const Summary& summary) {
    return headline_is_mean(metric) ? summary.mean : summary.geometric_mean;
}

// The parts of a signature that decide what a number is of: all but the intervals and the version.
std::string choices_of(const std::string& signature) {
    std::string kept;
    for (std::size_t begin = 0; begin <= signature.size();) {
        const std::size_t end = std::min(signature.find('|', begin), signature.size());
        const std::string part = signature.substr(begin, end - begin);
        const bool of_ranks = part.starts_with("by:") && part.find(",M") == std::string::npos;  // moves no metric
        if (!part.starts_with("ci:") && !part.starts_with("v:") && !of_ranks) kept += part + "|";
        begin = end + 1;
    }
    return kept;
}

// Numbers as json_number() writes them.
double number(const Json& json) {
    if (json.is_string() && json.get<std::string>() == "infinity") return INFINITY;
    return json.is_null() ? std::nan("") : json.get<double>();
}

std::optional<Interval> interval(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return Interval{number(json.at(0)), number(json.at(1))};
}

std::vector<MetricNumbers> metrics_of(const Json& metrics) {
    std::vector<MetricNumbers> found;
    for (const auto& [key, m] : metrics.items()) {
        Summary summary;
        summary.mean = number(m.at("mean"));
        summary.geometric_mean = number(m.at("geometric_mean"));
        summary.mean_ci95 = interval(m.at("mean_ci95"));
        summary.geometric_mean_ci95 = interval(m.at("geometric_mean_ci95"));
        found.push_back({key, summary});
    }
    return found;
}

// A report has the relative error of each trajectory, of other metrics the summary.
void add_trajectories(const Json& submission, BaselineModel& model) {
    std::vector<double> errors;
    for (const Json& error : submission.at("relative_error_per_trajectory")) errors.push_back(number(error));
    for (MetricNumbers& metric : model.metrics)
        if (metric.key == "relative_error") metric.values.push_back(errors);
}

bool is_model(const Json& entry) { return !entry.at("reference").get<bool>() && entry.at("naive").is_null(); }

// One system of a report: its methods where submissions are grouped, else its submissions.
Baseline baseline_in(const Json& system, const std::string& source) {
    const Json& truth = system.at("truth");
    Baseline found{source,
                   truth.at("digest").get<std::string>(),
                   system.at("signature").get<std::string>(),
                   truth.at("trajectories").get<std::uint64_t>(),
                   {}};
    const Json& submissions = system.at("submissions");
    if (system.contains("models")) {
        for (const Json& model : system.at("models")) {
            if (!is_model(model)) continue;
            found.models.push_back(
                BaselineModel{model.at("label").get<std::string>(), metrics_of(model.at("metrics"))});
            for (const Json& member : model.at("submissions"))
                add_trajectories(submissions.at(member.get<std::size_t>()), found.models.back());
        }
        return found;
    }
    for (const Json& submission : submissions) {
        if (!is_model(submission)) continue;
        found.models.push_back(
            BaselineModel{submission.at("label").get<std::string>(), metrics_of(submission.at("metrics"))});
        add_trajectories(submission, found.models.back());
    }
    return found;
}

std::vector<double> means_over_seeds(const Table& table) {
    std::vector<double> means(table.front().size());
    for (std::size_t i = 0; i < means.size(); ++i) {
        for (const std::vector<double>& seed : table) means[i] += seed[i];
        means[i] /= static_cast<double>(table.size());
    }
    return means;
}

// Means over trajectories of each seed.
std::vector<double> means_of_seeds(const Table& table) {
    std::vector<double> means;
    for (const std::vector<double>& seed : table) means.push_back(mean_of(seed));
    return means;
}

void set_limits(const Centre& log_ratio, WorseThan& worse) {
    const double half = log_ratio.variance_of_mean > 0
                            ? student_t_quantile(log_ratio.dof, 0.95) * std::sqrt(log_ratio.variance_of_mean)
                            : 0;
    worse.ratio = std::exp(log_ratio.mean);
    worse.low = std::exp(log_ratio.mean - half);
    worse.high = std::exp(log_ratio.mean + half);
}

Table transformed(Table table, const std::function<double(double)>& f) {
    for (std::vector<double>& seed : table) std::ranges::transform(seed, seed.begin(), f);
    return table;
}

// (1) and (2): `a` and `b` are logarithms, or values divided by their means; `log_ratio` is that of the headlines.
void compare_paired(const Table& a, const Table& b, double log_ratio, double sign, WorseThan& worse) {
    const std::vector<double> own = means_over_seeds(a), its = means_over_seeds(b);
    std::vector<double> differences(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) differences[i] = own[i] - its[i];
    std::vector<Centre> parts{centre_of(differences)};
    for (const Table* side : {&a, &b})
        if (side->size() > 1) parts.push_back(centre_of(means_of_seeds(*side)));
    std::erase_if(parts, [](const Centre& part) { return !(part.variance_of_mean > 0); });
    set_limits(parts.empty() ? Centre{sign * log_ratio} : cautious_sum(sign * log_ratio, parts), worse);
    worse.how = "paired over " + trajectories_text(own.size());
}

// Trajectories that are not finite, in one of both: the worst value there is.
std::size_t lost(const Table& table) {
    std::size_t count = 0;
    for (const std::vector<double>& seed : table)
        count += std::ranges::count_if(seed, [](double value) { return !std::isfinite(value); });
    return count;
}

Centre logarithm_of(double value, const Interval& ci95, bool is_mean, double dof) {
    const double half = is_mean ? (ci95.high - ci95.low) / 2 / value : std::log(ci95.high / ci95.low) / 2;
    const double deviation = half / student_t_95(dof);
    return {std::log(value), deviation * deviation, dof};
}

}  // namespace

MetricNumbers numbers_of(const Scores& scores, const ModelScores& model, std::size_t metric) {
    MetricNumbers numbers{model.metrics[metric].metric.key, model.metrics[metric].summary};
    for (const std::size_t member : model.members) {
        const std::vector<double>& all = scores.submissions[member].values;
        std::vector<double> own;
        for (std::size_t at = metric; at < all.size(); at += model.metrics.size()) own.push_back(all[at]);
        numbers.values.push_back(std::move(own));
    }
    return numbers;
}

Baseline baseline_of(const Scores& scores, const std::string& source) {
    Baseline baseline{source, scores.truth.digest, scores.signature, scores.truth.trajectories, {}};
    for (const ModelScores& model : scores.models) {
        if (!model.ranked()) continue;
        baseline.models.push_back({model.label, {}});
        for (std::size_t m = 0; m < model.metrics.size(); ++m)
            baseline.models.back().metrics.push_back(numbers_of(scores, model, m));
    }
    return baseline;
}

std::vector<Baseline> read_baselines(const std::string& path) {
    const Json json = parse_json(read_named_file(path, "a report of cchnn-eval"), path);
    try {
        const std::string format = json.at("format").get<std::string>();
        std::vector<Baseline> found;
        if (format == "cchnn-eval report") found.push_back(baseline_in(json, path));
        else if (format == "cchnn-eval comparison")
            for (const Json& system : json.at("systems")) found.push_back(baseline_in(system, path));
        if (!found.empty()) return found;
    } catch (const Json::exception&) {
    }
    throw SpecError(path, "holds no scores; give a report that score, gate or compare wrote with " + option("json") +
                              ", or a submission");
}

const Baseline& baseline_for(const Scores& scores, const std::vector<Baseline>& baselines) {
    for (const Baseline& baseline : baselines) {
        if (baseline.truth_digest != scores.truth.digest) continue;
        if (choices_of(baseline.signature) == choices_of(scores.signature)) return baseline;
        throw SpecError(baseline.source, "was scored by other choices: " + baseline.signature + ", here " +
                                             scores.signature + "; score it again with these");
    }
    throw SpecError(baselines.front().source, "is of another test set (truth_digest " +
                                                  baselines.front().truth_digest.substr(0, 12) + ") than " +
                                                  scores.truth.path + " (" + scores.truth.digest.substr(0, 12) +
                                                  "); score the baseline on this test set");
}

const BaselineModel* find_model(const Baseline& baseline, const std::string& label) {
    if (baseline.models.size() == 1) return &baseline.models.front();
    const auto same = std::ranges::find(baseline.models, label, &BaselineModel::label);
    return same == baseline.models.end() ? nullptr : &*same;
}

WorseThan compare_with_baseline(const Metric& metric, const MetricNumbers& own, const MetricNumbers& its,
                                std::uint64_t trajectories, double floor) {
    const bool is_mean = headline_is_mean(metric);
    const double sign = metric.larger_is_better ? -1 : 1;
    WorseThan worse;
    worse.own = headline(metric, own.summary);
    worse.its = headline(metric, its.summary);
    const auto floored = [&](double value) { return is_mean ? value : std::max(value, floor); };
    const double a = floored(worse.own), b = floored(worse.its);
    const bool alike = a == b || (std::isnan(a) && std::isnan(b));
    worse.ratio = alike ? 1 : std::pow(a / b, sign);
    worse.how = "without an interval";
    if (its.values.empty() || its.values.front().size() != own.values.front().size()) {
        const auto of = [&](const Summary& s) { return is_mean ? s.mean_ci95 : s.geometric_mean_ci95; };
        if (!of(own.summary) || !of(its.summary) || !(a > 0 && b > 0) || trajectories < fewest_trajectories)
            return worse;
        const double dof = static_cast<double>(trajectories) - 1;
        const Centre mine = logarithm_of(a, *of(own.summary), is_mean, dof);
        const Centre other = logarithm_of(b, *of(its.summary), is_mean, dof);
        set_limits(cautious_sum(sign * (mine.mean - other.mean), {mine, other}), worse);
        worse.how = "by both intervals";
        return worse;
    }
    if (trajectories < fewest_trajectories) return worse;
    if (const std::size_t mine = lost(own.values), other = lost(its.values); mine + other > 0) {
        worse.ratio = mine > other ? INFINITY : mine < other ? 0 : 1;
        worse.low = worse.high = worse.ratio;
        worse.how = std::to_string(mine) + " values are not finite, " + std::to_string(other) + " of the baseline";
        return worse;
    }
    if (is_mean) {
        if (!(a > 0 && b > 0)) return worse;
        compare_paired(transformed(own.values, [&](double value) { return value / a; }),
                       transformed(its.values, [&](double value) { return value / b; }), std::log(a / b), sign, worse);
        return worse;
    }
    const auto logarithm = [&](double value) { return std::log(std::max(value, floor)); };
    const Table mine = transformed(own.values, logarithm), other = transformed(its.values, logarithm);
    compare_paired(mine, other, mean_of(means_over_seeds(mine)) - mean_of(means_over_seeds(other)), sign, worse);
    return worse;
}

}  // namespace cchnn
