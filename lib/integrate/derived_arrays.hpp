#pragma once
// What follows from the states of a trajectory and is stored on request (generate --with), of each state alone:
//
//   (1)  acceleration          a = dv/dt = M^-1 dp/dt                                     (n, d) m/s^2
//   (2)  its coordinates       qddot of a = J qddot + J' qdot, v = J(q) qdot              (m) rad/s^2, m/s^2
//   (3)  momentum              p = M v                                                    (n, d) kg m/s
//   (4)  its coordinates       dT/dqdot = J^T M v                                         (m)
//   (5)  multipliers           lambda of M a = f - G^T lambda, G = dPhi/dx, f = -dV/dx - dR/dv (paper, eq. 15)   (C)
//
// Of redundant rows many lambda give the same force: rows that /system/constraints/independent leaves out have 0. In
// states in which those that it holds come close to depend on each other, others are taken in their place. In (2)
// J' qdot is a difference of order 8 of v along qdot, a sum of sines no faster than the sum of all rates: with steps of
// 1/32 of that its error is that of rounding. Where J has no inverse (poles of Euler angles) coordinates have no
// acceleration of their own; those that depend on others there have 0.

#include <vector>

#include "integrate/derived_choice.hpp"
#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// (count, samples, ...) each; empty where it was not asked for, or batch.q is. NaN after a trajectory's end.
struct DerivedArrays {
    std::vector<double> acceleration, qddot, momentum, generalised_momentum, multipliers;
};

// Of a family, batch.parameters say which member each trajectory is of. The same bits with any number of threads.
DerivedArrays derived_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, const DerivedChoice& choice,
                             int threads);

}  // namespace cchnn
