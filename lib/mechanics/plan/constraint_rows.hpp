#pragma once
// Turns the constraints of a graph into scalar constraints (rows), in two forms. The paper's Phi is what datasets and
// reports show; the solver's rows describe the same manifold near it (some have further zeros half a turn away, which
// initial states are checked against by Phi). Those of one constraint are independent in general position; around a
// loop rows of several constraints may depend on each other (mechanics/rank/).
//
//   graph            paper's Phi                                       solver's rows
//   rigidity of Obj  |x_i - x_j|^2 - l^2, l^2 = 1 or 2                 the same
//   Link             |P_a - P_b|^2 - l^2                               the same
//   Joint            P_a - P_b, d rows                                 the same
//   Joint+Axis       Joint, and R_a u_a - R_b u_b, d rows of rank d-1  Joint, and across_j . axis = 0, d-1 rows
//   Rolling          up . x_c - (height + radius)                      the same
//     of a disk      up . (r_1 x r_2)                                  the same
//     of a wheel     up . axle                                         the same
//     velocities     across_j . (v_c - radius sum_i (up . r_i) s_i)    the same, 2 rows, velocity-level, at the end
//   Track            n_j . (x - C(s)), s that of the nearest point     the same, s part of the state, d-1 rows
//   Weld, Slider,    x_a - x_b, or its products with directions        the same
//   Universal,         u_a - u_b, w_a - w_b                            as many products of directions as are
//   Planar                                                             independent
//   Rope             sum_i |x_i - x_(i+1)| - length                    the same
//   Gear, Rack       error of the angles or the travel, up to turns    the sine of that error
//   SlideGear        difference of the ways                            the same
//   Constraint       phi/|dphi|                                        the same
//     on velocities  a . v/|a|                                         the same, velocity-level, at the end
//   Screw            that of a Rack, then those of a Slider with turn  as for these

#include <map>
#include <string>
#include <typeindex>
#include <vector>

#include "elements/parts/constraint_row.hpp"
#include "elements/parts/solver_row.hpp"

namespace cchnn {

class BodyGraph;

// All rows in the order of datasets: rigidity of bodies, then the constraints of the file, then velocity-level ones.
std::vector<ConstraintRow> paper_rows(const BodyGraph& graph);
// The places of the rows that come from one body or one term.
struct RowPlace {
    int first = 0, count = 0;                        // position-level
    int first_on_velocities = 0, on_velocities = 0;  // velocity-level
};
struct RowPlaces {
    std::vector<RowPlace> bodies;  // rigidity
    std::map<std::type_index, std::vector<RowPlace>>
        terms;  // of each type of term, in the order of graph.terms<Term>()
};
RowPlaces row_places(const BodyGraph& graph);
// The rows that the solver may use, before independent_rows() chooses among them.
std::vector<SolverRow> solver_rows(const BodyGraph& graph);
// The paper's rows in the solver's form: for feasible configurations, and for the rank of the paper's Jacobian.
std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, int dimension);

}  // namespace cchnn
