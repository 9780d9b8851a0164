#pragma once
// The rows of a system at a time: equations of the file that move (elements/formula_constraint.hpp) depend on it, all others are
// those of ConstrainedSystem, which has every row at t = 0. For reports, scores and checks of states, in double.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// As the members of ConstrainedSystem with these names.
class RowsInTime {
  public:
    RowsInTime(const ConstrainedSystem& system, double t);
    bool any_moves() const { return !moving_.empty(); }
    void phi(const double* x, double* out) const;
    void phi_rate(const double* x, const double* v, double* out) const;
    void position_errors(const double* x, double* out) const;
    void violations(const double* x, const double* v, double* phi, double* phi_rate, double* distances) const;

  private:
    void move(const double* x, const double* v, double* out) const;

    const ConstrainedSystem& system_;
    const double t_;
    std::vector<std::size_t> moving_;  // rows
};

}  // namespace cchnn
