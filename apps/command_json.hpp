#pragma once
// The document of --json, which tells how its command ended whatever ended it (schemas/commands.md): "unfinished" from
// the beginning of the work, then its result, or the error or signal that ended it. If a command ends before its work,
// for instance because of an unknown option, tell_early_end() finds the file of --json in the words of the command
// line. A command that is killed leaves "unfinished".

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "quiet.hpp"
#include "report/commands/command_report.hpp"
#include "report/report_file.hpp"
#include "run_program.hpp"

namespace cchnn {

// Nothing is said on standard output beside JSON.
inline bool is_silent(const std::string& json) { return quiet || is_standard_output(json); }

// The names of all but the first `done`, which have results.
template <class Name>
std::vector<std::string> names_from(const std::vector<Name>& all, std::size_t done) {
    std::vector<std::string> names;
    for (std::size_t i = done; i < all.size(); ++i) names.push_back(std::filesystem::path(all[i]).string());
    return names;
}

// The document of a command that ends with this exit code and these problems; `exit_code` may be not_ended.
using JsonText = std::function<std::string(int exit_code, const std::vector<Problem>& problems)>;

// Runs `work`, which may change what `text` and `rule` refer to. `work` writes all other outputs; if it fails there,
// the document says so. `option` is the one that names the file.
ExitCode with_json_text(const std::string& json, const OutputRule& rule, const JsonText& text,
                        const std::function<ExitCode()>& work, const char* option = "--json");

// `work` adds an item to the report as soon as its result is there.
template <class Work>
ExitCode with_json(CommandReport report, const std::string& json, const OutputRule& rule, const Work& work,
                   const char* option = "--json") {
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        return command_json(report, code, problems);
    };
    return with_json_text(
        json, rule, text, [&] { return work(report); }, option);
}

// The place of the JSON is `reports.front()`; `work` sets `found` to its text for a command that succeeds. The places
// of all reports are checked before the work begins.
ExitCode with_reports(const std::vector<ReportFile>& reports, const OutputRule& rule, const std::string& found,
                      const std::function<ExitCode()>& work);

// Writes the document of a command that ended before any of these functions was called. Only where the words of its
// command line name a place for JSON that holds an earlier report or nothing, and that is none of its other files.
void tell_early_end(const std::string& program, int argc, const char* const* argv, const End& end);

}  // namespace cchnn
