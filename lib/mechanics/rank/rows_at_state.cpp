#include "mechanics/rank/rows_at_state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"

namespace cchnn {
namespace {

using Combinations = std::vector<std::vector<double>>;

double product(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The combinations of the rows `of` that vanish, each with an entry for all n rows, in units of the rows' sizes.
Combinations vanishing_combinations(const std::vector<double>& matrix, std::size_t n,
                                    const std::vector<std::size_t>& of) {
    const std::size_t m = of.size();
    std::vector<double> part;
    for (const std::size_t i : of)
        for (const std::size_t j : of) part.push_back(matrix[i * n + j]);
    PivotedLdlt ldlt;
    ldlt.factor(part, m, rank_tolerances::on_manifold);
    std::vector<char> taken(m, 0);
    for (const std::size_t k : ldlt.taken()) taken[k] = 1;
    Combinations combinations;
    for (std::size_t r = 0; r < m; ++r) {
        if (taken[r]) continue;
        std::vector<double> one(part.begin() + r * m, part.begin() + (r + 1) * m);
        ldlt.solve(one.data());
        one[r] = -1;
        std::vector<double>& whole = combinations.emplace_back(n, 0.0);
        for (std::size_t k = 0; k < m; ++k) whole[of[k]] = one[k] * std::sqrt(part[k * m + k]);
    }
    return combinations;
}

// Those of `all`, orthogonalised against `known` and each other; dependent ones are dropped.
Combinations beside(const Combinations& known, Combinations all) {
    constexpr double nothing_left = 1e-6;
    Combinations found;
    for (std::vector<double>& one : all) {
        const double whole = std::sqrt(product(one, one));
        for (int round = 0; round < 2; ++round)  // Gram-Schmidt, twice for rounding
            for (const Combinations* those : {&known, static_cast<const Combinations*>(&found)})
                for (const std::vector<double>& other : *those) {
                    const double share = product(one, other);
                    for (std::size_t k = 0; k < one.size(); ++k) one[k] -= share * other[k];
                }
        const double size = std::sqrt(product(one, one));
        if (!(size > nothing_left * whole)) continue;
        for (double& entry : one) entry /= size;
        found.push_back(std::move(one));
    }
    return found;
}

// The rows that the combinations determine best, one for each combination.
std::vector<std::size_t> best_determined(Combinations combinations) {
    std::vector<std::size_t> rows;
    const auto square = [&](std::size_t k) {
        double sum = 0;
        for (const std::vector<double>& one : combinations) sum += one[k] * one[k];
        return sum;
    };
    for (std::size_t count = 0; count < combinations.size(); ++count) {
        std::size_t best = 0;
        for (std::size_t k = 1; k < combinations[0].size(); ++k)
            if (square(k) > square(best)) best = k;
        rows.push_back(best);
        std::vector<double> along;
        const double size = std::sqrt(square(best));
        for (const std::vector<double>& one : combinations) along.push_back(one[best] / size);
        for (std::size_t k = 0; k < combinations[0].size(); ++k) {
            double projection = 0;
            for (std::size_t i = 0; i < along.size(); ++i) projection += along[i] * combinations[i][k];
            for (std::size_t i = 0; i < along.size(); ++i) combinations[i][k] -= projection * along[i];
        }
    }
    return rows;
}

}  // namespace

// First the combinations among position-level rows, then those that also involve velocity-level rows. Their numbers
// must add up to n - rank; otherwise the rank at this state differs and no choice is made.
std::vector<int> rows_at_state(const std::vector<double>& matrix, const std::vector<char>& on_positions,
                               std::size_t rank) {
    const std::size_t n = on_positions.size();
    std::vector<std::size_t> all(n), positions;
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::copy_if(all.begin(), all.end(), std::back_inserter(positions), [&](std::size_t k) { return on_positions[k]; });
    const Combinations of_positions = beside({}, vanishing_combinations(matrix, n, positions));
    Combinations others;
    if (positions.size() < n) others = beside(of_positions, vanishing_combinations(matrix, n, all));
    for (std::vector<double>& one : others)
        for (const std::size_t k : positions) one[k] = 0;
    if (of_positions.size() + others.size() + rank != n) return {};
    std::vector<char> left_out(n, 0);
    for (const Combinations* those : {&of_positions, static_cast<const Combinations*>(&others)})
        for (const std::size_t k : best_determined(*those)) left_out[k] = 1;
    std::vector<int> chosen;
    for (std::size_t k = 0; k < n; ++k)
        if (!left_out[k]) chosen.push_back(static_cast<int>(k));
    return chosen;
}

}  // namespace cchnn
