#include "mechanics/rows_in_time.hpp"

#include "core/to_size.hpp"
#include "mechanics/rows/equation_at.hpp"
#include "mechanics/rows/formula_terms.hpp"

namespace cchnn {

RowsInTime::RowsInTime(const ConstrainedSystem& system, double t) : system_(system), t_(t) {
    for (std::size_t c = 0; c < system.rows().size(); ++c) {
        const ConstraintRow& row = system.rows()[c];
        if (row.equation && moves_in_time(*row.equation, system.dimension() * (1 + count_of(row.axes))))
            moving_.push_back(c);
    }
}

// Puts psi of the rows that move in place of that at t = 0, or their rates where v is not null.
void RowsInTime::move(const double* x, const double* v, double* out) const {
    const RowReader at{x, system_.dimension(), system_.tracks(), nullptr};
    for (const std::size_t c : moving_)
        if (const ConstraintRow& row = system_.rows()[c]; v || row.on_positions()) out[c] = equation_at(at, row, t_, v);
}

void RowsInTime::phi(const double* x, double* out) const {
    system_.phi(x, out);
    move(x, nullptr, out);
}
void RowsInTime::phi_rate(const double* x, const double* v, double* out) const {
    system_.phi_rate(x, v, out);
    move(x, v, out);
}
void RowsInTime::position_errors(const double* x, double* out) const {
    system_.position_errors(x, out);
    move(x, nullptr, out);
}
void RowsInTime::violations(const double* x, const double* v, double* phi, double* phi_rate, double* distances) const {
    system_.violations(x, v, phi, phi_rate, distances);
    move(x, nullptr, phi);
    move(x, nullptr, distances);
    move(x, v, phi_rate);
}

}  // namespace cchnn
