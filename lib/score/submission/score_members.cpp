#include "score/submission/score_members.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/submission/prepared_submission.hpp"

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

void each_member(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                 CountedSamples counted, double span, std::mutex& reading,
                 const std::function<void(TrajectoryView)>& see) {
    const TrajectoryFileInfo& info = submission.info();
    const std::size_t width = truth.spread->sigma.size() / 2, size = width * to_size(counted.samples);
    const auto complete = [&](std::vector<double>& values, const double* of_truth) {
        values.resize(size, NAN);
        std::copy_n(of_truth, width * to_size(counted.given), values.begin());
    };
    const bool at_once = submission.samples_at_once() >= info.samples;
    std::vector<double> x, v, all_x, all_v;
    if (at_once) {
        const std::lock_guard lock(reading);
        submission.read_members(trajectory, 0, info.samples, all_x, all_v);
    }
    const std::size_t stored = all_x.size() / to_size(info.members);
    for (int m = 0; m < info.members; ++m) {
        if (at_once) {
            x.assign(all_x.begin() + m * stored, all_x.begin() + (m + 1) * stored);
            v.assign(all_v.begin() + m * stored, all_v.begin() + (m + 1) * stored);
        } else {
            const std::lock_guard lock(reading);
            submission.read_member(trajectory, m, x, v);
        }
        complete(x, truth.x);
        complete(v, truth.v);
        lose_what_is_beyond(truth, span, x.data(), v.data(), size);
        see({x.data(), v.data()});
    }
}

}  // namespace cchnn
