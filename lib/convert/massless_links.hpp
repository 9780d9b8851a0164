#pragma once
// Links without mass between joints, as URDF needs them for joints with several axes. A chain of joints over such links
// becomes one body with several joints, which joint_kinds.hpp reduces; those that nothing hangs from fall away.
//
//   parent -- joint 1 -- link without mass -- joint 2 -- child   becomes   parent -- joint 1, joint 2 -- child
//
// The mass of a link is that of all links fixed to it.

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// For a model whose equalities name joints alone: indices of bodies change.
void reduce_massless_links(RobotModel& model, Remarks& remarks);

}  // namespace cchnn
