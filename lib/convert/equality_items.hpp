#pragma once
// Turns equality constraints between bodies of a model into constraints:
//
//   (1)  point    x_1 = x_2                              Joint; two between the same bodies are a Joint+Axis
//   (2)  weld     two frames coincide                    Weld
//   (3)  joints   q_1 - r_1 = offset + ratio (q_2 - r_2)   Gear of two hinges, with -ratio = q/p of its teeth p, q and
//                 r the references                         phase theta_1 + (q/p) theta_2 where (3) holds; Rack of a
//                                                          hinge and a slide, also of one body, which then is a screw;
//                                                          SlideGear of two slides
//
// All others are losses of the equality's kind. So are equality constraints that none of the first 100 initial states
// of the model satisfies approximately.

#include "convert/hold_items.hpp"
#include "convert/remarks.hpp"

namespace cchnn {

// `holding` is the result of hold_items() for each body.
void add_equalities(const RobotModel& model, const MovingBodies& moving,
                    const std::vector<std::vector<DraftItem>>& holding, SystemDraft& draft, Remarks& remarks);

}  // namespace cchnn
