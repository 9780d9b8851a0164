#pragma once
// Limits of joints as Stops, where one hinge or one slide alone holds a body:
//
//   (1)  hinge   low <= theta <= high   of theta = q - reference and the angle in the drawn configuration
//   (2)  slide   low <= s <= high       of s = +-(q - reference) along the Slider, whose ends meet as drawn
//
// All others are losses, and so are limits between which a motion does not start: a Stop starts open.

#include "convert/hold_items.hpp"
#include "convert/remarks.hpp"

namespace cchnn {

// Adds the limits of the joints of one body to the draft. `holding` is the result of hold_items() for the body. With
// `starts_within` motions start anywhere within the limits, not in the states of the model.
void add_joint_limits(const RobotModel& model, const std::vector<MovingBody>& bodies, int body,
                      const std::vector<DraftItem>& holding, bool starts_within, double restitution, SystemDraft& draft,
                      Remarks& remarks);

}  // namespace cchnn
