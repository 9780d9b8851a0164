#include "report/commands/command_report.hpp"

#include <nlohmann/json.hpp>

#include "core/version.hpp"
#include "report/json_report.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string verdict_of(int exit_code) {
    if (exit_code > 128) return "stopped";
    return exit_code == 0 ? "done" : verdict(static_cast<ExitCode>(exit_code));
}

}  // namespace

std::string command_json(const CommandReport& report, int exit_code, const std::vector<Problem>& problems) {
    Json json{{"format", report.format},
              {"format_version", report_format_version},
              {"tool_version", tool_version},
              {"verdict", verdict_of(exit_code)},
              {"exit_code", exit_code}};
    if (!report.key.empty()) json[report.key] = Json::array();
    for (const std::string& item : report.items) json[report.key].push_back(Json::parse(item));
    if (!report.besides.empty()) json.update(Json::parse(report.besides));
    json["problems"] = Json::array();
    for (const Problem& problem : problems)
        json["problems"].push_back({{"where", problem.where}, {"what", problem.what}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cchnn
