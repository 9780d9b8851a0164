#include "judge/stored_state.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace cchnn::judge {

double norm(const double* values, std::size_t count) {
    double size = 0;
    for (std::size_t i = 0; i < count; ++i) size = std::hypot(size, values[i]);
    return size;
}

bool all_finite(const double* values, std::size_t count) {
    return std::all_of(values, values + count, [](double value) { return std::isfinite(value); });
}

bool finite_at(const Stored& stored, std::size_t k, std::size_t width) {
    return all_finite(&stored.x[k * width], width) && all_finite(&stored.v[k * width], width);
}

std::string no_start(const Stored& stored, std::size_t width, std::size_t angles) {
    if (stored.times.size() < 2) return "it ends before its second sample";
    if (!all_finite(stored.inputs.data(), stored.inputs.size())) return "an input is not finite";
    const bool finite = finite_at(stored, 0, width) && all_finite(stored.tracks.data(), stored.tracks.size()) &&
                        all_finite(stored.angles.data(), angles);
    return finite ? "" : "its first sample is not finite";
}

std::vector<double> first_state(const Stored& stored, std::size_t width, std::size_t angles) {
    std::vector<double> start(stored.x.data(), stored.x.data() + width);
    start.insert(start.end(), stored.v.data(), stored.v.data() + width);
    start.insert(start.end(), stored.tracks.begin(), stored.tracks.end());
    start.insert(start.end(), stored.angles.data(), stored.angles.data() + angles);
    return start;
}

SizesInTime sizes_in_time(const Stored& stored, std::size_t width, std::size_t samples) {
    const double step = stored.times[1] - stored.times[0];
    SizesInTime sizes(samples);
    Sizes largest{0, 0};
    for (std::size_t k = samples; k-- > 0;) {
        if (finite_at(stored, k, width)) {
            largest.x = std::max(largest.x, norm(&stored.x[k * width], width));
            largest.v = std::max(largest.v, norm(&stored.v[k * width], width));
        }
        sizes[k].x = std::max(largest.x, largest.v * step);
        sizes[k].v = std::max(largest.v, 1e-3 * sizes[k].x / step);
    }
    return sizes;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace cchnn::judge
