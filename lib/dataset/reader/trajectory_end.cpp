#include "dataset/reader/trajectory_end.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"

namespace cchnn {

int samples_before_end(bool completed, int samples, std::size_t width, const double* x, const double* v) {
    const auto nothing_at = [&](int k) {
        const auto nan_alone = [&](const double* values) {
            const double* const first = values + k * width;
            return std::all_of(first, first + width, [](double value) { return std::isnan(value); });
        };
        return nan_alone(x) && nan_alone(v);
    };
    while (!completed && samples > 0 && nothing_at(samples - 1)) --samples;
    return samples;
}

}  // namespace cchnn
