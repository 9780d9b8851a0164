#include "score/submission/prepared_submission.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/to_size.hpp"
#include "score/statistics/coordinate_spread.hpp"

namespace cchnn {

namespace {

// (there, held, ...) -> (count, samples, ...)
std::vector<double> padded(const std::vector<double>& values, std::size_t there, std::size_t held, std::size_t count,
                           std::size_t samples) {
    const std::size_t state = there > 0 ? values.size() / (there * held) : 0;
    std::vector<double> all(count * samples * state, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < there; ++i)
        std::copy_n(values.begin() + i * held * state, held * state, all.begin() + i * samples * state);
    return all;
}

}  // namespace

void read_padded(const TrajectoryFile& submission, int samples, std::uint64_t first, std::uint64_t count,
                 std::vector<double>& x, std::vector<double>& v) {
    const TrajectoryFileInfo& info = submission.info();
    const std::uint64_t there = first < info.count ? std::min(count, info.count - first) : 0;
    const std::size_t size = count * to_size(samples) * info.nodes * to_size(info.dimension);
    if (there > 0) submission.read(first, there, x, v);
    if (there == count && info.samples == samples) return;
    if (there == 0) {
        x.assign(size, std::numeric_limits<double>::quiet_NaN());
        v = x;
        return;
    }
    const std::size_t held = info.samples, wanted = samples;
    x = padded(x, there, held, count, wanted);
    v = padded(v, there, held, count, wanted);
}

void give_context(int context, std::uint64_t count, int samples, const std::vector<double>& truth,
                  std::vector<double>& predicted) {
    if (context == 1) return;
    const std::size_t size = truth.size() / count, given = size / to_size(samples) * context;
    for (std::size_t at = 0; at < truth.size(); at += size)
        std::copy_n(truth.begin() + at, given, predicted.begin() + at);
}

namespace {

void lose_what_is_beyond(double most, double* predicted, std::size_t size) {
    constexpr double beyond = 1e6;
    if (!(most > 0 && largest_magnitude(predicted, size) > beyond * most)) return;
    for (std::size_t i = 0; i < size; ++i)
        if (std::abs(predicted[i]) > beyond * most) predicted[i] = std::numeric_limits<double>::infinity();
}

}  // namespace

void lose_what_is_beyond(const TrajectoryView& truth, double span, double* x, double* v, std::size_t size) {
    constexpr double rounding = 1e-9;
    const double far = largest_magnitude(truth.x, size), fast = largest_magnitude(truth.v, size), slow = far / span;
    lose_what_is_beyond(far, x, size);
    lose_what_is_beyond(fast > rounding * slow ? fast : slow, v, size);
}

}  // namespace cchnn
