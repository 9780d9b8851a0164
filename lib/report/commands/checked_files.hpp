#pragma once
// What the two checks found in each file, as items of a command's JSON (command_report.hpp).

#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/submission/submission.hpp"

namespace cchnn {

struct CheckedSystem {
    std::string file{};                  // as it was named
    std::vector<Problem> problems{};     // empty: valid
    std::vector<std::string> remarks{};  // about the states that it gives
    std::string facts{};                 // system_facts_json(), where it compiled
};
// Each problem with the JSON pointer of its place and the value there, where there is one that is no list or object.
std::string checked_json(const CheckedSystem& checked);

struct CheckedSubmission {
    std::string file;
    std::vector<Problem> problems{};  // empty: it can be scored
    std::vector<std::string> remarks{};
    std::optional<NotFinite> not_finite{};  // where it could be read
};
std::string checked_json(const CheckedSubmission& checked);

}  // namespace cchnn
