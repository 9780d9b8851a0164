#include "report/commands/command_report.hpp"

#include <nlohmann/json.hpp>

#include "files/jail/jail_state.hpp"
#include "report/json_parts.hpp"
#include "report/json_report.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// A command that a signal ended has an exit code above 128, as shells count.
std::string verdict_of(int exit_code) {
    if (exit_code == not_ended) return "unfinished";
    if (exit_code > 128) return "stopped";
    return exit_code == 0 ? "done" : verdict(static_cast<ExitCode>(exit_code));
}

// Null while the command is still running.
Json code_json(int exit_code) { return exit_code == not_ended ? Json(nullptr) : Json(exit_code); }

// One row of the table below.
struct CommandDocument {
    const char *command, *format, *list;
};
// Every command with the format of the document that it writes while it has no result, and the name of its list, ""
// where it has none; schemas/commands.md and schemas/command.schema.json define them.
constexpr CommandDocument documents[] = {{"cchnn-gen list", "cchnn-gen list", "groups"},
                                         {"cchnn-gen show", "cchnn-gen show", "systems"},
                                         {"cchnn-gen check", "cchnn-gen check", "files"},
                                         {"cchnn-gen info", "cchnn-gen file info", "files"},
                                         {"cchnn-gen generate", "cchnn-gen generate", "systems"},
                                         {"cchnn-gen merge", "cchnn-gen merge", "systems"},
                                         {"cchnn-gen rollout", "cchnn-gen rollout", "files"},
                                         {"cchnn-gen graph", "cchnn-gen graph", ""},
                                         {"cchnn-gen lyapunov", "cchnn-gen lyapunov", ""},
                                         {"cchnn-gen audit", "cchnn-gen audit", "systems"},
                                         {"cchnn-gen verify", "cchnn-gen verification", "targets"},
                                         {"cchnn-gen export", "cchnn-gen export", "files"},
                                         {"cchnn-gen import", "cchnn-gen import", "systems"},
                                         {"cchnn-gen observe", "cchnn-gen observe", "views"},
                                         {"cchnn-gen suite", "cchnn-gen suite", "parts"},
                                         {"cchnn-gen corpus", "cchnn-gen corpus", "corpora"},
                                         {"cchnn-gen environments", "cchnn-gen environments", "environments"},
                                         {"cchnn-gen stream", "cchnn-gen stream", "streams"},
                                         {"cchnn-gen convert", "cchnn-gen convert", "models"},
                                         {"cchnn-gen challenge seal", "cchnn-gen challenge seal", "rounds"},
                                         {"cchnn-gen challenge reveal", "cchnn-gen challenge reveal", "rounds"},
                                         {"cchnn-gen challenge verify", "cchnn-gen challenge", "checks"},
                                         {"cchnn-eval template", "cchnn-eval template", "files"},
                                         {"cchnn-eval check", "cchnn-eval check", "submissions"},
                                         {"cchnn-eval score", "cchnn-eval report", ""},
                                         {"cchnn-eval gate", "cchnn-eval report", ""},
                                         {"cchnn-eval compare", "cchnn-eval report", ""},
                                         {"cchnn-eval diff", "cchnn-eval report", ""},
                                         {"cchnn-eval suite", "cchnn-eval report", ""},
                                         {"cchnn-eval corpus", "cchnn-eval corpus", "models"},
                                         {"cchnn-eval board", "cchnn-eval report", ""}};

}  // namespace

// The document of a command, whether it succeeded or not: what was done is in its list, what was not in
// not_done and problems.
std::string command_json(const CommandReport& report, int exit_code, const std::vector<Problem>& problems) {
    Json json = report_head(report.format, verdict_of(exit_code), code_json(exit_code));
    if (!report.key.empty()) json[report.key] = parsed_list(report.items);
    if (!report.besides.empty()) json.update(Json::parse(report.besides));
    if (!report.not_done.empty()) json["not_done"] = report.not_done;
    json["problems"] = problems_json(problems);
    return json_document(json);
}

// Sets verdict, exit code and problems in a report that was made before the end of the command was known.
std::string with_end(const std::string& text, int exit_code, const std::vector<Problem>& problems,
                     const std::vector<std::string>& not_done) {
    Json json = Json::parse(text);
    json["verdict"] = verdict_of(exit_code);
    json["exit_code"] = code_json(exit_code);
    if (!not_done.empty()) json["not_done"] = not_done;
    json["problems"] = problems_json(problems);
    return json_document(json);
}

// Puts the commit of the program behind its version. Keys keep their order.
std::string with_commit(const std::string& text, const std::string& commit) {
    if (commit.empty()) return text;
    const Json json = Json::parse(text);
    if (!json.contains("tool_version")) return text;
    Json report = Json::object();
    for (const auto& [key, value] : json.items()) {
        report[key] = value;
        if (key == "tool_version") report["tool_commit"] = commit;
    }
    return json_document(report);
}

std::string with_open_jail(const std::string& text) {
    const std::string warning = open_jail_warning();
    if (warning.empty()) return text;
    Json json = Json::parse(text);
    json["open_jail"] = warning;
    return json_document(json);
}

// A command that the table does not have gets a document without a list.
CommandReport report_of_command(const std::string& program, const std::string& command) {
    for (const CommandDocument& known : documents)
        if (program + " " + command == known.command) return {known.format, known.list};
    return {program + " command", ""};
}

}  // namespace cchnn
