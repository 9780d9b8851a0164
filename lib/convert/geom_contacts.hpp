#pragma once
// Collisions of spheres with planes and with spheres as Contacts. Which geoms collide is MuJoCo's choice: those that share a bit
// of type and affinity, of bodies that are neither one rigid body nor parent and child, and the pairs that the model lists.
//
//   (1)  plane  g = n . (x - p) - r      of a plane that is fixed in space
//   (2)  balls  g = |x_a - x_b| - (r_a + r_b)
//
// A Contact is hard and has no friction: friction and what gives way are losses. So are all contacts with other shapes, those
// that act at a distance, and those that a motion starts with closed.

#include "convert/hold_items.hpp"
#include "convert/remarks.hpp"

namespace cchnn {

// With `starts_open` only motions that start open are drawn, and the states of the model do not matter.
void add_geom_contacts(const RobotModel& model, const MovingBodies& moving, bool starts_open, double restitution,
                       SystemDraft& draft, Remarks& remarks);

}  // namespace cchnn
