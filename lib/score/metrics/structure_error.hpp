#pragma once
// How the constraints and invariants that a submission has found compare with those of the system, at the states of the test
// set. G v = 0 are the rows of all constraints, those of positions and those of velocities alone, g are gradients of the
// conserved quantities of the system, and M = L L^T is its mass matrix.
//
//   (1)  constraints   F: rows a that are found, S: rows of G, R: those of the rigidity of bodies
//                      a -> L^-1 a: angles of M^-1 a^T in the norm of M
//   (2)  holonomic     the same of the rows that are said to be holonomic, and of the rows of G that restrict positions
//   (3)  invariants    F: gradients (a, b) with respect to x and v, S: those of energy and momenta,
//                      R: the normals of the states (x, v) that constraints allow, (d(G v)/dx, G) and (G_x, 0), which are
//                      0 along all of them
//                      (a, b) -> (s_x L^-1 a, s_v L^-1 b), s_x and s_v of kinetic_error.hpp (1)
//
// subspaces.hpp compares F and S modulo R. In (3) a function of energy has the direction of its gradient, and a function of
// the constraints is none. Gradients of energy at an equilibrium at rest are 0, so that S has a dimension less there.

#include <functional>

#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/subspaces.hpp"

namespace cchnn {

// What is found, at one state: rows of n d entries, those that are said to be holonomic apart, and rows of 2 n d.
struct FoundRows {
    Rows constraints, holonomic, invariants;
};
// Of one trajectory, over the counted samples.
struct StructureScores {
    struct Of {
        double angle = 0, angle_95 = 0;              // median and 95th percentile, degrees
        double found = 0, missed = 0, invented = 0;  // means
    } constraints, holonomic, invariants;
};

// `truth` with its parameters, from the first scored sample on; `found` gives what is said at a sample, from 0.
StructureScores structure_scores(const ConstrainedSystem& system, const KineticSpread& spread, int samples,
                                 bool include_t0, TrajectoryView truth,
                                 const std::function<FoundRows(std::size_t)>& found);

// A row of `size` coefficients of the velocities, from a function of velocities that is linear in them.
Rows rows_of_rates(std::size_t size, std::size_t count, const std::function<void(const double* v, double* out)>& rates);

}  // namespace cchnn
