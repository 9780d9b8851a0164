#include "score/statistics/error_band.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/counted.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr int lowest_decade = -17;
constexpr double bins_per_decade = 100;
constexpr std::size_t bins = 3302;  // bin 0: everything below 1e-17; the last one: everything from 1e16 on
constexpr std::size_t most_times = 1000;

std::size_t bin_of(double err) {
    const double place = (std::log10(err) - lowest_decade) * bins_per_decade;
    if (!(place >= 0)) return 0;  // also log10(0) = -inf
    if (std::isinf(place)) return bins - 1;
    return std::min(static_cast<std::size_t>(place) + 1, bins - 1);
}

// The value that stands for a bin: its middle in the logarithm, 0 and infinity for the outermost two.
double middle_of(std::size_t bin) {
    if (bin == 0) return 0;
    if (bin == bins - 1) return std::numeric_limits<double>::infinity();
    return std::pow(10.0, lowest_decade + (to_double(bin) - 0.5) / bins_per_decade);
}

}  // namespace

ErrorBand::ErrorBand(int samples, double dt) : dt_(dt), stride_((to_size(samples) + most_times - 1) / most_times) {
    const std::size_t kept = (to_size(samples) + stride_ - 1) / stride_;
    sums_.resize(kept);
    smallest_.assign(kept, std::numeric_limits<double>::infinity());
    largest_.assign(kept, 0.0);
}

void ErrorBand::add(const std::vector<double>& err) {
    const std::vector<double>* const one = &err;
    add({&one, 1});
}

void ErrorBand::add(std::span<const std::vector<double>* const> curves) {
    counts_.resize(sums_.size() * bins);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        double sum = sums_[i], smallest = smallest_[i], largest = largest_[i];
        std::uint32_t* const counts = &counts_[i * bins];
        for (const std::vector<double>* const curve : curves) {
            const double value = (*curve)[i * stride_];
            sum += value;
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
            ++counts[bin_of(value)];
        }
        sums_[i] = sum;
        smallest_[i] = smallest;
        largest_[i] = largest;
    }
    trajectories_ += curves.size();
}

// Order statistic `number`, from 0, at one kept time, to the width of a bin.
double ErrorBand::order_statistic(std::size_t kept, std::uint64_t number) const {
    std::uint64_t below = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        below += counts_[kept * bins + bin];
        if (below > number) return bin == 0 ? 0 : std::clamp(middle_of(bin), smallest_[kept], largest_[kept]);
    }
    return largest_[kept];
}

// Linear between order statistics, as of a summary.
double ErrorBand::percentile_at(std::size_t kept, double fraction) const {
    const double wanted = fraction * to_double(trajectories_ - 1);
    const auto number = static_cast<std::uint64_t>(wanted);
    const double low = order_statistic(kept, number), part = wanted - to_double(number);
    if (part == 0) return low;
    const double high = order_statistic(kept, number + 1);
    return low == high ? low : low + part * (high - low);
}

ErrorOverTime ErrorBand::finish() const {
    ErrorOverTime result;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        result.times.push_back(to_double(i * stride_) * dt_);
        result.mean.push_back(sums_[i] / to_double(trajectories_));
        result.p05.push_back(percentile_at(i, 0.05));
        result.median.push_back(percentile_at(i, 0.5));
        result.p95.push_back(percentile_at(i, 0.95));
    }
    return result;
}

}  // namespace cchnn
