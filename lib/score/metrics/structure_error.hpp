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
//   (4)  error         mean over (1) and (3) of min(1, sum of angle/sum of angle_0) over states,
//                      angle_0 = 90 (c - s - 1)/(c - 1) of f found and s true ones among c directions outside of R
//
// subspaces.hpp compares F and S modulo R. In (3) a function of energy has the direction of its gradient, and a function of
// the constraints is none. Gradients of energy at an equilibrium at rest are 0, so that S has a dimension less there.
// angle_0 is that of whoever names every direction at right angles to the motion, which takes no discovery and misses
// nothing. So this, all directions, and nothing at all have the error 1. A limit of 1 at each state would reward guesses,
// which are now and then near. States with c - s = 1 are left out of a space, since all of it follows from the motion there,
// and so are those with f = s = 0. Where the first leaves none in either space the error is 1, as nothing can be shown, and
// else 0: nothing is there to be found, and nothing is said.

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
    double error = 0;  // (4)
};

// `truth` with its parameters, from the first scored sample on; `found` gives what is said at a sample, from 0.
StructureScores structure_scores(const ConstrainedSystem& system, const KineticSpread& spread, int samples,
                                 bool include_t0, TrajectoryView truth,
                                 const std::function<FoundRows(std::size_t)>& found);

// A row of `size` coefficients of the velocities, from a function of velocities that is linear in them.
Rows rows_of_rates(std::size_t size, std::size_t count, const std::function<void(const double* v, double* out)>& rates);

}  // namespace cchnn
