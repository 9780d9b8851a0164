#pragma once
// What every report in JSON has in common: its first members, and how a number is written.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {

// Format, versions, verdict and exit code; null as exit code of a command that has not ended.
nlohmann::ordered_json report_head(const std::string& format, const std::string& verdict,
                                   const nlohmann::ordered_json& exit_code);
nlohmann::ordered_json report_head(const std::string& format, const std::string& verdict, ExitCode exit_code);

// JSON has no number for infinity, the worst value of an unbounded metric: it is the string "infinity". NaN, no value, is null.
nlohmann::ordered_json json_number(double value);
nlohmann::ordered_json json_numbers(const std::vector<double>& values);
// Mean, geometric mean with its interval, median and quantiles; members of the object that they are added to.
nlohmann::ordered_json json_summary(const Summary& summary);
nlohmann::ordered_json json_interval(const std::optional<Interval>& interval);  // [low, high], or null

}  // namespace cchnn
