#include "score/metrics/wasserstein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cchnn {

double wasserstein_distance(std::vector<double> a, std::vector<double> b) {
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::all_of(a.begin(), a.end(), finite) || !std::all_of(b.begin(), b.end(), finite))
        return std::numeric_limits<double>::infinity();
    // Merging is the faster way to sort the values of curves.
    std::stable_sort(a.begin(), a.end());
    std::stable_sort(b.begin(), b.end());
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
    return sum / static_cast<double>(a.size());
}

}  // namespace cchnn
