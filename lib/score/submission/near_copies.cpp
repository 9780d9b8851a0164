#include "score/submission/near_copies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "score/metrics/relative_error.hpp"
#include "score/submission/partial_submission.hpp"
#include "score/submission/trajectory_blocks.hpp"

namespace cchnn {
namespace {

struct Predictions {
    std::vector<double> x, v;  // (count, T, n, d)
    StateParts state(std::size_t at) const { return {&x[at], &v[at]}; }
};

// Mean over time of D of the trajectory that begins at `at`; none where (1) does not hold.
std::optional<double> mean_distance(const Predictions& a, const Predictions& b, std::size_t at, std::size_t samples,
                                    std::size_t size) {
    double sum = 0;
    for (std::size_t k = 0; k < samples; ++k, at += size) {
        const bool finite = is_finite(a.state(at), size);
        if (finite != is_finite(b.state(at), size)) return std::nullopt;
        const double distance = finite ? relative_error(a.state(at), b.state(at), size) : 0;
        if (distance > near_copy_distance) return std::nullopt;
        sum += distance;
    }
    return sum / static_cast<double>(samples);
}

// log of the share that a distance is of an error; 0 of 0 is none.
double log_share(double distance, double error) {
    return std::log(std::max(distance, std::numeric_limits<double>::min())) - std::log(error);
}

}  // namespace

bool near_copies(const TrajectoryFile& a, const TrajectoryFile& b, std::uint64_t count, int samples,
                 const std::vector<double>& errors_a, const std::vector<double>& errors_b) {
    const TrajectoryFileInfo& info = a.info();
    const std::size_t size = static_cast<std::size_t>(info.nodes) * static_cast<std::size_t>(info.dimension),
                      length = static_cast<std::size_t>(samples);
    Predictions of_a, of_b;
    double logs_a = 0, logs_b = 0;
    std::uint64_t block = 1;  // most pairs differ in their first trajectory
    for (std::uint64_t first = 0; first < count; first += block) {
        if (first > 0) block = std::min(trajectories_per_block(info), count - first);
        read_padded(a, samples, first, block, of_a.x, of_a.v);
        read_padded(b, samples, first, block, of_b.x, of_b.v);
        for (std::uint64_t i = 0; i < block; ++i) {
            const auto distance = mean_distance(of_a, of_b, i * length * size, length, size);
            if (!distance) return false;
            logs_a += log_share(*distance, errors_a.at(first + i));
            logs_b += log_share(*distance, errors_b.at(first + i));
        }
    }
    return std::max(logs_a, logs_b) <= static_cast<double>(count) * std::log(near_copy_share);
}

}  // namespace cchnn
