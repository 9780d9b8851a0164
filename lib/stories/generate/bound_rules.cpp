#include "stories/generate/bound_rules.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "core/option.hpp"

namespace cchnn {

std::vector<Problem> refinement_problems(const Protocol& protocol, bool bound, std::optional<double> refine) {
    std::vector<Problem> problems;
    if (!refine) return problems;
    const auto rule = [&](bool holds, const std::string& what) {
        if (!holds) problems.push_back({option("refine"), what});
    };
    rule(std::isfinite(*refine) && *refine >= 0 && *refine < 1,
         "must be off or a bound between 0 and 1, got " + number_text(*refine));
    rule(*refine == 0 || bound, "needs error bounds; remove " + option("bound") + " off");
    rule(*refine == 0 || !symplectic(protocol.method), "would replace trajectories of " +
                                                           std::string(name(protocol.method)) +
                                                           ", which is symplectic, by non-symplectic ones; remove it");
    return problems;
}

}  // namespace cchnn
