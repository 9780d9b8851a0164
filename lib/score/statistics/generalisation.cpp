#include "score/statistics/generalisation.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

// Log errors on one set of trajectories: the mean over seeds of each trajectory, the mean over trajectories of each
// seed.
struct SideOfRatio {
    std::vector<double> trajectories, seeds;
};

// One list of errors for each seed; all of the same trajectories.
SideOfRatio side_of(const std::vector<std::vector<double>>& errors) {
    SideOfRatio side{std::vector<double>(errors.front().size()), {}};
    for (const std::vector<double>& seed : errors) {
        double sum = 0;
        for (std::size_t i = 0; i < seed.size(); ++i) {
            const double log = std::log(seed[i]);
            sum += log;
            side.trajectories[i] += log / to_double(errors.size());
        }
        side.seeds.push_back(sum / to_double(seed.size()));
    }
    return side;
}

// The ratio with Student's interval, which is left out where the variance is 0 or not finite.
Generalisation with_ends(const LogGeneralisation& ratio) {
    Generalisation found{std::exp(ratio.log), {}};
    const double off = ratio.dof > 0 ? student_t_95(ratio.dof) * std::sqrt(ratio.variance) : 0;
    if (off > 0 && std::isfinite(off)) found.ci95 = Interval{std::exp(ratio.log - off), std::exp(ratio.log + off)};
    return found;
}

}  // namespace

std::optional<LogGeneralisation> log_generalisation(const std::vector<std::vector<double>>& in,
                                                    const std::vector<std::vector<double>>& out) {
    constexpr std::size_t fewest_on_a_side = 5;
    const SideOfRatio a = side_of(in), b = side_of(out);
    std::vector<double> of_seeds;
    for (std::size_t s = 0; s < a.seeds.size(); ++s) of_seeds.push_back(b.seeds[s] - a.seeds[s]);
    const Centre seeds = centre_of(of_seeds), from = centre_of(a.trajectories), to = centre_of(b.trajectories);
    const Centre all = sum_of_variances(seeds.mean, {seeds, from, to});
    if (!std::isfinite(all.mean)) return std::nullopt;
    const bool few = std::min(a.trajectories.size(), b.trajectories.size()) < fewest_on_a_side;
    return LogGeneralisation{all.mean, all.variance_of_mean, few ? 0 : all.dof};
}

Generalisation generalisation(const std::vector<std::vector<double>>& in, const std::vector<std::vector<double>>& out) {
    const auto ratio = log_generalisation(in, out);
    return ratio ? with_ends(*ratio) : Generalisation{INFINITY, {}};
}

Generalisation mean_generalisation(const std::vector<LogGeneralisation>& parts) {
    LogGeneralisation mean;
    double squares = 0;
    const double n = to_double(parts.size());
    bool all = !parts.empty();
    for (const LogGeneralisation& part : parts) {
        const double variance = part.variance / (n * n);
        mean.log += part.log / n;
        mean.variance += variance;
        all = all && part.dof > 0;
        if (part.dof > 0) squares += variance * variance / part.dof;
    }
    mean.dof = all && squares > 0 ? mean.variance * mean.variance / squares : 0;
    return with_ends(mean);
}

}  // namespace cchnn
