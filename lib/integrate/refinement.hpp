#pragma once
// Integrates trajectories again in double-double numbers (106 bits, integrate_double_double.hpp) and replaces them,
// where the bound of the first solution exceeds a level before their end. No tolerance helps there, because the motion
// amplifies the rounding errors of doubles. Each trajectory gets three solutions by extrapolation, as accurate as its
// own motion requires:
//
//   (1)  coarse: order 20, rtol 8 r and 4 r, initial states perturbed by 3 r, each with its own pattern;
//        fine, stored: order 24, rtol r / 4
//   (2)  bound_k = min(1, floor + safety max_coarse max_{j <= k} Err(fine_j, coarse_j))      error_bound.hpp, (2)
//   (3)  r = level / (6 G),  G = bound of doubles / (10 . 1e-14)      estimated growth of errors
//   (4)  where (2) still exceeds the level, the same again with r' = r level / (4 bound)
//
// In (3) and (4) the level is at least twice the floor, 10 . 1e-14 is the safety times the perturbation of the rule of
// the first solution, where that is tight, and r' is at most r / 10. r lies between 1e-28 and 1e-12. A double-precision
// bound of 0.01 or more has saturated and does not measure growth: then r = 1e-20 first, and if (2) gives such a bound
// again, 1e-5 r follows. One r holds from beginning to end, because the bounds measure the growth of early errors only:
// one that arises later, near a change point of a linkage, grows far more. Where a bound does not improve, the solution
// before stays. The result for one trajectory does not depend on the others of its batch. The other choices rest on
// measurements:
// - Different orders: solutions of one order whose steps are cut at the samples take the same steps and make the same
// errors; 6 % of the trajectories exceeded their bound.
// - Two coarse solutions, because two samples of one error are sometimes close: with one, 1.4 % exceeded it.
// - Perturbations that outgrow the local errors, so that the difference is no random sample: with r / 10 and a safety
// of 10 one refined trajectory of 170 of magnet_pendulum exceeded its bound, by up to 3 times.
// - Two patterns, because one may be blind to the direction that grows (nudge.hpp): with one pattern in opposite
// directions and a safety of 3, 5 of 892 trajectories of a double pendulum from rest exceeded their bound, by up to 9.2
// times; with two patterns 2 did, by up to 1.19.
// - Tolerances that differ by more than the orders require: errors made near the sun grow far more than a perturbation
// of the initial state of a comet, and there order 24 at r / 4 takes as many steps as order 20 at r. With r and r / 2,
// 4 of 80 comets of eccentricity 0.9 to 0.9999 exceeded their bound, by up to 2.2 times; with 8 r and 4 r no error is
// above 0.4 of it.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct ErrorBoundRule;

struct Refinement {
    double level = 1e-9;  // of the bound at the end of a trajectory
    double safety = 4;
    double nudge = 3;    // in units of r
    double coarser = 8;  // tolerance of the first coarse solution in units of r; the second has half of it
    // Evaluations of the field for one solution of one trajectory, beyond one step for each sample.
    double most_evaluations = 1e6;
    bool all_or_none = false;  // give up at the first trajectory that stays above the level
};

// Whether trajectory i of a batch with bounds is to be refined.
bool awaits_refinement(const TrajectoryBatch& batch, int i, const ErrorBoundRule& rule);

// Refines the trajectories of the batch that need it; `states` are the initial states of the batch. With Origins that
// move the bounds also cover the rounding of the states as seen from them.
void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch);

}  // namespace cchnn
