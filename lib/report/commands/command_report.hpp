#pragma once
// What a command did, as JSON for machines (schemas/commands.md, schemas/command.schema.json), written however it ends:
//   {"format": "cchnn-gen generate", "format_version": 1, "tool_version": "0.2.0", "verdict": "done", "exit_code": 0,
//    KEY: [item, ...], "problems": []}

#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct CommandReport {
    std::string format;                // "cchnn-gen generate"
    std::string key;                   // of the list: "systems"; "": there is none
    std::vector<std::string> items{};  // JSON, one a system, a file, ...
    std::string besides{};             // JSON of an object whose members stand beside the list; ""
};

// `exit_code` is the program's: one of core/errors.hpp, or 128 + a signal's number.
std::string command_json(const CommandReport& report, int exit_code, const std::vector<Problem>& problems);

}  // namespace cchnn
