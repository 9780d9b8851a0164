#pragma once
// Solver rows that several kinds are made of.

#include <string>
#include <vector>

#include "elements/parts/solver_row.hpp"

namespace cchnn {

// n . r = 0 with unit n; an offset of the separation is part of r.
inline SolverRow linear_row(const std::string& name, const Separation& r, const std::vector<Exact>& normal,
                            double scale) {
    return {SolverRow::Kind::linear, name, r, {}, normal, 0.0, scale};
}

inline std::vector<Exact> unit_vector(int axis, int dimension) {
    std::vector<Exact> e(static_cast<std::size_t>(dimension), 0.0);
    e[static_cast<std::size_t>(axis)] = 1.0;
    return e;
}

}  // namespace cchnn
