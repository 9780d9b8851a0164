#include "score/gate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/read_file.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

constexpr const char* diverged = "diverged";
// A number beyond is neither read as 0 nor as infinity.
const std::string limit_range = "beyond what a float64 holds (0, or 1e-307 to 1e308)";
const std::vector<std::string> statistics{"mean", "geometric_mean", "median", "p05", "p95"};

// "valid_time_0.5.p95" -> metric and statistic; a metric may hold a dot itself.
Threshold split_name(const std::string& name, bool at_most, double limit, const std::string& source) {
    Threshold threshold{name, name == diverged ? "" : "mean", at_most, limit, source};
    for (const std::string& statistic : statistics) {
        if (!name.ends_with("." + statistic)) continue;
        threshold.metric = name.substr(0, name.size() - statistic.size() - 1);
        threshold.statistic = statistic;
    }
    return threshold;
}

void read_limits(const nlohmann::ordered_json& limits, bool at_most, const std::string& where,
                 std::vector<Threshold>& thresholds, std::vector<Problem>& problems) {
    if (!limits.is_object()) {
        problems.push_back({where, "must be an object of metrics and limits, got " + limits.dump()});
        return;
    }
    for (const auto& [name, limit] : limits.items()) {
        const std::string place = where + "/" + name;
        if (!limit.is_number()) problems.push_back({place, "must be a number, got " + limit.dump()});
        else thresholds.push_back(split_name(name, at_most, limit.get<double>(), place));
    }
}

double statistic_of(const Summary& s, const std::string& name) {
    if (name == "geometric_mean") return s.geometric_mean;
    if (name == "median") return s.median;
    if (name == "p05") return s.p05;
    return name == "p95" ? s.p95 : s.mean;
}

const MetricScore* find_metric(const SubmissionScores& submission, const std::string& key) {
    for (const MetricScore& score : submission.metrics)
        if (score.metric.key == key) return &score;
    return nullptr;
}

void check_names(const Scores& scores, const std::vector<Threshold>& thresholds) {
    const SubmissionScores& first = scores.submissions.front();
    std::vector<std::string> known{diverged};
    for (const MetricScore& score : first.metrics) known.push_back(score.metric.key);
    std::vector<Problem> problems;
    for (const Threshold& t : thresholds)
        if (t.metric != diverged && !find_metric(first, t.metric))
            problems.push_back({t.source, "unknown metric '" + t.metric + "'" + suggestion(t.metric, known)});
    if (thresholds.empty()) problems.push_back({"", "no limit was given; use --max, --min or --thresholds"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

GateResult judge(const SubmissionScores& submission, const Threshold& t) {
    const double value = t.metric == diverged ? static_cast<double>(submission.diverged.trajectories)
                                              : statistic_of(find_metric(submission, t.metric)->summary, t.statistic);
    return {submission.label, t, value, t.at_most ? value <= t.limit : value >= t.limit};
}

}  // namespace

void parse_threshold_flag(const std::string& text, bool at_most, std::vector<Threshold>& thresholds,
                          std::vector<Problem>& problems) {
    const std::string flag = at_most ? "--max" : "--min";
    const std::size_t equals = text.find('=');
    double limit = 0;
    const char* end = text.data() + text.size();
    std::from_chars_result read{end, std::errc::invalid_argument};
    if (equals != std::string::npos) read = std::from_chars(text.data() + equals + 1, end, limit);
    if (equals == 0 || read.ptr != end || read.ec == std::errc::invalid_argument || !std::isfinite(limit))
        problems.push_back({flag, "must be METRIC=NUMBER, such as relative_error=1e-3, got '" + text + "'"});
    else if (read.ec == std::errc::result_out_of_range)
        problems.push_back({flag, "the number is " + limit_range + ", got '" + text + "'"});
    else thresholds.push_back(split_name(text.substr(0, equals), at_most, limit, flag));
}

std::vector<Threshold> read_thresholds(const std::string& path) {
    const nlohmann::ordered_json json = parse_json(read_file(path, "a JSON file of limits"), path);
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    if (!json.is_object() || json.empty())
        throw SpecError(path + "#",
                        R"(must be an object with "max", "min" or both, such as {"max": {"relative_error": 1e-3}})");
    for (const auto& [key, limits] : json.items()) {
        if (key == "max" || key == "min") read_limits(limits, key == "max", path + "#/" + key, thresholds, problems);
        else problems.push_back({path + "#/" + key, "unknown key '" + key + "'" + suggestion(key, {"max", "min"})});
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
    return thresholds;
}

std::vector<GateResult> gate(const Scores& scores, const std::vector<Threshold>& thresholds) {
    check_names(scores, thresholds);
    std::vector<GateResult> results;
    for (const SubmissionScores& submission : scores.submissions)
        for (const Threshold& threshold : thresholds) results.push_back(judge(submission, threshold));
    return results;
}

bool all_passed(const std::vector<GateResult>& results) {
    return std::all_of(results.begin(), results.end(), [](const GateResult& r) { return r.passed; });
}

std::string gate_text(const GateResult& r) {
    const Threshold& t = r.threshold;
    std::string text = r.submission + ": " + t.metric + (t.statistic.empty() ? "" : " (" + t.statistic + ")") + " is " +
                       short_number(r.value, 3) + (t.at_most ? ", at most " : ", at least ") + short_number(t.limit, 3);
    if (r.passed) return text;
    if (t.limit > 0 && std::isfinite(r.value))
        return text + ": " + short_number(r.value / t.limit, 3) + " times the limit";
    return text + ": off by " + short_number(std::abs(r.value - t.limit), 3);
}

}  // namespace cchnn
