#pragma once
// Unifies the axes of angles and hinges. An angle about a hinge (a torsion spring, for instance) turns about
// the hinge's own axis, but a file writes the axis twice, and two formulas for one direction may differ in the
// last digits. The hinge's digits are used.

#include "spec/system_spec.hpp"

namespace cchnn {

// Replaces the axes of angles (TorsionSpring, Torque, Gear, Rack) by those of a hinge between the same bodies
// that agrees within 1e-9. Other axes stay, and are rejected when the system is compiled.
void take_hinge_axes(SystemSpec& spec);

}  // namespace cchnn
