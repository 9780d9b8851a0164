#include "mechanics/sparse_ldlt.hpp"
#include "core/to_size.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace cchnn {
namespace {

// Columns of row k of L: everything reachable from the row's entries of A in the elimination tree (Davis, 4.1).
std::vector<std::vector<int>> rows_of_l(const std::vector<std::vector<int>>& lower) {
    const int n = static_cast<int>(lower.size());
    std::vector<int> parent(to_size(n), -1), mark(to_size(n), -1);
    std::vector<std::vector<int>> rows(to_size(n));
    for (int k = 0; k < n; ++k) {
        mark[to_size(k)] = k;
        for (int j : lower[to_size(k)]) {
            for (int i = j; mark[to_size(i)] != k; i = parent[to_size(i)]) {
                if (parent[to_size(i)] < 0) parent[to_size(i)] = k;
                mark[to_size(i)] = k;
                rows[to_size(k)].push_back(i);
            }
        }
        std::sort(rows[to_size(k)].begin(), rows[to_size(k)].end());
    }
    return rows;
}

}  // namespace

LdltPattern::LdltPattern(std::vector<std::vector<int>> lower) {
    const int n = static_cast<int>(lower.size());
    for (int k = 0; k < n; ++k) {
        std::sort(lower[to_size(k)].begin(), lower[to_size(k)].end());
        a_columns.insert(a_columns.end(), lower[to_size(k)].begin(), lower[to_size(k)].end());
        a_columns.push_back(k);
        a_begin.push_back(static_cast<int>(a_columns.size()));
    }
    const auto rows = rows_of_l(lower);
    std::vector<int> count(to_size(n), 0);
    for (const auto& row : rows)
        for (int i : row) ++count[to_size(i)];
    for (int i = 0; i < n; ++i) column_begin.push_back(column_begin.back() + count[to_size(i)]);
    column_rows.resize(to_size(column_begin.back()));
    std::vector<int> next(column_begin.begin(), column_begin.end() - 1);
    for (int k = 0; k < n; ++k) {
        for (int i : rows[to_size(k)]) {
            row_columns.push_back(i);
            row_positions.push_back(next[to_size(i)]);
            column_rows[to_size(next[to_size(i)]++)] = k;
        }
        row_begin.push_back(static_cast<int>(row_columns.size()));
    }
}

std::vector<std::vector<int>> lower_rows(const std::vector<std::vector<int>>& adjacent, const std::vector<int>& order) {
    std::vector<int> position(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) position[to_size(order[k])] = static_cast<int>(k);
    std::vector<std::vector<int>> lower(order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        for (int j : adjacent[to_size(order[k])])
            if (position[to_size(j)] < static_cast<int>(k)) lower[k].push_back(position[to_size(j)]);
    return lower;
}

std::vector<int> elimination_order(const std::vector<std::vector<int>>& adjacent) {
    const int n = static_cast<int>(adjacent.size());
    std::vector<int> given(to_size(n));
    std::iota(given.begin(), given.end(), 0);
    const int given_fill = LdltPattern(lower_rows(adjacent, given)).fill();
    int entries = 0;
    for (const auto& row : adjacent) entries += static_cast<int>(row.size());
    if (given_fill * 2 <= entries) return given;  // no fill at all

    std::vector<Eigen::Triplet<double>> triplets;
    for (int i = 0; i < n; ++i) {
        triplets.emplace_back(i, i, 1.0);
        for (int j : adjacent[to_size(i)]) triplets.emplace_back(i, j, 1.0);
    }
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::AMDOrdering<int>()(matrix.selfadjointView<Eigen::Lower>(), permutation);
    std::vector<int> order(permutation.indices().data(), permutation.indices().data() + n);
    return LdltPattern(lower_rows(adjacent, order)).fill() < given_fill ? order : given;
}

}  // namespace cchnn
