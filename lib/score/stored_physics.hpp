#pragma once
// Checks that a stored trajectory satisfies its equations, for `verify` and for imported data. Each measure is a pure
// number, the worst over samples k and scalar constraints c. K is the largest kinetic energy of the trajectory, s its
// largest speed of a node, l_c the length of a constraint (of a component: a typical length of the system). Of a motion
// at rest K and s are those of mechanics/motion_scales.hpp:
//
//   (1)  energy     |E_k - H(x_k, v_k)| / (K + |H(x_k, v_k)|)       the stored energy is that of the stored state
//   (2)  Phi        ||r_c| - l_c| / l_c, or a component / l_c
//   (3)  dPhi/dt    |d/dt of the same| / s
//   (4)  motion     |w - z_k+1| / (|w| + |z_k+1|),  z = (x, v),  w integrated from z_k over one interval by another
//                   method. Also |the energy lost in the interval - that of w| / K where energy is lost, with a
//                   twentieth of the limit, and 1 where a counted angle is a turn off
//   (5)  drift      |E_k + lost_k - E_0| / K
//
// (4) is local: an error made early is not counted again later, so that chaos does not hide a sample that was changed.
// Its limit is max(1000 rtol, 2 error_bound), or the one of the two that is known. Steps of that tolerance leave an
// error of at most 15 rtol over the built-in systems. Where w in doubles is beyond the limit, a solution in double-double
// numbers takes its place. What is left is the rounding of z_k, which a close encounter or a short pulse within the
// interval may amplify beyond any limit. Two solutions from states that differ by such a rounding measure it:
//
//   (6)  undecided where (4) is beyond its limit, but at most 10 times the largest Err of these two solutions

#include <string>
#include <vector>

#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// One measure at its worst place, which is where it is largest relative to its limit. A value that is not a number is
// worse than any other.
struct Worst {
    double value = 0, limit = 1;
    long trajectory = -1;  // -1: nothing was looked at
    int sample = 0;

    void see(const Worst& other);
};

// One stored trajectory in memory of the caller.
struct StoredMotion {
    int samples = 0;                     // before the trajectory's end
    const double *x, *v;                 // (samples, n, d)
    const double* energy;                // (samples) J
    const double* lost = nullptr;        // (samples) J dissipated minus the work of inputs, of systems with either
    const double* u = nullptr;           // (samples, inputs) of a driven system
    const double* bound = nullptr;       // (samples) error_bound, where there are some
    const double* parameters = nullptr;  // (samples, P + A) of points on curves, then counted angles; else found from x
};

// The measures that need no integration; those of several trajectories are merged in order.
struct StateMeasures {
    Worst energy, phi, phi_rate, drift;  // (1), (2), (3), (5)
    void add(const ConstrainedSystem& system, const StoredMotion& motion, double dt, long trajectory);
    void merge(const StateMeasures& later);
};

// Limits of the measures for data made by a protocol; infinity where nothing can be promised.
struct PhysicsLimits {
    double energy, phi, phi_rate;
    double motion;  // without error bounds
    explicit PhysicsLimits(const Protocol& protocol);
    static PhysicsLimits none();
};

// (4) over the intervals of trajectories that are decided, and how many are not, (6).
struct MotionMeasure {
    Worst worst;
    std::size_t intervals = 0, undecided = 0;
    void merge(const MotionMeasure& later);
};
// Of one trajectory, which is called `trajectory`. An infinite limit counts as 1 where there are no bounds.
MotionMeasure motion_residual(const ConstrainedSystem& system, const StoredMotion& motion, double dt,
                              const Protocol& second, long trajectory, const PhysicsLimits& limits);

}  // namespace cchnn
