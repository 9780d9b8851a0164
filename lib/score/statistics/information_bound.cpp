#include "score/statistics/information_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cchnn {
namespace {

constexpr double nothing_left = 1e-8;  // of a column's length
constexpr double no_change = 1e-9;     // of the length of y

using Column = std::vector<double>;

double column_product(const Column& a, const Column& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}
double column_length(const Column& a) { return std::sqrt(column_product(a, a)); }

// Subtracts the projection of a column onto orthonormal ones. Twice, which is enough for rounding (Giraud, Langou
// 2002).
void take_out(const Columns& units, Column& column) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Column& unit : units) {
            const double share = column_product(column, unit);
            for (std::size_t i = 0; i < column.size(); ++i) column[i] -= share * unit[i];
        }
}

// Orthonormal columns that span the same space, by Gram-Schmidt. Columns of which nothing is left, measured by their
// `lengths`, are dropped. These are given, since columns that have been reduced before are shorter than they were.
Columns basis_of(const Columns& columns, const std::vector<double>& lengths) {
    Columns units;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        Column column = columns[j];
        take_out(units, column);
        const double left = column_length(column);
        if (!(left > nothing_left * lengths[j])) continue;
        for (double& c : column) c /= left;
        units.push_back(std::move(column));
    }
    return units;
}

// The triangle R of columns = Q R, by Householder reflections; as many rows as columns.
Columns triangle_of(Columns columns) {
    const std::size_t n = columns.size(), rows = columns.front().size();
    for (std::size_t j = 0; j < std::min(n, rows); ++j) {
        Column mirror(columns[j].begin() + j, columns[j].end());
        const double size = column_length(mirror);
        if (size == 0) continue;
        mirror[0] += mirror[0] < 0 ? -size : size;
        const double square = column_product(mirror, mirror);
        for (std::size_t c = j; c < n; ++c) {
            double share = 0;
            for (std::size_t i = 0; i < mirror.size(); ++i) share += mirror[i] * columns[c][j + i];
            for (std::size_t i = 0; i < mirror.size(); ++i) columns[c][j + i] -= 2 * share / square * mirror[i];
        }
    }
    for (std::size_t j = 0; j < n; ++j) {
        columns[j].resize(n, 0.0);
        std::fill(columns[j].begin() + (std::min(j + 1, n)), columns[j].end(), 0.0);
    }
    return columns;
}

}  // namespace

void InformationBound::add(const Columns& parameters, const Columns& nuisances, double size) {
    std::vector<double> whole;
    for (const Column& nuisance : nuisances) whole.push_back(column_length(nuisance));
    const Columns units = basis_of(nuisances, whole);
    size_ += size * size;
    if (parameters.empty()) return;
    for (std::size_t j = 0; j < parameters.size(); ++j) {
        lengths_[j] += column_product(parameters[j], parameters[j]);
        Column reduced = parameters[j];
        take_out(units, reduced);
        triangle_[j].insert(triangle_[j].end(), reduced.begin(), reduced.end());
    }
    triangle_ = triangle_of(std::move(triangle_));
}

std::vector<std::optional<double>> InformationBound::deviations() const {
    std::vector<std::optional<double>> deviations(triangle_.size());
    std::vector<double> whole;
    // A parameter that does not change y gets an infinite length: no rest reaches a share of it.
    for (const double square : lengths_)
        whole.push_back(std::sqrt(square) > no_change * std::sqrt(size_) ? std::sqrt(square)
                                                                         : std::numeric_limits<double>::infinity());
    const auto without = [](auto all, std::size_t j) {
        all.erase(all.begin() + j);
        return all;
    };
    for (std::size_t j = 0; j < triangle_.size(); ++j) {
        Column left = triangle_[j];
        take_out(basis_of(without(triangle_, j), without(whole, j)), left);
        const double rest = column_length(left);
        if (rest > nothing_left * whole[j]) deviations[j] = 1 / rest;
    }
    return deviations;
}

}  // namespace cchnn
