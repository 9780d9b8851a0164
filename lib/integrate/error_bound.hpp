#pragma once
// How far from the true motion an integrated trajectory is, by a second solution w of the same initial state:
//
//   (1)  Err(z, w) = |z - w| / (|z| + |w|),  z = (x, v), Euclidean norms over all nodes: the paper's error (section 7)
//   (2)  bound_k = min(1, floor + safety max_{j <= k} Err(z_j, w_j))
//   (3)  valid_until = the last t_k with bound_k <= level
//
// In units of (1), because a score is in units of (1): an error below the bound says nothing about a model. The maximum
// over earlier times, because two solutions may cross while both are off. Which second solution, and why it is enough:
//
//   first              second                               safety  Err is mostly
//   rtol below 1e-11   Fehlberg 7(8), steps 0.7 as long     10      the first one's where steps err; or rounding of both
//   symplectic         the default protocol                 5       that of the less accurate of the two, of any kind
//   any other          the default protocol                 1.1     the first one's: the second is far more accurate
//
// Shorter steps and not a smaller tolerance: below 1e-13 a tolerance asks for less than rounding gives. Steps that are
// as long would not do either: where the motion is regular, two pairs of order 8 err alike (mesh_top).
// Where rounding grows (magnets, linkages, a car that all but stops on a hill) two solutions are two draws of one
// random error, and two draws are now and then alike: a tenth as far apart as large once in thirty. So the second one
// starts with velocities `nudge` greater, more than rounding adds up to, and what that grows to is part of Err.
// Neither solution passes a bump of a curve or the centre of a force unseen between its stages (step_limit.hpp): what both
// do not see is no part of Err.
// The floor is rounding of the stored numbers. All of this is measured against quad precision in tests/bench/README.md.
//
// A trajectory whose bound passes the refinement's level before its end is integrated again, refinement.hpp.

#include <optional>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol.hpp"
#include "integrate/refinement.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct ErrorBoundRule {
    Protocol second;
    double safety = 1;
    double nudge = 1e-14;  // relative, of the second solution's initial state
    double floor = 1e-15;
    double level = 1e-6;
    std::optional<Refinement> refinement;

    // Refines beyond the level; without one, where `first` is as tight as the default; where the level is 0, nowhere.
    explicit ErrorBoundRule(const Protocol& first, std::optional<double> refine_level = std::nullopt);
};

// Fills error_bound and valid_until of a batch that was integrated from `states`, and refines it. After the end of a
// trajectory the bound is NaN; where the second solution ended before the first it is 1, the largest there is.
void add_error_bounds(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch);

// (2) and (3) of trajectory i, by trajectory j of the second solution.
void bound_trajectory(const TrajectoryBatch& second, std::size_t j, TimeGrid times, const ErrorBoundRule& rule,
                      double safety, std::size_t i, TrajectoryBatch& batch);
void make_room_for_bounds(TrajectoryBatch& batch);

// Protocol and rule as stored with the data; "off" for no rule.
std::string to_json(const Protocol& protocol, const ErrorBoundRule* rule);

}  // namespace cchnn
