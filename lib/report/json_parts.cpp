#include "report/json_parts.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/version.hpp"
#include "dataset/documents/board.hpp"
#include "score/statistics/start_error.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {

namespace {
using Json = nlohmann::ordered_json;
}

Json report_head(const std::string& format, const std::string& verdict, const Json& exit_code) {
    Json head = document_head(format, report_format_version);
    head["verdict"] = verdict;
    head["exit_code"] = exit_code;
    return head;
}

Json report_head(const std::string& format, const std::string& verdict, ExitCode exit_code) {
    return report_head(format, verdict, Json(static_cast<int>(exit_code)));
}

Json json_number(double value) {
    if (std::isnan(value)) return nullptr;
    return std::isinf(value) ? Json("infinity") : Json(value);
}

Json json_number(const std::optional<double>& value) { return value ? json_number(*value) : Json(nullptr); }

Json json_numbers(const std::vector<double>& values) {
    return json_list(values, [](double value) { return json_number(value); });
}

Json json_interval(const std::optional<Interval>& interval) {
    if (!interval) return nullptr;
    return Json::array({json_number(interval->low), json_number(interval->high)});
}

Json json_failed(const FailedShare& failed) {
    return {{"failed", failed.failed},
            {"trajectories", failed.trajectories},
            {"lowest", failed.lowest},
            {"highest", failed.highest},
            {"ci95", json_interval(failed.ci95)}};
}

Json json_start_error(const StartError& e) {
    const bool has_value = e.outcome == StartError::Outcome::found || e.outcome == StartError::Outcome::below;
    return {{"outcome", name(e.outcome)},
            {"value", has_value ? json_number(e.value) : Json(nullptr)},
            {"ci95", Json::array({json_number(e.low), json_number(e.high)})}};
}

Json parsed_list(const std::vector<std::string>& texts) {
    return json_list(texts, [](const std::string& text) { return Json::parse(text); });
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_summary(const Summary& summary) {
    return {{"mean", json_number(summary.mean)},
            {"geometric_mean", json_number(summary.geometric_mean)},
            {"geometric_mean_ci95", json_interval(summary.geometric_mean_ci95)},
            {"median", json_number(summary.median)},
            {"p05", json_number(summary.p05)},
            {"p95", json_number(summary.p95)}};
}

nlohmann::ordered_json json_compute(const TrainingCompute& compute) {
    return {{"hours", json_number(compute.hours)},
            {"device", text_or_null(compute.device)},
            {"parameters", compute.parameters ? Json(*compute.parameters) : Json()}};
}

}  // namespace cchnn
