#pragma once
// What every report in JSON has in common: its first members, and how numbers are written (schemas/report.md).
// It is the one writer of reports; spec/json/readable_json.hpp gives the text its form.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {

struct StartError;
struct TrainingCompute;

// Format, format version, tool version, verdict and exit code. The exit code is null for a command that has not
// ended.
nlohmann::ordered_json report_head(const std::string& format, const std::string& verdict,
                                   const nlohmann::ordered_json& exit_code);
nlohmann::ordered_json report_head(const std::string& format, const std::string& verdict, ExitCode exit_code);

// JSON has no number for infinity, the worst value of an unbounded metric: it is the string "infinity". NaN,
// which stands for no value, is null.
nlohmann::ordered_json json_number(double value);
nlohmann::ordered_json json_number(const std::optional<double>& value);  // null for a number that does not exist
nlohmann::ordered_json json_numbers(const std::vector<double>& values);
// Mean, geometric mean with its interval, median and the 5 and 95 % quantiles, as an object whose members are
// added to that of an estimated parameter, or of a metric of estimated states (observed_report.cpp).
nlohmann::ordered_json json_summary(const Summary& summary);
// [low, high] of a 95 % interval, or null where there is none.
nlohmann::ordered_json json_interval(const std::optional<Interval>& interval);
nlohmann::ordered_json json_failed(const FailedShare& failed);
// A start error has a value if it was found, and an upper limit as its value if it is below the smallest level;
// in all other outcomes the value is null, and `ci95` holds the ends that are known.
nlohmann::ordered_json json_start_error(const StartError& e);
// A list of texts that are JSON.
nlohmann::ordered_json parsed_list(const std::vector<std::string>& texts);
// What one training took, with null for what its entry does not declare.
nlohmann::ordered_json json_compute(const TrainingCompute& compute);
// A text, or null for "", which means "none" in the program.
nlohmann::ordered_json text_or_null(const std::string& text);

}  // namespace cchnn
