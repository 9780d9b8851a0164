#pragma once
// Trajectories integrated again in double-double numbers (106 bits, integrate_double_double.hpp) and replaced, where the
// bound of the first solution passes a level before their end: no tolerance helps where the motion itself multiplies the
// rounding errors of doubles. Each by a pair of solutions by extrapolation of order 24, whose accuracy is as high as its
// own motion asks for:
//
//   (1)  coarse: rtol r, its start nudged by nudge r;   fine: rtol r / 10;   the fine one is stored
//   (2)  bound_k = min(1, floor + safety max_{j <= k} Err(fine_j, coarse_j))      error_bound.hpp, (2)
//   (3)  r = level / (40 G),  G = bound of doubles / (10 . 1e-14)      what errors have grown by, as far as doubles tell
//   (4)  where (2) still passes the level: r' = r level / (4 bound); a pair as good as r / 10 keeps the fine solution
//
// r is rounded down to a power of ten, from 1e-12 to 1e-28. A bound of doubles above 0.01 tells no growth: r = 1e-20.
// Where a bound does not become smaller, what was there stays. What is done depends on the trajectory alone.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct ErrorBoundRule;

struct Refinement {
    double level = 1e-9;  // of the bound at the end of a trajectory
    double safety = 10;
    double nudge = 1e-3;            // of rtol
    double most_evaluations = 1e6;  // of the field, for one solution of one trajectory
};

// Whether trajectory i of a batch with bounds is to be refined.
bool awaits_refinement(const TrajectoryBatch& batch, int i, const ErrorBoundRule& rule);

// Those of the batch that await it, which was integrated from `states`.
void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch);

}  // namespace cchnn
