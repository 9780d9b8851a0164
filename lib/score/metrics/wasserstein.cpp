#include "score/metrics/wasserstein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cchnn {
namespace {

// Sorts a curve, which rises and falls in few runs, by merging these.
void sort_curve(std::vector<double>& values) {
    std::vector<std::ptrdiff_t> ends{0};
    for (auto begin = values.begin(); begin != values.end(); ends.push_back(begin - values.begin())) {
        const auto first = begin;
        const bool falls = first + 1 != values.end() && first[1] < first[0];
        for (++begin; begin != values.end() && (begin[0] < begin[-1]) == falls;) ++begin;
        if (falls) std::reverse(first, begin);
    }
    std::vector<double> merged(values.size());
    while (ends.size() > 2) {
        const auto from = values.begin();
        std::size_t kept = 1;
        for (std::size_t run = 0; run + 1 < ends.size(); run += 2) {
            const std::ptrdiff_t middle = ends[run + 1], end = run + 2 < ends.size() ? ends[run + 2] : middle;
            std::merge(from + ends[run], from + middle, from + middle, from + end, merged.begin() + ends[run]);
            ends[kept++] = end;
        }
        ends.resize(kept);
        values.swap(merged);
    }
}

}  // namespace

double wasserstein_distance(std::vector<double> a, std::vector<double> b) {
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(a.begin(), a.end(), finite) || !std::all_of(b.begin(), b.end(), finite))
        return std::numeric_limits<double>::infinity();
    sort_curve(a);
    sort_curve(b);
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
    return sum / static_cast<double>(a.size());
}

}  // namespace cchnn
