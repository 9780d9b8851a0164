#include "score/submission/score_members.hpp"

#include <algorithm>

#include "core/counted.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

// The mean over members of a sample; member m is at m stride.
void set_mean(const double* members, std::size_t count, std::size_t stride, std::size_t size, double* mean) {
    std::fill_n(mean, size, 0.0);
    for (std::size_t m = 0; m < count; ++m)
        for (std::size_t i = 0; i < size; ++i) mean[i] += members[m * stride + i];
    for (std::size_t i = 0; i < size; ++i) mean[i] /= to_double(count);
}

}  // namespace

EnsembleScores score_members(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                             CountedSamples counted, std::mutex& reading, double* mean_x, double* mean_v) {
    const TrajectoryFileInfo& info = submission.info();
    const std::size_t size = truth.spread->sigma.size() / 2, members = info.members;
    EnsembleTally tally(*truth.spread, info.members);
    const int there = trajectory < info.count ? std::min(counted.samples, info.samples) : 0;
    for (int k = counted.first; k < counted.given; ++k) {
        const std::size_t at = k * size;
        tally.add(truth.x + at, truth.v + at, truth.x + at, truth.v + at, 0);
    }
    std::vector<double> x, v;
    for (int k = counted.given; k < there; k += submission.samples_at_once()) {
        const int some = std::min(submission.samples_at_once(), there - k);
        {
            const std::lock_guard lock(reading);
            submission.read_members(trajectory, k, some, x, v);
        }
        const std::size_t stride = some * size;
        for (int one = 0; one < some; ++one) {
            const std::size_t from = one * size, at = to_size(k + one) * size;
            set_mean(&x[from], members, stride, size, mean_x + at);
            set_mean(&v[from], members, stride, size, mean_v + at);
            if (k + one >= counted.first && k + one < counted.end)
                tally.add(truth.x + at, truth.v + at, &x[from], &v[from], stride);
        }
    }
    tally.add_missing(std::max(0, counted.end - std::max({counted.first, counted.given, there})));
    return tally.finish();
}

EnsembleScores score_single(TrajectoryView truth, TrajectoryView predicted, CountedSamples counted) {
    const std::size_t size = truth.spread->sigma.size() / 2;
    EnsembleTally tally(*truth.spread, 1);
    for (int k = counted.first; k < counted.end; ++k) {
        const std::size_t at = k * size;
        tally.add(truth.x + at, truth.v + at, predicted.x + at, predicted.v + at, size);
    }
    return tally.finish();
}

}  // namespace cchnn
