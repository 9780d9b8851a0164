#pragma once
// Sensitivities that a dataset stores on request (generate --with sensitivities), of each trajectory:
//
//   (1)  basis        k directions of (x, v) that span the tangent space of the constraints at the start: tangent_basis.hpp
//   (2)  start        d(x, v)(t) along each of them
//        q            d(q, qdot)(t) / d(q, qdot)(0) = A(t) A(0)^-1, column j of A(t) the change of (q, qdot) along column j of
//                     start; where coordinates exist and k = 2 m. NaN at their poles.
//   (3)  parameters   d(x, v)(t) / d theta of each drawn number, or of those that are chosen. x and v of the start stay,
//                     and move by the least kinetic norm onto the constraints that theta changes.
//   (4)  Err(S, S') = |S - S'| / (|S| + |S'|),  bound_k = min(1, 1e-15 + 10 max_{j <= k} Err(S_j, S'_j))
//
// In (4) S' is another solution of the variational equations, with a larger tolerance and a start that is perturbed by
// more than its rounding (nudge.hpp). Norms are those of all entries of start, and of all entries of q. Each column of (3)
// has an Err of its own, with |(x, v)| / |theta| added to both norms, because the derivative by a mass may vanish. The bound
// holds for all of them. With contacts both solutions find their own impacts. A sample that may lie before an impact or after
// it has the bound 1 and counts for no later one; from where the next impacts are of different contacts, the bound is 1.

#include <string>
#include <vector>

#include "integrate/derived_arrays.hpp"

namespace cchnn {

// JSON pointers of the numbers of (3): the chosen ones, or those that are drawn. None without sensitivities.
std::vector<std::string> sensitive_pointers(const std::vector<VariedProperty>& drawn, const DerivedChoice& choice);

// Throws UsageError where a dataset cannot store the sensitivities that are chosen.
void refuse_sensitivities(const CompiledSystem& compiled, const DerivedChoice& choice);

// 2 m, or 0 where the derivatives of the coordinates are not those of a whole matrix.
int coordinate_directions(const CompiledSystem& compiled);

// How many numbers of sensitivities a sample has.
int sensitivity_numbers(const CompiledSystem& compiled, const DerivedChoice& choice);

// Fills the sensitivities of `out`, with the same bits for any number of threads. Throws DataError where a number has no
// derivative.
void add_sensitivities(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                       const DerivedChoice& choice, int threads, DerivedArrays& out);

}  // namespace cchnn
