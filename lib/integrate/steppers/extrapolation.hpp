#pragma once
// Gragg-Bulirsch-Stoer extrapolation of fixed high order, for solutions far beyond double precision. Its coefficients
// are ratios of whole numbers and hence exact in any precision; a tableau typed with 24 digits is not. Source: Hairer,
// Norsett, Wanner, Solving Ordinary Differential Equations I, II.9 (midpoint rule; the smoothing step for the
// estimate alone).
//
//   (1)  y_1 = z + h f(z),  y_{i+1} = y_{i-1} + 2 h f(y_i),  h = H/n_j,  T_j1 = y_{n_j},  n_j = 2, 4, 6, ..., 2K
//   (2)  T_{j,k+1} = T_jk + (T_jk - T_{j-1,k}) / ((n_j/n_{j-k})^2 - 1)
//   (3)  z_new = T_KK of order 2K,  err = T_KK - T_{K,K-1}
//   (4)  S_j1 = (y_n + y_{n-1} + h f(y_n))/2,  S_jk as (2);  err = T_KK - S_KK where that is 1000 times as large
//
// (1) sums f(y_1), f(y_3), ...: what happens within h of an end of the step, as where the velocity of a point with Drag
// passes through 0, is not in it. Gragg's smoothed values (4) have f at both ends. Where f is smooth they differ from
// (1) by some tens of err at most, and err stays that of (3) to the last bit.
//
// Extrapolation halves an interval until each part has a small error: it needs no powers or roots, and its end is
// exact; tests use it. LaneDriver has its own step control and uses ExtrapolationTable, one step, alone.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"
#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// (1) to (4) for one step; owns the last row of each table. `Real` is the number type, f(z, dzdt) the right-hand side.
template <class Real>
class ExtrapolationTable {
  public:
    using State = std::vector<Real>;
    // K columns of n numbers.
    ExtrapolationTable(std::size_t n, int columns) : rows_(columns), smoothed_(columns) {
        resize(n);
        for (int j = 0; j < columns; ++j)
            for (int k = 0; k < j; ++k) {
                const Real ratio = Real(j + 1) / (j - k);
                below_.push_back(1 / (ratio * ratio - 1));
            }
    }

    void resize(std::size_t n) {
        for (State* state : {&column_, &before_, &rate_, &smooth_}) state->resize(n);
        for (std::vector<State>* table : {&rows_, &smoothed_})
            for (State& row : *table) row.resize(n);
    }

    // Computes the table of a step of `length` from z, where `slope` is f(z).
    template <class Rhs>
    void fill(Rhs&& f, const State& z, const State& slope, const Real& length) {
        const Real* of_row = below_.data();
        for (int j = 0; j < count_of(rows_); of_row += j, ++j) {
            midpoints(f, z, slope, length, 2 * (j + 1));
            extrapolate(j, of_row, column_, rows_);
            extrapolate(j, of_row, smooth_, smoothed_);
        }
    }
    const State& best() const { return rows_.back(); }
    // The error estimate of (3), or that of (4).
    void difference(State& error) const {
        using Number = Leading<Real>;
        const State &lower = rows_[rows_.size() - 2], &smoothed = smoothed_.back();
        Number by_order = Number(0.0), by_ends = Number(0.0);
        for (std::size_t i = 0; i < error.size(); ++i) {
            error[i] = best()[i] - lower[i];
            const Real apart = best()[i] - smoothed[i];
            by_order += leading(error[i]) * leading(error[i]);
            by_ends += leading(apart) * leading(apart);
        }
        const auto ends_count = Number(1e6) * by_order < by_ends;
        for (std::size_t i = 0; i < error.size(); ++i)
            error[i] = select(ends_count, Real(best()[i] - smoothed[i]), error[i]);
    }

  private:
    // (2) for row j, whose first entry `newest` becomes the last one; `table` has row j - 1 and then row j.
    static void extrapolate(int j, const Real* of_row, State& newest, std::vector<State>& table) {
        for (int k = 0; k < j; ++k) {
            const Real& below = of_row[k];
            State& previous = table[k];
            for (std::size_t i = 0; i < newest.size(); ++i) {
                const Real better = newest[i] + (newest[i] - previous[i]) * below;
                previous[i] = newest[i];
                newest[i] = better;
            }
        }
        std::swap(table[j], newest);
    }

    // The modified midpoint rule (1) with n substeps; leaves T_j1 in column_, and S_j1 in smooth_.
    template <class Rhs>
    void midpoints(Rhs& f, const State& z, const State& slope, const Real& length, int n) {
        const Real h = length / n, twice = 2 * h;
        before_ = z;
        for (std::size_t i = 0; i < z.size(); ++i) column_[i] = z[i] + h * slope[i];
        for (int step = 1; step < n; ++step) {
            f(column_, rate_);
            for (std::size_t i = 0; i < z.size(); ++i) before_[i] += twice * rate_[i];
            std::swap(before_, column_);
        }
        f(column_, rate_);
        for (std::size_t i = 0; i < z.size(); ++i) smooth_[i] = (column_[i] + before_[i] + h * rate_[i]) * Real(0.5);
    }

    std::vector<State> rows_, smoothed_;  // after row j of (2) and of (4): T_j1 .. T_jj
    State below_;                         // 1 / ((n_j/n_{j-k})^2 - 1) of (2), row after row
    State column_, before_, rate_, smooth_;
};

// Step size control by bisection. A step is accepted when norm(err, z, z_new) <= 1. Owns the table and remembers how
// far the last interval was divided.
template <class Real, class Rhs, class Norm>
class Extrapolation {
  public:
    using State = std::vector<Real>;
    Extrapolation(Rhs f, Norm norm) : f_(f), norm_(norm) {}

    // Advances z by `interval`. False if parts of 2^-most_halvings of it are still too long.
    bool advance(State& z, const Real& interval) {
        worst_ = 0;
        if (!cross(z, interval, 0)) return false;
        if (worst_ * growth < 1 && level_ > 0) --level_;  // pieces twice as long would have done
        return true;
    }

  private:
    static constexpr int columns = 10;                        // K: 111 evaluations of f a step
    static constexpr double growth = 1 << (2 * columns - 1);  // of err when a piece is twice as long
    static constexpr int most_halvings = 30;

    // Covers one part of the interval, by one step or by its two halves.
    bool cross(State& z, const Real& length, int halvings) {
        if (halvings > most_halvings) return false;
        if (halvings >= level_) {
            const double norm = static_cast<double>(attempt(z, length));
            if (norm <= 1) {
                worst_ = std::max(worst_, norm);
                z = table_.best();
                return true;
            }
            level_ = halvings + 1;
        }
        const Real half = length / 2;
        return cross(z, half, halvings + 1) && cross(z, half, halvings + 1);
    }

    Real attempt(const State& z, const Real& length) {
        table_.resize(z.size());
        slope_.resize(z.size());
        error_.resize(z.size());
        f_(z, slope_);
        table_.fill(f_, z, slope_, length);
        table_.difference(error_);
        return norm_(error_, z, table_.best());
    }

    Rhs f_;
    Norm norm_;
    ExtrapolationTable<Real> table_{0, columns};
    State slope_, error_;
    int level_ = 0;     // halvings that the next interval begins with
    double worst_ = 0;  // largest norm of the accepted parts of this interval
};

}  // namespace cchnn
