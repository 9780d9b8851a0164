#pragma once
// Gragg-Bulirsch-Stoer extrapolation of fixed high order, for solutions far beyond double. Its coefficients are ratios of
// whole numbers, hence exact in any precision, which no tableau typed with 24 digits is.
// Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9 (midpoint rule, without smoothing).
//
//   (1)  y_1 = z + h f(z),  y_{i+1} = y_{i-1} + 2 h f(y_i),  h = H/n_j,  T_j1 = y_{n_j},  n_j = 2, 4, 6, ..., 2K
//   (2)  T_{j,k+1} = T_jk + (T_jk - T_{j-1,k}) / ((n_j/n_{j-k})^2 - 1)
//   (3)  z_new = T_KK of order 2K,  err = T_KK - T_{K,K-1}
//
// An interval is cut in halves until every piece has a small error: no power or root is needed, and its end is exact.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"

namespace cchnn {

// Real: the number type. f(z, dzdt) is the right-hand side, norm(err, z, z_new) is small enough when <= 1.
template <class Real, class Rhs, class Norm>
class Extrapolation {
  public:
    using State = std::vector<Real>;
    Extrapolation(Rhs f, Norm norm) : f_(f), norm_(norm) {}

    // Moves z on by `interval`. False when pieces of 2^-most_halvings of it are still too long.
    bool advance(State& z, const Real& interval) {
        worst_ = 0;
        if (!cross(z, interval, 0)) return false;
        if (worst_ * growth < 1 && level_ > 0) --level_;  // pieces twice as long would have done
        return true;
    }

  private:
    static constexpr int columns = 10;                         // K: 100 evaluations a step
    static constexpr double growth = 1 << (2 * columns - 1);   // of err when a piece is twice as long
    static constexpr int most_halvings = 30;

    bool cross(State& z, const Real& length, int halvings) {
        if (halvings > most_halvings) return false;
        if (halvings >= level_) {
            const double norm = static_cast<double>(attempt(z, length));
            if (norm <= 1) {
                worst_ = std::max(worst_, norm);
                z = table_.back();
                return true;
            }
            level_ = halvings + 1;
        }
        const Real half = length / 2;
        return cross(z, half, halvings + 1) && cross(z, half, halvings + 1);
    }

    // (1) to (3); leaves z_new in the last column.
    Real attempt(const State& z, const Real& length) {
        slope_.resize(z.size());
        f_(z, slope_);
        table_.resize(columns);
        for (int j = 0; j < columns; ++j) {
            State column = midpoints(z, length, 2 * (j + 1));
            for (int k = 0; k < j; ++k) {
                const Real ratio = Real(j + 1) / (j - k), below = 1 / (ratio * ratio - 1);
                State& previous = table_[to_size(k)];
                for (std::size_t i = 0; i < z.size(); ++i) {
                    const Real better = column[i] + (column[i] - previous[i]) * below;
                    previous[i] = column[i];
                    column[i] = better;
                }
            }
            table_[to_size(j)] = column;
        }
        const State& best = table_.back();
        error_.resize(z.size());
        for (std::size_t i = 0; i < z.size(); ++i) error_[i] = best[i] - table_[columns - 2][i];
        return norm_(error_, z, best);
    }

    State midpoints(const State& z, const Real& length, int n) {
        const Real h = length / n;
        State before = z, now = z;
        for (std::size_t i = 0; i < z.size(); ++i) now[i] += h * slope_[i];
        rate_.resize(z.size());
        for (int step = 1; step < n; ++step) {
            f_(now, rate_);
            for (std::size_t i = 0; i < z.size(); ++i) before[i] += 2 * h * rate_[i];
            std::swap(before, now);
        }
        return now;
    }

    Rhs f_;
    Norm norm_;
    std::vector<State> table_;  // row j of (2): T_j1 .. T_jj
    State slope_, rate_, error_;
    int level_ = 0;     // halvings that the last interval needed
    double worst_ = 0;  // norm of this interval
};

}  // namespace cchnn
