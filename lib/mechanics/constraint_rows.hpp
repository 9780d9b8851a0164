#pragma once
// Constraints of the graph as rows: the paper's Phi, which is reported, and the solver's rows, which are independent in
// general position. They describe the same manifold.
//
//   graph            paper's Phi                                       solver's rows
//   rigidity of Obj  |x_i - x_j|^2 - l^2, l^2 = 1 or 2                 the same
//   Link             |P_a - P_b|^2 - l^2                               the same
//   Joint            P_a - P_b, d rows                                 the same
//   Joint+Axis       Joint, and R_a u_a - R_b u_b, d rows of rank d-1  Joint, and across_j . axis = 0, d-1 rows

#include <string>
#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/solver_row.hpp"

namespace cchnn {

// One row of the paper's Phi.
struct ConstraintRow {
    enum class Kind { distance, component } kind = Kind::distance;
    std::string name;         // "Link pivot-bob1", "Joint pivot-top, y"
    Separation separation;
    int axis = 0;             // component: which one; the row is r[axis]  [m], or [1] for directions
    double length = 0;        // distance: m
    double square = 0;        // distance: length^2 as the row uses it; the row is |r|^2 - square  [m^2]
    bool independent = true;  // in a largest independent set of rows
};

std::vector<ConstraintRow> paper_rows(const BodyGraph& graph);
std::vector<SolverRow> solver_rows(const BodyGraph& graph);
// The paper's rows as the solver would take them: for feasible configurations and their rank.
std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, int dimension);

}  // namespace cchnn
