#pragma once
// What ties bodies of a model beside its tree, as constraints:
//
//   (1)  point    x_1 = x_2                              Joint; two between the same bodies are a Joint+Axis
//   (2)  weld     two frames coincide                    Weld
//   (3)  joints   q_1 - r_1 = offset + ratio (q_2 - r_2)   Gear of two hinges, with -ratio = q/p of its teeth p, q and
//                 r the references                         phase theta_1 + (q/p) theta_2 where (3) holds
//
// Elsewhere they are a loss of the tie's kind.

#include "convert/hold_items.hpp"
#include "convert/remarks.hpp"

namespace cchnn {

// `holding` is what hold_items() says of each body.
void add_ties(const RobotModel& model, const MovingBodies& moving, const std::vector<std::vector<DraftItem>>& holding,
              SystemDraft& draft, Remarks& remarks);

}  // namespace cchnn
