#include "core/errors.hpp"

#include "core/printable.hpp"

namespace cchnn {
namespace {

// Messages quote names, keys and numbers of untrusted files, which may be as long as the file.
std::vector<Problem> bounded(std::vector<Problem> problems) {
    constexpr std::size_t longest_where = 1500, longest_what = 2500;
    for (Problem& problem : problems) {
        problem.where = shortened(std::move(problem.where), longest_where);
        problem.what = shortened(std::move(problem.what), longest_what);
    }
    return problems;
}

}  // namespace

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
    : std::runtime_error(to_text(bounded(problems))), code_(code), problems_(bounded(std::move(problems))) {}

}  // namespace cchnn
