#pragma once
// Estimated error bounds: how far an integrated trajectory z is from the true motion, judged by other numerical
// solutions w of the same initial state:
//
//   (1)  Err(z, w) = |z - w| / (|z| + |w|),  z = (x, v), Euclidean norms over all nodes: the paper's error (section 7)
//   (2)  bound_k = min(1, floor + safety max_w max_{j <= k} Err(z_j, w_j))
//   (3)  valid_until = the last t_k with bound_k <= level
//
// The bound is in units of (1), as scores are: a model whose error is below it cannot be told from the true motion.
// The maximum runs over earlier times, because two solutions may cross while both are wrong. Which other solutions are
// used, and why they suffice:
//
//   first              others                                        safety  Err is mostly
//   rtol below 1e-11   Fehlberg 7(8), steps 0.7 and 0.85 as long     10      rounding of all, or the first's steps
//   fixed steps        the default protocol                          5       that of the less accurate of the two
//   any other          the default protocol                          1.1     the first's: the other is more accurate
//
// Other solutions use shorter steps, not a smaller tolerance: below 1e-13 a tolerance demands less than rounding. Equal
// steps would not do either: on regular motions two pairs of order 8 have nearly the same error (mesh_top). Where
// rounding errors grow (magnets, linkages, a car that almost stops on a hill) two solutions are two samples of one
// random error, and two samples are sometimes close: with one other solution 7 % of the trajectories of a four-bar
// linkage exceeded their bound. Two others, whose initial states are perturbed (nudge.hpp) in opposite directions by
// more than accumulated rounding, are rarely both close: in the audit of lib/ACCURACY.md three of 13,400 trajectories
// exceeded their bounds, by at most 1.72 times. Solutions that choose their steps do not pass a bump of a curve or of a
// formula, or the centre of a force, between their stages (step_limit.hpp); if all solutions did, energy would show it
// (energy_guard.hpp). The floor is the rounding of stored numbers.
//
// A trajectory whose bound exceeds the refinement level before its end is integrated again (refinement.hpp).

#include <optional>
#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/refinement.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// A comparison solution: its integration settings and the relative perturbation of its initial state.
struct OtherSolution {
    Protocol protocol;
    double nudge;
};

// How the bounds of a dataset are made; stored with the data by to_json(). trajectory_source.hpp applies it.
struct ErrorBoundRule {
    Protocol first;  // of the solution that is bounded
    std::vector<OtherSolution> others;
    double safety = 1;
    double floor = 1e-15;
    double level = 1e-6;
    std::optional<Refinement> refinement;

    // With `refine_level` trajectories whose bound exceeds it are refined, with level 0 none. Without it there is a
    // refinement only if the first solution chooses its steps at an rtol below 1e-11.
    explicit ErrorBoundRule(const Protocol& first_solution, std::optional<double> refine_level = std::nullopt);
};

// Fills error_bound and valid_until of a batch that was integrated from `states`. After the end of a trajectory the
// bound is NaN; where another solution ended before the first it is 1, the largest value.
void bound_by_other_solutions(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                              const ErrorBoundRule& rule, TrajectoryBatch& batch);
// bound_by_other_solutions(), then a check of these bounds against the energy balance, which may raise them
// (energy_guard.hpp).
void bound_by_others(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                     const ErrorBoundRule& rule, TrajectoryBatch& batch);
// bound_by_others(), then refine() if the rule has a refinement.
void add_error_bounds(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch);

// Trajectory `trajectory` of a batch.
struct OneOf {
    const TrajectoryBatch& batch;
    std::size_t trajectory;
};
// Computes (2) and (3) for trajectory i.
void bound_trajectory(std::span<const OneOf> others, TimeGrid times, const ErrorBoundRule& rule, double safety,
                      std::size_t i, TrajectoryBatch& batch);
void make_room_for_bounds(TrajectoryBatch& batch);

// The JSON text of protocol and rule that datasets store; "off" for no rule.
std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule);

}  // namespace cchnn
