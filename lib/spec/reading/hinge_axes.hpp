#pragma once
// An angle about a hinge turns about the hinge's own axis. A file writes that axis twice, and two roads to the same
// direction may differ in their last digits: those of the hinge count.

#include "spec/system_spec.hpp"

namespace cchnn {

// The axes of angles (TorsionSpring, Torque, Gear, Rack) become those of a hinge between the same bodies that has them
// within 1e-9; others stay, and are refused where the system is compiled.
void take_hinge_axes(SystemSpec& spec);

}  // namespace cchnn
