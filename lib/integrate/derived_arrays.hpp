#pragma once
// Quantities that are stored on request (generate --with). These follow from each state of a trajectory alone; the
// sensitivities of stored_sensitivities.hpp follow from its start:
//
//   (1)  acceleration          a = dv/dt = M^-1 dp/dt                                     (n, d) m/s^2
//   (2)  its coordinates       qddot of a = J qddot + J' qdot, v = J(q) qdot, J = dx/dq    (m) rad/s^2, m/s^2
//   (3)  momentum              p = M v                                                    (n, d) kg m/s
//   (4)  its coordinates       dT/dqdot = J^T M v                                         (m)
//   (5)  multipliers           lambda of M a = f - G^T lambda, G = dPhi/dx, f = -dV/dx - dR/dv (paper, eq. 15)   (C)
//
// f also has gyroscopic forces and those of inputs. If constraint rows are redundant, many lambda give the same force:
// rows that /system/constraints/independent leaves out get 0. In states where the independent rows come close to linear
// dependence, other rows take their place. The bias term J' qdot of (2) is a difference of order 8 of v along qdot. v
// is a sum of sines whose frequencies do not exceed the sum of all |qdot_j|; with steps of 1/32 of its inverse the
// truncation error is below rounding. Where J loses rank (poles of Euler angles) dependent coordinates get
// acceleration 0.

#include <vector>

#include "integrate/derived_choice.hpp"
#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// The arrays of a batch, (count, samples, ...) each; empty where not requested, or where batch.q is. NaN after a
// trajectory's end.
struct DerivedArrays {
    std::vector<double> acceleration, qddot, momentum, generalised_momentum, multipliers;
    // stored_sensitivities.hpp: (count, 2 n d, k), (count, samples, 2 n d, k), (count, samples, 2 m, 2 m),
    // (count, samples, 2 n d, P), (count, samples).
    std::vector<double> sensitivity_basis{}, sensitivity_start{}, sensitivity_q{}, sensitivity_parameters{},
        sensitivity_error_bound{};
};

// Computes them on `threads` threads, with the same bits for any number of threads. In a family batch.parameters select
// the member of each trajectory.
DerivedArrays derived_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                             const DerivedChoice& choice, int threads);

}  // namespace cchnn
