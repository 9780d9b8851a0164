#pragma once
// Equations that the file writes as formulas, at any time, in double (formula_terms.hpp): for RowReader, which has every row at
// t = 0, and for what has them at another time.

#include "mechanics/rows/row_reader.hpp"

namespace cchnn {

// psi of an equation of the file at t, or its rate where v is not null.
double equation_at(const RowReader& at, const ConstraintRow& row, double t, const double* v);

}  // namespace cchnn
