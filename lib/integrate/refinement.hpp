#pragma once
// Trajectories integrated again in double-double numbers (106 bits, integrate_double_double.hpp) and replaced, where
// the bound of the first solution passes a level before their end: no tolerance helps where the motion itself
// multiplies the rounding errors of doubles. Each by three solutions by extrapolation, as accurate as its own motion
// asks for:
//
//   (1)  coarse: order 20, rtol 8 r and 4 r, starts nudged by 3 r, each by its own pattern;   fine: order 24, rtol r / 4,
//        stored
//   (2)  bound_k = min(1, floor + safety max_coarse max_{j <= k} Err(fine_j, coarse_j))      error_bound.hpp, (2)
//   (3)  r = level / (6 G),  G = bound of doubles / (10 . 1e-14)      what errors have grown by, as far as doubles tell
//   (4)  where (2) still passes the level, the same with r' = r level / (4 bound)
//
// r is 1e-12 at most and 1e-28 at least. A bound of doubles above 0.01 tells no growth: then r = 1e-20 first, and such
// a bound of (2) asks for 1e-5 r. Of other order, because solutions of one order whose steps are cut at the samples
// take the same steps and err alike: 6 % of the trajectories were beyond their bound. Two coarse ones, because two
// draws of one error are now and then alike: 1.4 % were with one. Nudges that outgrow what the steps do wrong, because
// then the difference is no draw at all: with nudges of r / 10 and a safety of 10 one refined trajectory of 170 of
// magnet_pendulum was beyond its bound, by up to 3 times. Of two patterns, because one alone is now and then blind to
// the direction that grows (nudge.hpp): with it on opposite sides and a safety of 3, 5 of 892 trajectories of a double
// pendulum from rest were beyond their bound, by up to 9.2 times; with two patterns 2, by up to 1.19. Tolerances that
// differ by more than orders do, because what is done wrong next to the sun is multiplied far more than a nudge of the
// start of a comet, and order 24 at r / 4 takes as many steps there as order 20 at r and errs as much: with r and r / 2
// 4 of 80 comets of eccentricity 0.9 to 0.9999 were beyond their bound, by up to 2.2 times; with 8 r and 4 r none errs
// by more than 0.4 of it. One r from beginning to end:
// bounds by which r could grow with time do not say how an error grows that is made later, and near a change point of a
// linkage it grows far more. Where a bound does not become smaller, what was there stays. What is done depends on the
// trajectory alone.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct ErrorBoundRule;

struct Refinement {
    double level = 1e-9;  // of the bound at the end of a trajectory
    double safety = 4;
    double nudge = 3;    // of r
    double coarser = 8;  // than r: the tolerance of the first of the others, twice that of the second
    // Of the field, for one solution of one trajectory, beyond one step a sample.
    double most_evaluations = 1e6;
};

// Whether trajectory i of a batch with bounds is to be refined.
bool awaits_refinement(const TrajectoryBatch& batch, int i, const ErrorBoundRule& rule);

// Those of the batch that await it, which was integrated from `states`.
void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch);

}  // namespace cchnn
