#include "mechanics/plan/ldlt_pattern.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>
#include <set>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// Columns of row k of L: everything reachable from the row's entries of A in the elimination tree (Davis, 4.1).
std::vector<std::vector<int>> rows_of_l(const std::vector<std::vector<int>>& lower) {
    const int n = count_of(lower);
    std::vector<int> parent(n, -1), mark(n, -1);
    std::vector<std::vector<int>> rows(n);
    for (int k = 0; k < n; ++k) {
        mark[k] = k;
        for (int j : lower[k]) {
            for (int i = j; mark[i] != k; i = parent[i]) {
                if (parent[i] < 0) parent[i] = k;
                mark[i] = k;
                rows[k].push_back(i);
            }
        }
        std::sort(rows[k].begin(), rows[k].end());
    }
    return rows;
}

}  // namespace

// Stores the entries of A, then the symbolic factorisation: rows of L, their places in column storage, and two special
// shapes.
LdltPattern::LdltPattern(std::vector<std::vector<int>> lower) {
    const int n = count_of(lower);
    for (int k = 0; k < n; ++k) {
        std::sort(lower[k].begin(), lower[k].end());
        a_columns.insert(a_columns.end(), lower[k].begin(), lower[k].end());
        a_columns.push_back(k);
        a_begin.push_back(count_of(a_columns));
    }
    const auto rows = rows_of_l(lower);
    std::vector<int> count(n, 0);
    for (const auto& row : rows)
        for (int i : row) ++count[i];
    for (int i = 0; i < n; ++i) column_begin.push_back(column_begin.back() + count[i]);
    column_rows.resize(column_begin.back());
    std::vector<int> next(column_begin.begin(), column_begin.end() - 1);
    for (int k = 0; k < n; ++k) {
        for (int i : rows[k]) {
            row_columns.push_back(i);
            row_positions.push_back(next[i]);
            column_rows[next[i]++] = k;
        }
        row_begin.push_back(count_of(row_columns));
    }
    // Full and tridiagonal matrices are factored by loops without indices. Those of one rigid body with its joints are
    // full, those of chains tridiagonal.
    dense = size() > 2 && to_size(size()) * to_size(size() + 1) == 2 * a_columns.size();
    tridiagonal = size() > 0;
    for (int k = 0; k < size(); ++k) {
        const int entries = a_begin[k + 1] - a_begin[k];
        tridiagonal = tridiagonal && entries == (k == 0 ? 1 : 2) && (k == 0 || a_columns[2 * k - 1] == k - 1);
    }
}

bool LdltPattern::is_of(std::vector<std::vector<int>> lower) const {
    if (std::ssize(lower) != size()) return false;
    for (std::size_t k = 0; k < lower.size(); ++k) {
        std::sort(lower[k].begin(), lower[k].end());
        if (!std::equal(lower[k].begin(), lower[k].end(), a_columns.begin() + a_begin[k],
                        a_columns.begin() + a_begin[k + 1] - 1))
            return false;
    }
    return true;
}

// Rows 2k and 2k+1 both couple to both rows of each neighbour, and to each other.
LdltPattern pair_pattern(const LdltPattern& single) {
    std::vector<std::vector<int>> lower;
    for (int k = 0; k < single.size(); ++k) {
        std::vector<int> columns;
        for (int e = single.a_begin[k]; e < single.a_begin[k + 1] - 1; ++e) {
            columns.push_back(2 * single.a_columns[e]);
            columns.push_back(2 * single.a_columns[e] + 1);
        }
        lower.push_back(columns);
        columns.push_back(2 * k);
        lower.push_back(columns);
    }
    return LdltPattern(std::move(lower));
}

// Renumbers rows by their place in `order`, and keeps for each row its neighbours that are eliminated before it.
std::vector<std::vector<int>> lower_rows(const std::vector<std::vector<int>>& adjacent, const std::vector<int>& order) {
    std::vector<int> position(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<int>(k);
    std::vector<std::vector<int>> lower(order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        for (int j : adjacent[order[k]])
            if (position[j] < static_cast<int>(k)) lower[k].push_back(position[j]);
    return lower;
}

namespace {

// Maximum cardinality search, backwards (Tarjan and Yannakakis 1984): no fill at all where that is possible, which
// includes every tree of links. Approximate minimum degree leaves a little there, but is better on nets.
std::vector<int> cardinality_order(const std::vector<std::vector<int>>& adjacent) {
    const std::size_t n = adjacent.size();
    std::vector<int> order(n), seen(n, 0);  // seen: neighbours already ordered, -1 once a row is ordered itself
    std::set<std::pair<int, int>> next;     // (-seen, row)
    for (std::size_t i = 0; i < n; ++i) next.insert({0, static_cast<int>(i)});
    for (std::size_t place = n; place-- > 0;) {
        const int i = next.begin()->second;
        next.erase(next.begin());
        order[place] = i;
        seen[i] = -1;
        for (int j : adjacent[i]) {
            if (seen[j] < 0) continue;
            next.erase({-seen[j], j});
            next.insert({-++seen[j], j});
        }
    }
    return order;
}

// Approximate minimum degree of Eigen: better than the search above on nets of links.
std::vector<int> minimum_degree_order(const std::vector<std::vector<int>>& adjacent) {
    const int n = count_of(adjacent);
    std::vector<Eigen::Triplet<double>> triplets;
    for (int i = 0; i < n; ++i) {
        triplets.emplace_back(i, i, 1.0);
        for (int j : adjacent[i]) triplets.emplace_back(i, j, 1.0);
    }
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::AMDOrdering<int>()(matrix.selfadjointView<Eigen::Lower>(), permutation);
    return {permutation.indices().data(), permutation.indices().data() + n};
}

}  // namespace

// Tries the given order, then the two others, and stops as soon as one causes no fill.
std::vector<int> elimination_order(const std::vector<std::vector<int>>& adjacent) {
    const auto fill = [&](const std::vector<int>& order) { return LdltPattern(lower_rows(adjacent, order)).fill(); };
    std::vector<int> best(adjacent.size());
    std::iota(best.begin(), best.end(), 0);
    int least = fill(best), entries = 0;
    for (const auto& row : adjacent) entries += count_of(row);
    for (const auto& other : {cardinality_order, minimum_degree_order}) {
        if (least * 2 <= entries) break;  // no fill at all
        std::vector<int> order = other(adjacent);
        if (const int here = fill(order); here < least) {
            least = here;
            best = std::move(order);
        }
    }
    return best;
}

}  // namespace cchnn
