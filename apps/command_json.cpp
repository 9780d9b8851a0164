#include "command_json.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>

#include "commit.hpp"

namespace cchnn {
namespace {

bool json_is_told = false;  // written, or its place cannot be written to and stays as it is

const std::vector<Problem> not_ended_yet{
    {"", "has not ended, or was ended at once (SIGKILL, a second signal): this is not a result; rerun the command"}};

ReportFile json_file(const std::string& path) { return {"--json", path, ReportFormat::json}; }

// The first failure decides the exit code. If its report cannot be written, that is only printed.
void write_failure(const std::string& program, const ReportFile& file, const std::string& text,
                   const OutputRule& rule) {
    try {
        write_report(file, text, rule);
    } catch (const Error& not_written) {
        print_problems(program.c_str(), not_written.problems());
    }
}

// A full disk, or a limit of file sizes, may have space for the reason where it has none for the result. Its caller reports
// the first failure, so a second one is not an error.
void write_short_failure(const ReportFile& file, const std::string& format, const End& end, const OutputRule& rule) {
    try {
        write_report(file, with_commit(command_json({format, ""}, end.code, end.problems), built_from_commit), rule);
    } catch (const Error&) {
    }
}

// Which file stands at a place: another one after each report, since reports are renamed into their place.
struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  // when it was written: numbers are given again
    bool operator==(const FileIdentity&) const = default;
};
FileIdentity identity_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return {status.st_dev, status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

// "cchnn-gen generate" of {"format": "cchnn-gen generate", ...
std::string format_of(const std::string& text) {
    const std::size_t begin = text.find("cchnn-");
    return begin == std::string::npos ? "cchnn" : text.substr(begin, text.find('"', begin) - begin);
}
// "cchnn-gen" of the same.
std::string program_of(const std::string& text) {
    const std::string format = format_of(text);
    return format.substr(0, format.find(' '));
}

// What stands behind --json, the last one; "" for nothing.
std::string json_in(const std::vector<std::string>& words) {
    std::string json;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].starts_with("--json=")) json = words[i].substr(7);
        else if (words[i] == "--json" && i + 1 < words.size() && !words[i + 1].starts_with("--")) json = words[++i];
    return json;
}

// Names of files that a line may read or write: its words, and parts of FLAG=FILE, TEST:SUB and -oFILE.
std::vector<std::filesystem::path> names_in(const std::vector<std::string>& words) {
    std::vector<std::filesystem::path> names;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].starts_with("--json")) {
            i += words[i] == "--json";
            continue;
        }
        names.push_back(words[i]);
        if (words[i].starts_with("-o")) names.push_back(words[i].substr(2));
        for (const char mark : {'=', ':'})
            if (const std::size_t at = words[i].find(mark); at != std::string::npos)
                names.insert(names.end(), {words[i].substr(0, at), words[i].substr(at + 1)});
    }
    std::erase_if(names, [](const std::filesystem::path& name) { return name.empty(); });
    return names;
}

// "generate", "challenge seal".
std::string command_in(const std::vector<std::string>& words) {
    if (words.empty()) return "";
    return words.size() > 1 && words[0] == "challenge" ? words[0] + " " + words[1] : words[0];
}

}  // namespace

ExitCode with_json_text(const std::string& json, const OutputRule& rule, const JsonText& document,
                        const std::function<ExitCode()>& work, const char* option) {
    const ReportFile file{option, json, ReportFormat::json};
    const JsonText text = [&](int code, const std::vector<Problem>& problems) {
        return with_commit(document(code, problems), built_from_commit);
    };
    json_is_told = true;
    require_places({file}, rule);
    if (is_free_place(file)) write_report(file, text(not_ended, not_ended_yet), rule);
    const FileIdentity before = identity_of(json);
    ExitCode code = ExitCode::ok;
    try {
        code = work();
        check_standard_output();
    } catch (...) {
        const End end = end_of_exception();
        // What stands there by now may be the report of another run, which ended well.
        if (!json.empty() && identity_of(json) == before) {
            const std::string written = text(end.code, end.problems);
            write_failure(program_of(written), file, with_open_jail(written), rule);
        }
        throw;
    }
    if (json.empty()) return code;
    const std::string written = with_open_jail(text(static_cast<int>(code), {}));
    try {
        write_report(file, written, rule);
    } catch (const Error&) {
        const End end = end_of_exception();
        if (identity_of(json) == before) write_short_failure(file, format_of(written), end, rule);
        throw;
    }
    return code;
}

ExitCode with_reports(const std::vector<ReportFile>& reports, const OutputRule& rule, const std::string& found,
                      const std::function<ExitCode()>& work) {
    const auto text = [&](int code, const std::vector<Problem>& problems) {
        if (found.empty()) return command_json({"cchnn-eval report", ""}, code, problems);
        return problems.empty() ? found : with_end(found, code, problems);
    };
    OutputRule rule_of_json = rule;
    for (std::size_t i = 1; i < reports.size(); ++i) rule_of_json.outputs.push_back(reports[i].path);
    return with_json_text(reports.front().path, rule_of_json, text, [&] {
        require_places(reports, rule);
        return work();
    });
}

void tell_early_end(const std::string& program, int argc, const char* const* argv, const End& end) {
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const std::string json = json_in(words);
    if (json_is_told || json.empty()) return;
    json_is_told = true;
    try {
        const std::vector<std::filesystem::path> names = names_in(words);
        const CommandReport report = report_of_command(program, command_in(words));
        write_report(json_file(json), with_commit(command_json(report, end.code, end.problems), built_from_commit),
                     {names, false, names});
        check_standard_output();
    } catch (const std::exception&) {  // the place is not for reports, which may be what was just said
    }
}

}  // namespace cchnn
