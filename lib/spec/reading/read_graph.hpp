#pragma once
// Reads bodies, constraints, potentials and damping of a document that satisfies the schema.

#include <nlohmann/json_fwd.hpp>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Unifies the axes of angles and hinges. An angle about a hinge (a torsion spring, for instance) turns about
// the hinge's own axis, but a file writes the axis twice, and two formulas for one direction may differ in the
// last digits. The hinge's digits are used.

// Replaces the axes of angles (TorsionSpring, Torque, Gear, Rack) by those of a hinge between the same bodies
// that agrees within 1e-9. Other axes stay, and are rejected when the system is compiled.
void take_hinge_axes(SystemSpec& spec);

// A contact of a document that satisfies the schema, with numbers in place of what is drawn.
ContactSpec read_contact(const nlohmann::ordered_json& contact);

// Fills spec.bodies, .moves, .constraints, .potentials, .damping and .contacts; spec.dimension must be read before. A rule that
// cannot be checked on the struct is checked here and reported to `findings`; the struct then holds numbers
// that violate no other rule.
//   "inertia" of an Obj3D, principal moments I:  lambda_i = (I_j + I_k - I_i) / (2 m)  [m^2], all > 0
void read_graph(const nlohmann::ordered_json& document, SystemSpec& spec, Findings& findings);

}  // namespace cchnn
