#include "score/truth_floor.hpp"

#include <algorithm>
#include <cstdio>

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
