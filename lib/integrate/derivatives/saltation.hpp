#pragma once
// How derivatives of a motion jump at an impact. A changed motion meets the contact at another time. With n = dg/dx, J the
// rows of the constraints, a- and a+ the accelerations before and after, and derivatives dx-, dv- at the time of the impact:
//
//   (1)  dt  = -(n . dx-) / (n . v-)                    the change of the time of the impact
//   (2)  dx* = dx- + v- dt,   dv* = dv- + a- dt         of the state that meets the contact
//   (3)  v+  = P (v- + j M^-1 n^T),   n . v+ = -e n . v-   the impact, contact_gaps.hpp (2), differentiated along (dx*, dv*)
//   (4)  dx+ = dx* - v+ dt,   dv+ = dv+* - a+ dt        at the time of the impact again
//
// In (3) j = -(1 + e) n . v- / mu. Of a Lagrangian M^-1 n^T and P depend on x by M(q), differentiated on dual numbers too.
//
// P is the projection of states onto the constraints, on dual numbers, so that it is differentiated exactly, also by numbers
// of the system that M and J depend on. n turns with x (GapFunction::gradient_rate), and the change of j follows from the
// second equation of (3). The matrix from (dx-, dv-) to (dx+, dv+) is known as saltation matrix.

#include <vector>

#include "integrate/impacts/contact_driver.hpp"
#include "integrate/steppers/sensitivity_motion.hpp"

namespace cchnn {

// A motion with its impacts, in so far as derivatives need them.
struct ImpactPath {
    std::vector<ContactGap> gaps;
    std::vector<PassedImpact> impacts;
    TrajectoryBatch motion;  // of one trajectory
    int samples;             // while all contacts are open: a closed one takes directions away
};
// Of a system with contacts, which outlives the path.
ImpactPath impact_path(const ConstrainedSystem& system, const std::vector<Contact>& contacts, const InitialState& start,
                       TimeGrid times, const Protocol& protocol);

// What a lane is the derivative by, at an impact.
struct SaltationLane {
    SystemSlope slope;
    double restitution_rate;  // 1 if it is the restitution of the contact that closes
};
// Replaces the derivatives of the lanes of a motion, at the time of an impact, by those after it. All lanes are of one
// trajectory, in its system, of which `law` is made. seat() of the motion has been called, and is called again.
void jump(const ConstrainedSystem& system, ImpactLaw& law, const ImpactPath& path, const PassedImpact& impact,
          const std::vector<SaltationLane>& lanes, SensitivityMotion& motion);

// The derivatives of counted angles along that of x which a lane has: rates at the velocity dx.
void turn_angles(const ConstrainedSystem& system, const std::vector<double>& x, int lane, SensitivityMotion& motion);

}  // namespace cchnn
