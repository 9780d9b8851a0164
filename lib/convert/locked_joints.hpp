#pragma once
// Joints that an equality locks at one value, and those that follow them. Such a joint leaves the model: its body is
// where the joint would hold it.
//
//   frame J_1(q_1) ... J_i(q_i) ...  with J_i = M constant  =  (frame M) (M^-1 J_1 M)(q_1) ...
//
// so that the joints of the body that come before move with M^-1.

#include "convert/remarks.hpp"
#include "convert/robot_model.hpp"

namespace cchnn {

// Joints must be numbered, and are numbered again.
void lock_joints(RobotModel& model, Remarks& remarks);

}  // namespace cchnn
