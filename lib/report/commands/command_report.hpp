#pragma once
// What a command did, as JSON for machines (schemas/commands.md, schemas/command.schema.json), written however it ends:
//   {"format": "cchnn-gen generate", "format_version": 1, "tool_version": "0.3.0", "verdict": "done", "exit_code": 0,
//    KEY: [item, ...], "problems": []}

#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// What a command fills while it runs, and apps/command_json.hpp writes when it ends. Commands whose report is
// of another kind (scores, audits, verifications) write that report, and only its end is set here, by
// with_end().
struct CommandReport {
    std::string format;                   // "cchnn-gen generate"
    std::string key;                      // of the list: "systems"; "": there is none
    std::vector<std::string> items{};     // JSON, one a system, a file, ...
    std::string besides{};                // JSON of an object whose members stand beside the list; ""
    std::vector<std::string> not_done{};  // what the command was asked for and has no result of, when it ended early
};

// The exit code of a command that is still running. A document is written before the work begins, so that a
// command that is killed leaves one that says "unfinished", with null as its exit code.
inline constexpr int not_ended = -1;

// The document. `exit_code` is the program's: one of core/errors.hpp, 128 + the number of a signal that stopped
// it, or not_ended. The verdict follows from it: "done", "stopped", "unfinished", or the name of the error.
std::string command_json(const CommandReport& report, int exit_code, const std::vector<Problem>& problems);

// A report of another kind, for a command that ended in another way than the report says, as when a signal came
// after it was made. Verdict, exit code, problems and what was not done are replaced; the rest stays.
std::string with_end(const std::string& json, int exit_code, const std::vector<Problem>& problems,
                     const std::vector<std::string>& not_done = {});

// A report with the commit of the program that writes it, as "tool_commit" directly behind "tool_version".
// Unchanged where the commit is "", and for a document without a version, such as a system.
std::string with_commit(const std::string& json, const std::string& commit);
// A document with the member "open_jail" if files of other people were read without the whole protection that
// security.md lists; else the document as it is. Who reads the document later cannot see the warning on the
// terminal.
std::string with_open_jail(const std::string& json);

// The empty report of a command that ended before its work began, as with an unknown option. Format and list are those
// of the document that the command writes while it has no result: for commands that score or compare files,
// "cchnn-eval report" without a list. For an unknown command the format is "PROGRAM command" and there is no list.
CommandReport report_of_command(const std::string& program, const std::string& command);

}  // namespace cchnn
