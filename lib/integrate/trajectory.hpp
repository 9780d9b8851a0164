#pragma once
// The results of integration: states at the requested times, and how each trajectory ended.

#include <cstdint>
#include <string>
#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

// The output times t = k dt, k = 0 .. samples-1.
struct TimeGrid {
    double dt = 0.05;  // s
    int samples = 100;
    double time(int k) const { return k * dt; }
    // The stored time minus k dt, by which steppers count: t_k = fl(k dt) = k dt + off(k).  [s]
    double off(int k) const { return -(Exact(static_cast<double>(k)) * dt).low; }
};

enum class EndReason {
    completed,
    step_size_underflow,
    not_finite,
    too_many_steps,
    constraints_unsolved,
    singular,
    simultaneous_impacts,  // of contacts whose impulses act on each other
    grazing,               // a gap whose smallest value is not significantly different from 0
    closed_contact         // a contact that starts closed, or whose bounces come to rest
};
const char* describe(EndReason reason);

// How one trajectory ended, and what is known about it beyond its samples.
struct Outcome {
    EndReason reason = EndReason::completed;
    int samples = 0;                  // complete samples; the rest of the trajectory is NaN
    double time = 0;                  // where it ended, s
    long accepted = 0, rejected = 0;  // steps
    bool refined = false;             // replaced by a solution in double-double numbers (refinement.hpp)
    double passed_at = -1;  // where a step of fixed length first passed a centre (passed_centres.hpp), s; or -1
    // When its energy first changed by more than its bound explained, so that the bound was raised (energy_guard.hpp),
    // s; or -1.
    double unexplained_at = -1;
    double unexplained_energy = 0;  // the largest such change, J
    // Of a trajectory that steps could not complete: (n, d) where it ended, until it is decided whether that is a singular place.
    std::vector<double> last = {};
    int contact = -1;  // that ended it, in the order of the file; or -1
};

// Impacts that a batch stores of each trajectory. A fixed number keeps arrays rectangular, so that blocks, journals and
// shards treat them like any other array; impact_count has the number of all.
inline constexpr int stored_impacts = 128;

// Trajectories first .. first+count-1 in order; NaN after a trajectory's end.
struct TrajectoryBatch {
    std::uint64_t first = 0;
    int count = 0, samples = 0, nodes = 0, dimension = 0;
    std::vector<double> x, v;             // (count, samples, nodes, dimension) m, m/s
    std::vector<double> energy;           // (count, samples) J
    std::vector<double> dissipated;       // (count, samples) J lost since t = 0; empty unless the system is dissipative
    std::vector<double> work;             // (count, samples) J done by inputs since t = 0; empty unless driven
    std::vector<double> u;                // (count, samples, inputs) values of the inputs
    std::vector<double> track_parameter;  // (count, samples, tracks) s of points on curves
    std::vector<double> counted_angle;    // (count, samples, angles) rad, counted over turns
    std::vector<double> q, qdot;       // (count, samples, m) generalised coordinates, or empty (batch_coordinates.hpp)
    std::vector<double> parameters;    // (count, P) values of the varied properties; empty when there are none
    std::vector<double> impact_count;  // (count) impacts until its end; empty, as the next five, without contacts
    // (count, stored_impacts), in the order of time; NaN behind the last: s, index of the contact in the file, m/s of
    // approach, N s, J
    std::vector<double> impact_time, impact_contact, impact_speed, impact_impulse, impact_loss;
    std::vector<Outcome> outcomes;             // (count)
    std::vector<double> error_bound;           // (count, samples) of Err, see error_bound.hpp; empty when not asked for
    std::vector<double> valid_until;           // (count) s, the same
    long lane_steps = 0, busy_lane_steps = 0;  // lane occupancy: steps times lanes, and those that moved a trajectory
};

// Copies trajectory `from` of one batch over trajectory `to` of another. Arrays that the first batch has not got stay.
void copy_trajectory(const TrajectoryBatch& source, int from, TrajectoryBatch& target, int to);

}  // namespace cchnn
