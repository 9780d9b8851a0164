#pragma once
// The lists of all kinds of potentials and of damping. Their order is the order in which forces are summed, and
// so of the last bits of sums: a new kind is added at the end, so that existing data keep their bits.

#include "elements/damping.hpp"
#include "elements/dashpot.hpp"
#include "elements/dipole.hpp"
#include "elements/drag.hpp"
#include "elements/force.hpp"
#include "elements/formula_potential.hpp"
#include "elements/gravity.hpp"
#include "elements/kind_list.hpp"
#include "elements/lagrangian.hpp"
#include "elements/magnetic_field.hpp"
#include "elements/newtonian.hpp"
#include "elements/rotating_frame.hpp"
#include "elements/spring.hpp"
#include "elements/torque.hpp"
#include "elements/torsion_damper.hpp"
#include "elements/torsion_spring.hpp"

namespace cchnn {

using PotentialKinds = KindList<GravityKind, SpringKind, NewtonianKind, DipoleKind, ForceKind, FormulaPotentialKind,
                                TorsionSpringKind, TorqueKind, MagneticFieldKind, RotatingFrameKind, LagrangianKind>;
using DampingKinds = KindList<DampingKind, DashpotKind, TorsionDamperKind, DragKind>;
using ForceKinds = Joined<PotentialKinds, DampingKinds>::Type;

template <class... K>
constexpr bool all_dissipate(KindList<K...>) {
    return ((K::energy == Energy::dissipates) && ...);
}
template <class... K>
constexpr bool none_dissipates(KindList<K...>) {
    return ((K::energy != Energy::dissipates) && ...);
}
static_assert(all_dissipate(DampingKinds{}) && none_dissipates(PotentialKinds{}),
              "energy: the list `damping` of a file has what dissipates, `potentials` what does not");

}  // namespace cchnn
