#include "score/metrics/wasserstein.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "score/metrics/number_pair.hpp"

namespace cchnn {
namespace {

struct Range {
    double low, high;
};

Range range_of(const double* values, std::size_t count) {
    NumberPair low{values[0], values[0]}, high = low;
    for (std::size_t k = count % 2; k < count; k += 2) {
        const NumberPair value{values[k], values[k + 1]};
        low = value < low ? value : low;
        high = larger(high, value);
    }
    return {std::min(low[0], low[1]), std::max(high[0], high[1])};
}

// Moves each value down past larger ones.
void sort_nearly_sorted(double* values, std::size_t count) {
    for (std::size_t k = 1; k < count; ++k) {
        const double value = values[k];
        std::size_t to = k;
        for (; to > 0 && values[to - 1] > value; --to) values[to] = values[to - 1];
        values[to] = value;
    }
}

// The values in order. Each is put at one of twice as many places by its share of the way from the least to the
// largest; then only those at the same place may still be out of order.
std::vector<double> sorted(const std::vector<double>& in_time) {
    constexpr std::uint32_t most_together = 32;
    const std::size_t count = in_time.size(), places = 2 * count;
    const double* const values = in_time.data();
    const Range range = range_of(values, count);
    const double scale = static_cast<double>(places - 1) / (range.high - range.low);
    std::vector<double> in_order(in_time);
    bool nearly = std::isfinite(scale) && scale > 0;
    if (nearly) {
        std::vector<std::uint32_t> places_of(count), firsts(places + 1);
        std::uint32_t *const place = places_of.data(), *const first = firsts.data();
        for (std::size_t k = 0; k < count; ++k) {
            place[k] = static_cast<std::uint32_t>(static_cast<std::int32_t>((values[k] - range.low) * scale));
            ++first[place[k] + 1];
        }
        std::uint32_t sum = 0, most = 0;
        for (std::size_t at = 0; at <= places; ++at) {
            most = std::max(most, first[at]);
            first[at] = sum += first[at];
        }
        for (std::size_t k = 0; k < count; ++k) in_order.data()[first[place[k]]++] = values[k];
        nearly = most <= most_together;
    }
    if (nearly) sort_nearly_sorted(in_order.data(), count);
    else std::sort(in_order.begin(), in_order.end());
    return in_order;
}

}  // namespace

double wasserstein_distance(const std::vector<double>& a, const std::vector<double>& b) {
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(a.begin(), a.end(), finite) || !std::all_of(b.begin(), b.end(), finite))
        return std::numeric_limits<double>::infinity();
    const std::vector<double> of_a = sorted(a), of_b = sorted(b);
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(of_a[k] - of_b[k]);
    return sum / static_cast<double>(a.size());
}

}  // namespace cchnn
