#include "mechanics/plan/well_conditioned_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cchnn {
namespace {

constexpr double as_good = 0.5, vanishing = 1e-10;

void scale_to_ones(std::vector<double>& a, std::size_t n) {
    std::vector<double> scale(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        if (a[i * n + i] > 0) scale[i] = 1 / std::sqrt(a[i * n + i]);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) a[i * n + j] *= scale[i] * scale[j];
}

// A without what row p accounts for.
void eliminate(std::vector<double>& a, std::size_t n, std::size_t p, const std::vector<std::size_t>& left) {
    const double pivot = a[p * n + p];
    for (const std::size_t i : left) {
        const double share = a[i * n + p] / pivot;
        for (const std::size_t j : left) a[i * n + j] -= share * a[p * n + j];
    }
}

double worst_of(const std::vector<double>& pivots) { return *std::min_element(pivots.begin(), pivots.end()); }

struct Choice {
    std::vector<int> rows;
    double last_pivot = 1;  // at the worst configuration
};

// `count` of `left`: the first `kept` of them, then each with the largest pivot at its worst configuration, or nearly;
// fewer where none is left.
Choice choose(std::vector<std::vector<double>> scaled, std::size_t n, std::vector<std::size_t> left, std::size_t count,
              std::size_t kept) {
    Choice choice;
    for (; kept > 0; --kept) {
        const std::size_t p = left.front();
        choice.rows.push_back(static_cast<int>(p)), left.erase(left.begin());
        for (std::vector<double>& a : scaled) eliminate(a, n, p, left);
    }
    std::vector<double> pivots(scaled.size());
    const auto pivots_of = [&](std::size_t row) -> const std::vector<double>& {
        for (std::size_t c = 0; c < scaled.size(); ++c) pivots[c] = scaled[c][row * n + row];
        return pivots;
    };
    while (choice.rows.size() < count && !left.empty()) {
        std::vector<double> values;
        for (const std::size_t row : left) values.push_back(worst_of(pivots_of(row)));
        const double largest = *std::max_element(values.begin(), values.end());
        if (!(largest > vanishing)) break;
        // The first that is nearly as good: rounding decides nothing between rows that are alike.
        const auto at = std::find_if(values.begin(), values.end(), [&](double v) { return v >= as_good * largest; });
        const auto best = left.begin() + (at - values.begin());
        const std::size_t p = *best;
        choice.last_pivot = std::min(choice.last_pivot, worst_of(pivots_of(p)));
        if (!(choice.last_pivot > vanishing)) break;
        choice.rows.push_back(static_cast<int>(p)), left.erase(best);
        for (std::vector<double>& a : scaled) eliminate(a, n, p, left);
    }
    std::sort(choice.rows.begin(), choice.rows.end());
    return choice;
}

}  // namespace

std::vector<int> well_conditioned_rows(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                       const std::vector<int>& given, std::size_t kept) {
    std::vector<std::vector<double>> scaled = matrices;
    for (std::vector<double>& a : scaled) scale_to_ones(a, n);
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto last_pivot = [&](const std::vector<int>& rows) {
        const Choice again = choose(scaled, n, {rows.begin(), rows.end()}, rows.size(), kept);
        return again.rows.size() == given.size() ? again.last_pivot : 0;
    };
    std::vector<int> greedy = choose(scaled, n, all, given.size(), kept).rows;
    return last_pivot(greedy) > 2 * last_pivot(given) ? greedy : given;
}

}  // namespace cchnn
