#pragma once
// The document of --json, which tells how its command ended whatever ended it (schemas/commands.md): "unfinished" from
// the beginning of the work, then its result, or the error or signal that ended it. An end before the work, as of an
// option that there is none of, is told by what the command line shows of --json.

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

// Of all but the first `done`, of which there are results.
template <class Name>
std::vector<std::string> names_from(const std::vector<Name>& all, std::size_t done) {
    std::vector<std::string> names;
    for (std::size_t i = done; i < all.size(); ++i) names.push_back(std::filesystem::path(all[i]).string());
    return names;
}

// The document of a command that ends so; `exit_code` may be not_ended.
using JsonText = std::function<std::string(int exit_code, const std::vector<Problem>& problems)>;

// Runs `work`, which may change what `text` and `rule` refer to. Other outputs are written by `work`: their failure is
// told too. `option` is the one that names the file.
ExitCode with_json_text(const std::string& json, const OutputRule& rule, const JsonText& text,
                        const std::function<ExitCode()>& work, const char* option = "--json");

// `work` adds to the report's items what is done, as it is done.
template <class Work>
ExitCode with_json(CommandReport report, const std::string& json, const OutputRule& rule, const Work& work,
                   const char* option = "--json") {
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        return command_json(report, code, problems);
    };
    return with_json_text(
        json, rule, text, [&] { return work(report); }, option);
}

// The JSON is `reports.front()`; `work` sets `found` to it as it is when all goes well. All reports have their places
// before the work.
ExitCode with_reports(const std::vector<ReportFile>& reports, const OutputRule& rule, const std::string& found,
                      const std::function<ExitCode()>& work);

// Of a command that ended before any of these: where the words of its line name a place for JSON that holds an earlier
// report, or nothing, and is none of the line's other files.
void tell_early_end(const std::string& program, int argc, const char* const* argv, const End& end);

}  // namespace cchnn
