#pragma once
// How far from the true motion an integrated trajectory z is, by other solutions w of the same initial state:
//
//   (1)  Err(z, w) = |z - w| / (|z| + |w|),  z = (x, v), Euclidean norms over all nodes: the paper's error (section 7)
//   (2)  bound_k = min(1, floor + safety max_w max_{j <= k} Err(z_j, w_j))
//   (3)  valid_until = the last t_k with bound_k <= level
//
// In units of (1), because a score is in units of (1): an error below the bound says nothing about a model. The maximum
// over earlier times, because two solutions may cross while both are off. Which other solutions, and why they are
// enough:
//
//   first              others                                        safety  Err is mostly
//   rtol below 1e-11   Fehlberg 7(8), steps 0.7 and 0.85 as long     10      rounding of all, or the first's steps
//   fixed steps        the default protocol                          5       that of the less accurate of the two
//   any other          the default protocol                          1.1     the first's: the other is far more accurate
//
// Shorter steps and not a smaller tolerance: below 1e-13 a tolerance asks for less than rounding gives. Steps that are
// as long would not do either: where the motion is regular, two pairs of order 8 err alike (mesh_top).
// Where rounding grows (magnets, linkages, a car that all but stops on a hill) two solutions are two draws of one
// random error, and two draws are now and then alike: with one other solution 7 % of the trajectories of a four-bar
// linkage were beyond their bound. Two others, whose starts are nudged (nudge.hpp) to opposite sides by more than
// rounding adds up to, are not both alike: none of 1,900 trajectories was beyond, the largest error 0.7 of its bound.
// No solution passes a bump of a curve or of a formula, or the centre of a force, unseen between its stages
// (step_limit.hpp): what none of them sees is no part of Err. Should they all the same, energy tells (energy_guard.hpp).
// The floor is rounding of the stored numbers. All of this is measured against more exact solutions in
// lib/ACCURACY.md.
//
// A trajectory whose bound passes the refinement's level before its end is integrated again, refinement.hpp.

#include <optional>
#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/refinement.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct OtherSolution {
    Protocol protocol;
    double nudge;  // relative, of its initial state
};

struct ErrorBoundRule {
    Protocol first;  // of the solution that is bounded
    std::vector<OtherSolution> others;
    double safety = 1;
    double floor = 1e-15;
    double level = 1e-6;
    std::optional<Refinement> refinement;

    // Refines beyond the level; without one, where the first is as tight as the default; where the level is 0, nowhere.
    explicit ErrorBoundRule(const Protocol& first_solution, std::optional<double> refine_level = std::nullopt);
};

// Fills error_bound and valid_until of a batch that was integrated from `states`. After the end of a trajectory the
// bound is NaN; where another solution ended before the first it is 1, the largest there is.
void bound_by_other_solutions(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                              const ErrorBoundRule& rule, TrajectoryBatch& batch);
// The same, and what the bounds leave unexplained of a change of energy is no longer so (energy_guard.hpp).
void bound_by_others(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                     const ErrorBoundRule& rule, TrajectoryBatch& batch);
// The same, and refines it.
void add_error_bounds(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch);

// Trajectory `trajectory` of a batch.
struct OneOf {
    const TrajectoryBatch& batch;
    std::size_t trajectory;
};
// (2) and (3) of trajectory i.
void bound_trajectory(std::span<const OneOf> others, TimeGrid times, const ErrorBoundRule& rule, double safety,
                      std::size_t i, TrajectoryBatch& batch);
void make_room_for_bounds(TrajectoryBatch& batch);

// Protocol and rule as stored with the data; "off" for no rule.
std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule);

}  // namespace cchnn
