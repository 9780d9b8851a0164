#include "report/json_report.hpp"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/version.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isinf(value) ? Json("infinity") : Json(value); }

Json numbers(const std::vector<double>& values) {
    Json array = Json::array();
    for (double value : values) array.push_back(number(value));
    return array;
}

Json interval(const std::optional<Interval>& interval) {
    if (!interval) return nullptr;
    return Json::array({number(interval->low), number(interval->high)});
}

Json head(ExitCode code) {
    return {{"format", "cchnn-eval report"}, {"format_version", 1}, {"tool_version", tool_version},
            {"verdict", verdict(code)}, {"exit_code", static_cast<int>(code)}};
}

Json to_json(const MetricChoices& choices) {
    return {{"preset", choices.preset},
            {"state", name(choices.state)},
            {"floor", choices.floor},
            {"include_t0", choices.include_t0},
            {"span", name(choices.span)},
            {"constraint", name(choices.constraint)},
            {"bootstrap", {{"resamples", choices.resamples}, {"seed", choices.bootstrap_seed}}}};
}

Json to_json(const TruthInfo& truth) {
    Json json{{"path", truth.path}, {"system", truth.system}, {"digest", truth.digest}, {"split", truth.split},
            {"seed", truth.seed}, {"trajectories", truth.trajectories}, {"samples", truth.samples},
            {"nodes", truth.nodes}, {"dimension", truth.dimension}, {"dt", truth.dt}};
    if (truth.lyapunov)
        json["lyapunov_exponent"] = {{"mean", truth.lyapunov->mean}, {"low", truth.lyapunov->low}, {"high", truth.lyapunov->high}};
    return json;
}

Json to_json(const MetricScore& score) {
    const Summary& s = score.summary;
    Json json{{"title", score.metric.title},
              {"unit", score.metric.unit},
              {"larger_is_better", score.metric.larger_is_better},
              {"mean", number(s.mean)},
              {"mean_ci95", interval(s.mean_ci95)},
              {"geometric_mean", number(s.geometric_mean)},
              {"geometric_mean_ci95", interval(s.geometric_mean_ci95)},
              {"median", number(s.median)},
              {"p05", number(s.p05)},
              {"p95", number(s.p95)}};
    if (score.metric.kind == Metric::Kind::valid_time) json["censored"] = score.censored;
    return json;
}

Json to_json(const ErrorOverTime& curve) {
    return {{"times", numbers(curve.times)},
            {"mean", numbers(curve.mean)},
            {"median", numbers(curve.median)},
            {"p05", numbers(curve.p05)},
            {"p95", numbers(curve.p95)}};
}

Json to_json(const std::optional<TruthFloor>& floor) {
    if (!floor) return nullptr;
    return {{"samples", floor->samples}, {"of_samples", floor->of_samples}, {"trajectories", floor->trajectories},
            {"largest_bound", floor->largest_bound}};
}

Json to_json(const SubmissionScores& submission) {
    Json metrics = Json::object();
    for (const MetricScore& score : submission.metrics) metrics[score.metric.key] = to_json(score);
    const Diverged& diverged = submission.diverged;
    return {{"label", submission.label},
            {"path", submission.path},
            {"model", submission.model},
            {"notes", submission.notes},
            {"remarks", submission.remarks},
            {"diverged", {{"trajectories", diverged.trajectories}, {"values", diverged.values}, {"ids", diverged.ids}}},
            {"truth_floor", to_json(submission.truth_floor)},
            {"metrics", metrics},
            {"relative_error_per_trajectory", numbers(submission.relative_error)},
            {"error_over_time", to_json(submission.error_over_time)}};
}

// Names come from strangers and need not be UTF-8: what is not becomes U+FFFD.
std::string dump(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

const char* verdict(ExitCode code) {
    switch (code) {
        case ExitCode::ok: return "scored";
        case ExitCode::gate_failed: return "failed";
        case ExitCode::usage: return "usage";
        case ExitCode::invalid_input: return "invalid_input";
        case ExitCode::io: return "io";
        case ExitCode::numerical: return "numerical";
    }
    return "unknown";
}

std::string json_report(const Scores& scores) {
    Json json = head(ExitCode::ok);
    json["signature"] = scores.signature;
    json["choices"] = to_json(scores.choices);
    json["truth"] = to_json(scores.truth);
    json["submissions"] = Json::array();
    for (const SubmissionScores& submission : scores.submissions) {
        json["submissions"].push_back(to_json(submission));
        for (const MetricScore& score : submission.metrics)
            if (scores.truth.chaotic() && score.metric.kind == Metric::Kind::valid_time)
                json["submissions"].back()["metrics"][score.metric.key]["lyapunov_times"] =
                    score.summary.mean * scores.truth.lyapunov->mean;
    }
    return dump(json);
}

std::string json_failure(ExitCode code, const std::vector<Problem>& problems) {
    Json json = head(code);
    json["problems"] = Json::array();
    for (const Problem& problem : problems)
        json["problems"].push_back({{"where", problem.where}, {"what", problem.what}});
    return dump(json);
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
    const std::filesystem::path temporary = path.string() + ".part" + std::to_string(getpid());
    errno = 0;
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    std::error_code failure(errno, std::generic_category());
    if (file) std::filesystem::rename(temporary, path, failure);
    if (file && !failure) return;
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw IoError(path.string(), "cannot be written: " + (failure ? failure.message() : std::string("unknown cause")));
}

}  // namespace cchnn
