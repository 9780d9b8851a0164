#include "score/solver_ladder.hpp"

#include <utility>

namespace cchnn {
namespace {

using Rungs = std::vector<SolverRung>;
using Number = double SolverRung::*;

// The least of `by`, then of `then`, among those where `other` is at most `limit`.
std::optional<std::size_t> least(const Rungs& rungs, Number by, Number then, Number other, double limit) {
    std::optional<std::size_t> best;
    const auto rank = [&](std::size_t r) { return std::pair(rungs[r].*by, rungs[r].*then); };
    for (std::size_t r = 0; r < rungs.size(); ++r)
        if (rungs[r].*other <= limit && (!best || rank(r) < rank(*best))) best = r;
    return best;
}

// Whether no rung has less of `by`: a coarser setting, which was not run, might have done as well.
bool is_least(const Rungs& rungs, std::optional<std::size_t> rung, Number by) {
    if (!rung) return false;
    for (const SolverRung& other : rungs)
        if (other.*by < rungs[*rung].*by) return false;
    return true;
}

}  // namespace

SolverComparison beside_solver(const SolverLadder& ladder, double error, std::optional<double> seconds) {
    const Rungs& rungs = ladder.rungs;
    SolverComparison found{error, seconds};
    found.at_equal_error = least(rungs, &SolverRung::seconds, &SolverRung::error, &SolverRung::error, error);
    found.cheapest_is_enough = is_least(rungs, found.at_equal_error, &SolverRung::seconds);
    if (seconds)
        found.at_equal_time = least(rungs, &SolverRung::error, &SolverRung::seconds, &SolverRung::seconds, *seconds);
    found.fewest_evaluations = least(rungs, &SolverRung::evaluations, &SolverRung::error, &SolverRung::error, error);
    found.fewest_is_enough = is_least(rungs, found.fewest_evaluations, &SolverRung::evaluations);
    return found;
}

}  // namespace cchnn
