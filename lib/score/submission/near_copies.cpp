#include "score/submission/near_copies.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/submission/prepared_submission.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// The predictions of one submission for a block of trajectories. state() is the state that begins at an entry.
struct Predictions {
    std::vector<double> x, v;  // (count, T, n, d)
    StateParts state(std::size_t at) const { return {&x[at], &v[at]}; }
};

// Mean over the samples from `given` on of log D of the trajectory that begins at `at`.
double mean_log_distance(const Predictions& a, const Predictions& b, std::size_t at, std::size_t given,
                         std::size_t samples, std::size_t size) {
    constexpr double rounding = 1e-16;
    double sum = 0;
    for (std::size_t k = given; k < samples; ++k) {
        const StateParts one = a.state(at + k * size), other = b.state(at + k * size);
        if (is_finite(one, size) && is_finite(other, size))
            sum += std::log(std::max(relative_error(one, other, size), rounding));
    }
    return sum / to_double(samples - given);
}

// Moves predictions to where they have `share` of their errors.
void shrink_errors(Predictions& of, const Predictions& truth, double share) {
    for (std::size_t i = 0; i < of.x.size(); ++i) {
        of.x[i] = truth.x[i] + share * (of.x[i] - truth.x[i]);
        of.v[i] = truth.v[i] + share * (of.v[i] - truth.v[i]);
    }
}

double mean_log(const std::vector<double>& errors) {
    double sum = 0;
    for (const double error : errors) sum += std::log(error);
    return sum / to_double(errors.size());
}

}  // namespace

CopyDistance distance_in_errors(const TrajectoryFile& truth, const TrajectoryFile& a, const TrajectoryFile& b,
                                int context, const std::vector<double>& errors_a, const std::vector<double>& errors_b) {
    const double error_a = mean_log(errors_a), error_b = mean_log(errors_b), apart = std::fabs(error_a - error_b);
    if (apart > std::log(2.0)) return {};
    const TrajectoryFileInfo& info = a.info();
    const std::uint64_t count = truth.info().count;
    const int samples = truth.info().samples;
    const std::size_t size = to_size(info.nodes) * info.dimension, length = samples;
    Predictions of_truth, of_a, of_b;
    double distances = 0, shrunk = 0;
    const std::uint64_t block = trajectories_per_block(info);
    for (std::uint64_t first = 0; first < count; first += block) {
        const std::uint64_t here = std::min(block, count - first);
        read_padded(a, samples, first, here, of_a.x, of_a.v);
        read_padded(b, samples, first, here, of_b.x, of_b.v);
        read_padded(truth, samples, first, here, of_truth.x, of_truth.v);
        for (std::uint64_t i = 0; i < here; ++i)
            distances += mean_log_distance(of_a, of_b, i * length * size, context, length, size);
        shrink_errors(error_a > error_b ? of_a : of_b, of_truth, std::exp(-apart));
        for (std::uint64_t i = 0; i < here; ++i)
            shrunk += mean_log_distance(of_a, of_b, i * length * size, context, length, size);
    }
    const auto in_errors = [&](double logs) { return std::exp(logs / to_double(count) - std::min(error_a, error_b)); };
    return {in_errors(distances), in_errors(shrunk), std::exp(-apart)};
}

}  // namespace cchnn
