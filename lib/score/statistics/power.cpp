#include "score/statistics/power.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t most_seeds = 1000;

// Variance of one seed's mean; 0 where seeds do not vary.
double of_one_seed(const std::vector<double>& seeds) {
    return seeds.size() > 1 ? centre_of(seeds).variance_of_mean * to_double(seeds.size()) : 0;
}

// r^2 / S of (2): how much of the unexplained variance is left in a mean over the measured seeds.
double per_seed(double rest, const std::vector<double>& seeds) {
    return seeds.empty() ? 0 : rest / to_double(seeds.size());
}

// The parts of (1).
std::vector<Centre> parts_with(const std::vector<PairOnSystem>& systems, double seeds) {
    std::vector<Centre> parts;
    const double scale = 1 / to_double(systems.size() * systems.size());
    for (const PairOnSystem& system : systems) {
        const double n = to_double(system.differences.size());
        for (const std::vector<double>* side : {&system.seeds_a, &system.seeds_b})
            if (const double variance = of_one_seed(*side); variance > 0)
                parts.push_back({0, scale * variance / seeds, seeds - 1});
        const double measured = centre_of(system.differences).variance_of_mean * n;
        const double rest = per_seed(system.rest_a, system.seeds_a) + per_seed(system.rest_b, system.seeds_b);
        const double left = std::max(measured - rest, 0.0) + (system.rest_a + system.rest_b) / seeds;
        if (left > 0) parts.push_back({0, scale * left / n, n - 1});
    }
    return parts;
}

// (3): whether so many seeds reach the wanted power. Without any variance they do.
bool seen_with(const std::vector<PairOnSystem>& systems, std::uint32_t seeds) {
    const Centre all = cautious_sum(0, parts_with(systems, seeds));
    if (!(all.dof > 0)) return true;
    return student_t_power(std::log(ratio_to_see) / std::sqrt(all.variance_of_mean), all.dof) >= power_to_see_it;
}

}  // namespace

std::optional<SeedsForPower> seeds_for_power(const std::vector<PairOnSystem>& systems) {
    const bool trained = std::any_of(systems.begin(), systems.end(), [](const PairOnSystem& system) {
        return of_one_seed(system.seeds_a) > 0 || of_one_seed(system.seeds_b) > 0;
    });
    if (!trained) return std::nullopt;
    if (!seen_with(systems, most_seeds)) return SeedsForPower{};
    std::uint32_t low = fewest_seeds - 1, high = most_seeds;  // power rises with the number of seeds
    while (high - low > 1) {
        const std::uint32_t middle = (low + high) / 2;
        (seen_with(systems, middle) ? high : low) = middle;
    }
    return SeedsForPower{high};
}

}  // namespace cchnn
