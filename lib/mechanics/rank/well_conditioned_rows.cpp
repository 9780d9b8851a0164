#include "mechanics/rank/well_conditioned_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/to_size.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"

namespace cchnn {
namespace {

constexpr double as_good = 0.5;

// Scales rows and columns of A so that its diagonal is 1: pivots are then shares of the diagonal.
void scale_to_ones(std::vector<double>& a, std::size_t n) {
    std::vector<double> scale(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        if (a[i * n + i] > 0) scale[i] = 1 / std::sqrt(a[i * n + i]);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) a[i * n + j] *= scale[i] * scale[j];
}

// One step of Gaussian elimination: A becomes the Schur complement of row p in the rows `left`.
void eliminate(std::vector<double>& a, std::size_t n, std::size_t p, const std::vector<std::size_t>& left) {
    const double pivot = a[p * n + p];
    for (const std::size_t i : left) {
        const double multiplier = a[i * n + p] / pivot;
        for (const std::size_t j : left) a[i * n + j] -= multiplier * a[p * n + j];
    }
}

double worst_of(const std::vector<double>& pivots) { return *std::min_element(pivots.begin(), pivots.end()); }

// Rows that were chosen, and how near to losing rank they are: their smallest pivot.
struct Choice {
    std::vector<int> rows;
    double smallest_pivot = 1;  // of rows chosen greedily, at any configuration
};

// Chooses `count` of `left`: the first `kept`, then greedily the row with nearly the largest pivot at its worst
// configuration; fewer if no independent row is left.
Choice choose(std::vector<std::vector<double>> scaled, std::size_t n, std::vector<std::size_t> left, std::size_t count,
              std::size_t kept) {
    Choice choice;
    for (; kept > 0; --kept) {
        const std::size_t p = left.front();
        choice.rows.push_back(static_cast<int>(p));
        left.erase(left.begin());
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
        if (!(largest > rank_tolerances::worth_choosing)) break;
        // The first that is nearly as good, so that rounding does not decide between equivalent rows.
        const auto at = std::find_if(values.begin(), values.end(), [&](double v) { return v >= as_good * largest; });
        const auto best = left.begin() + (at - values.begin());
        const std::size_t p = *best;
        choice.smallest_pivot = std::min(choice.smallest_pivot, worst_of(pivots_of(p)));
        if (!(choice.smallest_pivot > rank_tolerances::worth_choosing)) break;
        choice.rows.push_back(static_cast<int>(p));
        left.erase(best);
        for (std::vector<double>& a : scaled) eliminate(a, n, p, left);
    }
    std::sort(choice.rows.begin(), choice.rows.end());
    return choice;
}

// The rows left out as combinations C of the rows `set` at one configuration, and the conditioning (1) of
// row_selection_monitor.hpp; 0 where `set` loses rank.
struct Combined {
    double conditioning = 0;
    std::vector<std::vector<double>> of;  // a row of C for each row left out
};
// Solves A_set C^T = A_set,out by pivoted L D L^T, and det(1 + C C^T) by elimination.
Combined combined(const std::vector<double>& a, std::size_t n, const std::vector<int>& set,
                  const std::vector<int>& out) {
    const std::size_t size = set.size();
    const auto entry = [&](int i, int j) { return a[i * n + j]; };
    std::vector<double> part;
    for (const int i : set)
        for (const int j : set) part.push_back(entry(i, j));
    PivotedLdlt ldlt;
    ldlt.factor(part, size, rank_tolerances::worth_choosing);
    if (ldlt.rank() < size) return {};
    Combined at;
    // One solve for each row left out gives its row of C; `gram` is 1 + C C^T.
    std::vector<double> gram(out.size() * out.size());
    for (const int row : out) {
        std::vector<double>& one = at.of.emplace_back();
        for (const int k : set) one.push_back(entry(row, k));
        ldlt.solve(one.data());
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t j = 0; j < out.size(); ++j)
            gram[i * out.size() + j] =
                std::inner_product(at.of[i].begin(), at.of[i].end(), at.of[j].begin(), i == j ? 1.0 : 0.0);
    double determinant = 1;
    std::vector<std::size_t> left(out.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (!left.empty()) {
        const std::size_t p = left.back();
        left.pop_back();
        determinant *= gram[p * out.size() + p];
        eliminate(gram, out.size(), p, left);
    }
    at.conditioning = 1 / std::sqrt(determinant);
    return at;
}

// `set` after exchanges of single rows, each time the one that raises its smallest conditioning most, while that is by
// more than half. If row r replaces row k, the conditioning changes by the factor |C_rk|.
std::vector<int> exchanged(const std::vector<std::vector<double>>& scaled, std::size_t n, std::vector<int> set,
                           std::size_t kept) {
    constexpr double worth_it = 1.5;
    for (std::size_t round = 0; round < n; ++round) {
        std::vector<int> out;
        for (int k = 0; k < static_cast<int>(n); ++k)
            if (!std::binary_search(set.begin(), set.end(), k)) out.push_back(k);
        std::vector<Combined> at;
        double smallest = 1;
        // The rows must serve at every configuration, so that the smallest conditioning of all decides.
        for (const std::vector<double>& a : scaled) {
            at.push_back(combined(a, n, set, out));
            smallest = std::min(smallest, at.back().conditioning);
        }
        if (!(smallest > 0)) return set;
        double best = worth_it * smallest;
        std::size_t row = out.size(), place = 0;
        for (std::size_t r = 0; r < out.size(); ++r)
            for (std::size_t k = kept; k < set.size(); ++k) {
                double conditioning = 1;
                for (const Combined& one : at)
                    conditioning = std::min(conditioning, one.conditioning * std::fabs(one.of[r][k]));
                if (conditioning > best) {
                    best = conditioning;
                    row = r;
                    place = k;
                }
            }
        if (row == out.size()) return set;
        set[place] = out[row];
        std::sort(set.begin(), set.end());
    }
    return set;
}

}  // namespace

// The greedy choice replaces the given one only if its smallest pivot is twice as large, so that rounding does not
// change rows that are conditioned well. Single exchanges then improve it: a greedy choice is not optimal, because the
// best row alone may be nearly dependent on the best rows after it.
std::vector<int> well_conditioned_rows(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                       const std::vector<int>& given, std::size_t kept) {
    std::vector<std::vector<double>> scaled = matrices;
    for (std::vector<double>& a : scaled) scale_to_ones(a, n);
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto smallest_pivot = [&](const std::vector<int>& rows) {
        if (rows.size() != given.size()) return 0.0;
        const Choice again = choose(scaled, n, {rows.begin(), rows.end()}, rows.size(), kept);
        return again.rows.size() == given.size() ? again.smallest_pivot : 0;
    };
    const std::vector<int> greedy = choose(scaled, n, all, given.size(), kept).rows;
    const std::vector<int>& better = smallest_pivot(greedy) > 2 * smallest_pivot(given) ? greedy : given;
    return given.size() < n ? exchanged(scaled, n, better, kept) : better;
}

namespace {

// The same among the rows at `places` only, ascending, which begin with the `kept` rows.
std::vector<int> well_conditioned_among(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                        const std::vector<int>& places, const std::vector<int>& given,
                                        std::size_t kept) {
    std::vector<std::vector<double>> parts;
    for (const std::vector<double>& matrix : matrices) {
        std::vector<double>& part = parts.emplace_back();
        for (const int i : places)
            for (const int j : places) part.push_back(matrix[i * n + j]);
    }
    std::vector<int> at, chosen;
    for (const int k : given)
        at.push_back(static_cast<int>(std::lower_bound(places.begin(), places.end(), k) - places.begin()));
    for (const int k : well_conditioned_rows(parts, places.size(), at, kept)) chosen.push_back(places[k]);
    return chosen;
}

}  // namespace

// Rows on positions are chosen first and among themselves: Phi must be solvable by them alone. Rows on velocities are
// then chosen beside them, since a nonholonomic row may be implied by the rates of the others.
std::vector<int> well_conditioned_by_level(const std::vector<std::vector<double>>& matrices, std::size_t n,
                                           std::size_t positions, const std::vector<int>& given, std::size_t kept) {
    const auto first_on_velocities =
        std::partition_point(given.begin(), given.end(), [&](int k) { return to_size(k) < positions; });
    std::vector<int> candidates(positions);
    std::iota(candidates.begin(), candidates.end(), 0);
    std::vector<int> chosen =
        well_conditioned_among(matrices, n, candidates, {given.begin(), first_on_velocities}, kept);
    if (first_on_velocities == given.end()) return chosen;
    candidates = chosen;
    for (std::size_t k = positions; k < n; ++k) candidates.push_back(static_cast<int>(k));
    std::vector<int> all_given = chosen;
    all_given.insert(all_given.end(), first_on_velocities, given.end());
    return well_conditioned_among(matrices, n, candidates, all_given, chosen.size());
}

}  // namespace cchnn
