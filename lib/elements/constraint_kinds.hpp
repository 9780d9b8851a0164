#pragma once
// The list of all kinds of constraints. Its order is the order of the rows of Phi, and so of sums and of their
// last bits: a new kind is added at the end, so that existing data keep their bits.

#include "elements/formula_constraint.hpp"
#include "elements/gear.hpp"
#include "elements/joint.hpp"
#include "elements/kind_list.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "elements/rack.hpp"
#include "elements/rolling.hpp"
#include "elements/rope.hpp"
#include "elements/screw.hpp"
#include "elements/slide_gear.hpp"
#include "elements/track.hpp"

namespace cchnn {

using ConstraintKinds = KindList<LinkKind, JointKind, JointAxisKind, RollingKind, TrackKind, WeldKind, SliderKind,
                                 UniversalKind, PlanarKind, RopeKind, GearKind, RackKind, ScrewKind, SlideGearKind,
                                 FormulaConstraintKind, VelocityConstraintKind, ParallelKind>;

template <class... K>
constexpr bool have_rows(KindList<K...>) {
    return (HasRows<K> && ...);
}
static_assert(have_rows(ConstraintKinds{}), "physics: a constraint has paper_rows(), and no forces of its own");

}  // namespace cchnn
