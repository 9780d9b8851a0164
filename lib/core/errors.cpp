#include "core/errors.hpp"

namespace cchnn {

std::string to_text(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty()) text += '\n';
        if (!problem.where.empty()) text += problem.where + ": ";
        text += problem.what;
    }
    return text;
}

Error::Error(ExitCode code, std::vector<Problem> problems)
    : std::runtime_error(to_text(problems)), code_(code), problems_(std::move(problems)) {}

}  // namespace cchnn
