#pragma once
// The energy H and what was lost of it, W, are known at every sample, and so is how much of a change of their sum an
// error bound explains:
//
//   (1)  |H(z_k) + W_k - H(z_0)|  <=  g_k (bound_k + r) + r (|H(z_k)| + |W_k| + |H(z_0)|)
//   (2)  g_k = 2 max_{j <= k} |dH/dz| |z|,   z = (x, v), Euclidean norms over all nodes
//
// Err of error_bound.hpp is |dz| by 2 |z|. r = 2^-46 is rounding of the stored numbers and of what H is a sum of; with
// losses r = 2^-33, since W has an error of its own, of which no bound speaks. A larger change is a feature that no
// solution met, whatever the cause: the trajectory is integrated again in steps of dt/16, dt/256, dt/4096, with the
// solutions that bound it, until (1) holds. Where it never does, its bound is raised to `safety` times what the energy
// shows, max_{j <= k} |H(z_j) + W_j - H(z_0)| / g_j, and the trajectory's outcome says so.

#include <cstdint>
#include <string>

#include "integrate/batch_systems.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// The last sample of trajectory i of a batch with bounds at which (1) fails; -1 where it holds.
int unexplained_sample(const ConstrainedSystem& system, std::size_t i, const TrajectoryBatch& batch);
// Raises the bound where (1) fails, and tells the outcome.
void raise_unexplained_bound(const ConstrainedSystem& system, TimeGrid times, const ErrorBoundRule& rule, std::size_t i,
                             TrajectoryBatch& batch);
// Integrates again, or raises the bounds, of all trajectories of which (1) fails.
void explain_energies(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const ErrorBoundRule& rule, TrajectoryBatch& batch);

// Trajectories whose bounds were raised.
class RaisedBounds {
  public:
    // Of batches in the order of their trajectories.
    void add(const TrajectoryBatch& batch);
    std::uint64_t trajectories() const { return trajectories_; }
    // What to say of them, and what to do; "" where there are none.
    std::string told() const;

  private:
    std::uint64_t trajectories_ = 0, first_ = 0;
    double energy_ = 0, at_ = 0;  // J and s, of the first
};

}  // namespace cchnn
