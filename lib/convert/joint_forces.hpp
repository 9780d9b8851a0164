#pragma once
// Springs and damping of joints, where a system has the same force:
//
//   (1)  slide, stiffness  Spring of rest length 0 between the places of the two bodies that meet at q = rest
//   (2)  slide, damping    Damping of a body that slides on the world; otherwise a Dashpot between points so far apart
//                          along the axis that they never meet
//   (3)  hinge, stiffness  TorsionSpring; its angle theta is q - reference and the angle in the drawn configuration,
//                          less the whole turns by which theta then starts within half a turn of its rest; for
//                          these there is a constant Torque
//        hinge, damping    TorsionDamper
//   (4)  ball, damping     TorsionDamper
//   (5)  free, damping     Damping and TorsionDamper, with the centre of mass at the frame's origin
//        perpendicular slides on the world that carry a point mass, with the same damping   Damping
//
// All others are losses.

#include "convert/hold_items.hpp"
#include "convert/remarks.hpp"

namespace cchnn {

// Adds the forces of the joints of one body to the draft. `holding` is the result of hold_items() for the body,
// `hanging` the body with everything that hangs from it. A note names a joint whose damping ends its motion so
// fast that integration steps become short:
//   (6)  time constant = inertia of the joint (joint_inertia.hpp)/damping
void add_joint_forces(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                      const std::vector<DraftItem>& holding, const MassDistribution& hanging, SystemDraft& draft,
                      Remarks& remarks);

// Whether the hinge of a body has a force or limits that bodies without thickness cannot have.
bool asks_for_thickness(const ModelBody& source, const MovingBody& body);

}  // namespace cchnn
