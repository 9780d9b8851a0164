#include "score/truth_floor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {

void add_trajectory(TruthFloor& floor, const std::vector<double>& err, const double* bound, std::size_t first) {
    std::uint64_t within = 0;
    for (std::size_t k = first; k < err.size(); ++k) {
        ++floor.of_samples;
        if (!(err[k] <= bound[k])) continue;
        ++within;
        floor.largest_bound = std::max(floor.largest_bound, bound[k]);
    }
    floor.samples += within;
    floor.trajectories += within > 0;
}

double typical_bound(const TrajectoryFile& truth, const MetricChoices& choices) {
    constexpr double rounding = 1e-16;
    const TrajectoryFileInfo& info = truth.info();
    if (!info.description.bounded || info.samples < 2) return 0;
    const std::size_t samples = info.samples;
    const std::size_t given = choices.last_given() + 1;
    const std::size_t end = choices.last_given() + choices.scored_samples(info.samples);
    const std::uint64_t per_block = trajectories_per_block(info);
    std::vector<double> bounds;
    double logs = 0;
    for (std::uint64_t first = 0; first < info.count; first += per_block) {
        const std::uint64_t count = std::min(per_block, info.count - first);
        bounds = truth.rows("/error_bound", first, count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = given; k < end; ++k) logs += std::log(std::max(bounds[i * samples + k], rounding));
    }
    return std::exp(logs / (to_double(info.count) * to_double(end - given)));
}

std::string remark(const TruthFloor& floor) {
    if (floor.samples == 0) return "";
    char text[200];
    std::snprintf(text, sizeof text,
                  "%llu of %llu errors (in %llu %s) are not above the estimated error_bound of the reference, there "
                  "%.1e or less",
                  static_cast<unsigned long long>(floor.samples), static_cast<unsigned long long>(floor.of_samples),
                  static_cast<unsigned long long>(floor.trajectories),
                  floor.trajectories == 1 ? "trajectory" : "trajectories", floor.largest_bound);
    return text;
}

}  // namespace cchnn
