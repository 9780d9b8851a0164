#pragma once
// The kinds of potentials and of damping, in the order of their sums, and so of bits: a new one stands last.

#include "elements/damping.hpp"
#include "elements/dashpot.hpp"
#include "elements/dipole.hpp"
#include "elements/force.hpp"
#include "elements/formula_potential.hpp"
#include "elements/gravity.hpp"
#include "elements/kind_list.hpp"
#include "elements/newtonian.hpp"
#include "elements/spring.hpp"
#include "elements/torque.hpp"
#include "elements/torsion_damper.hpp"
#include "elements/torsion_spring.hpp"

namespace cchnn {

using PotentialKinds = KindList<GravityKind, SpringKind, NewtonianKind, DipoleKind, ForceKind, FormulaPotentialKind,
                                TorsionSpringKind, TorqueKind>;
using DampingKinds = KindList<DampingKind, DashpotKind, TorsionDamperKind>;
using ForceKinds = Joined<PotentialKinds, DampingKinds>::Type;

}  // namespace cchnn
