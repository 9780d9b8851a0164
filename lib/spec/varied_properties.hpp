#pragma once
// Numbers of a system that are drawn once for each trajectory: a mass, a length, a stiffness written as a distribution.
//
//   property      of                          must be
//   mass          an ObjkD, an Origin         > 0 kg, >= 0 kg
//   position[i]   an Origin                   m
//   second_moments[i]  an ObjkD               > 0 m^2
//   length        a Link, a Rope              > 0 m
//   g             Gravity                     >= 0 m/s^2
//   stiffness, rest_length  a Spring          > 0 N/m, >= 0 m
//   stiffness, rest_angle   a TorsionSpring   > 0 N m, rad
//   moment        a Dipole                    A m^2
//   charge        a MagneticField             C
//   coefficient   Damping, Dashpot, TorsionDamper, Drag   >= 0 N s/m, N m s or kg/m
//   gravitational_constant  Newtonian         > 0 m^3/(kg s^2)
//   point[i]      an end of an item between two points    m
//   force[i], torque[i]     a Force, a Torque   N, N m
//   any constant  a Potential
//   restitution   a Contact, a Stop           0 to 1
//
// The SystemSpec of a file holds their nominal values: the mean of a normal distribution, the midpoint of a uniform
// one, the first of listed values. varied_values.hpp changes them.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "elements/parts/reading/findings.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Collects the distributions of a document that satisfies the schema, in the order of the file, and replaces
// each in the document by its nominal value. The nominal value of a formula is its value at the nominal values
// of its draws, or at other draws where only the nominal ones give none that is allowed.
std::vector<VariedProperty> take_varied(nlohmann::ordered_json& document, const std::vector<NamedDraw>& draws,
                                        Findings& findings);

// Some members of the family, without a relation between their numbers: for what is true of all members, such as
// conserved quantities.
std::vector<SystemSpec> some_members(const SystemSpec& spec);

}  // namespace cchnn
