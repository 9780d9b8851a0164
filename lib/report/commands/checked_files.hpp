#pragma once
// The results of the two `check` commands, one object for each file, as items of the command's JSON
// (command_report.hpp; schemas/commands.md). `cchnn-gen check` fills CheckedSystem, `cchnn-eval check` fills
// CheckedSubmission (run_check.cpp of each program).

#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/submission/submission.hpp"

namespace cchnn {

// A system file that was checked. A file may have problems, which make it invalid, or remarks, which do not.
struct CheckedSystem {
    std::string file{};                  // as it was named
    std::vector<Problem> problems{};     // empty: valid
    std::vector<std::string> remarks{};  // about the states that it gives
    std::string facts{};                 // system_facts_json(), where it compiled
};
// The object of one system. Each problem within the document has the JSON pointer of its place, and the value there
// unless it is a list or an object, so that a program can show or correct it. Reads the file again if it has
// problems.
std::string checked_json(const CheckedSystem& checked);

// A submission that was checked against its test set. Values that are not finite are no problem: they are
// scored as the worst value, and reported by number and trajectory.
struct CheckedSubmission {
    std::string file;
    std::vector<Problem> problems{};  // empty: it can be scored
    std::vector<std::string> remarks{};
    std::optional<NotFinite> not_finite{};  // where it could be read
};
std::string checked_json(const CheckedSubmission& checked);

}  // namespace cchnn
