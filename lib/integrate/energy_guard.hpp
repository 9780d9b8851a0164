#pragma once
// Checks error bounds against the energy balance. At every sample the energy H is known, and the energy W that was
// lost: what was dissipated, minus the work of inputs. An error bound explains a change of H + W up to
//
//   (1)  |H(z_k) + W_k - H(z_0)|  <=  g_k (bound_k + r) + r (|H(z_k)| + |W_k| + |H(z_0)|)
//   (2)  g_k = 2 max_{j <= k} |dH/dz| |z|,   z = (x, v), Euclidean norms over all nodes
//
// Err of error_bound.hpp is |dz| / (2 |z|), so (2) turns a bound into an energy. r = 2^-46 covers rounding of the
// stored numbers and of the sum H; with losses or inputs r = 2^-33, because W has its own error, which no bound
// describes. A larger change means that every solution missed a feature of the system. Then the trajectory and its
// comparison solutions are integrated again in steps of at most dt/16, dt/256, dt/4096, until (1) holds. If it never
// does, or if such a solution fails or would have too many samples, the bound is raised to `safety` times what the
// energy shows, max_{j <= k} |H(z_j) + W_j - H(z_0)| / g_j, at most to 1, and the outcome says so. The bound of a
// refined solution is raised without another integration.

#include <cstdint>
#include <string>

#include "integrate/batch_systems.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// The last sample at which (1) fails for trajectory i of a batch with bounds, or -1.
int unexplained_sample(const ConstrainedSystem& system, TimeGrid times, std::size_t i, const TrajectoryBatch& batch);
// Raises the bounds of trajectory i where (1) fails, and records it in the outcome.
void raise_unexplained_bound(const ConstrainedSystem& system, TimeGrid times, const ErrorBoundRule& rule, std::size_t i,
                             TrajectoryBatch& batch);
// Treats all trajectories for which (1) fails: integrates them again, or raises their bounds.
void explain_energies(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch);

// Counts the trajectories with raised bounds in all batches, for the warning of a program.
class RaisedBounds {
  public:
    // Batches must come in the order of their trajectories, so that the first raised bound of all is the one reported.
    void add(const TrajectoryBatch& batch);
    std::uint64_t trajectories() const { return trajectories_; }
    // The warning, with advice; "" if there are none.
    std::string text() const;

  private:
    std::uint64_t trajectories_ = 0, first_ = 0;
    double energy_ = 0, at_ = 0;  // J and s, of the first
};

}  // namespace cchnn
