#pragma once
// What a command did, as JSON for machines (schemas/commands.md, schemas/command.schema.json), written however it ends:
//   {"format": "cchnn-gen generate", "format_version": 1, "tool_version": "0.3.0", "verdict": "done", "exit_code": 0,
//    KEY: [item, ...], "problems": []}

#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct CommandReport {
    std::string format;                   // "cchnn-gen generate"
    std::string key;                      // of the list: "systems"; "": there is none
    std::vector<std::string> items{};     // JSON, one a system, a file, ...
    std::string besides{};                // JSON of an object whose members stand beside the list; ""
    std::vector<std::string> not_done{};  // what the command was asked for and has no result of, when it ended early
};

// What a document says until its command ends: null as exit code, "unfinished" as verdict.
inline constexpr int not_ended = -1;

// `exit_code` is the program's: one of core/errors.hpp, or 128 + a signal's number; or not_ended.
std::string command_json(const CommandReport& report, int exit_code, const std::vector<Problem>& problems);

// A report of another kind whose command ended otherwise than it says: verdict, exit code, problems and what was not
// done are replaced, the rest stays.
std::string with_end(const std::string& json, int exit_code, const std::vector<Problem>& problems,
                     const std::vector<std::string>& not_done = {});

// A report, with the commit of the program that writes it behind the version, as "tool_commit"; unchanged where the
// commit is "", or where the document says no version, as that of a system.
std::string with_commit(const std::string& json, const std::string& commit);
// The document, which says in "open_jail" where files of others were read without all that security.md lists.
std::string with_open_jail(const std::string& json);

// What a command writes that ends before its work: of "cchnn-gen verify" "cchnn-gen verification" with no targets.
// Of a command that there is none of, "cchnn-gen command".
CommandReport report_of_command(const std::string& program, const std::string& command);

}  // namespace cchnn
