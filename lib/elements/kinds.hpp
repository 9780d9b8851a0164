#pragma once
// The list of kinds: the one place to add to. What folds over it: the reader and the meaning pass (spec/), the graph,
// rows, forces, conserved quantities, drawings, and what `show` says. Order matters within a list: it is that of rows
// and of sums, and so of bits.

#include <tuple>
#include <variant>

#include "elements/damping.hpp"
#include "elements/dashpot.hpp"
#include "elements/dipole.hpp"
#include "elements/force.hpp"
#include "elements/formula_potential.hpp"
#include "elements/gear.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "elements/newtonian.hpp"
#include "elements/rack.hpp"
#include "elements/rolling.hpp"
#include "elements/rope.hpp"
#include "elements/spring.hpp"
#include "elements/torque.hpp"
#include "elements/torsion_damper.hpp"
#include "elements/torsion_spring.hpp"
#include "elements/track.hpp"

namespace cchnn {

template <class... K>
struct KindList {
    static_assert((answers_all<K>() && ...));
    using Spec = std::variant<typename K::Spec...>;
};

using ConstraintKinds = KindList<LinkKind, JointKind, JointAxisKind, RollingKind, TrackKind, WeldKind, SliderKind,
                                 UniversalKind, PlanarKind, RopeKind, GearKind, RackKind>;
using PotentialKinds = KindList<GravityKind, SpringKind, NewtonianKind, DipoleKind, ForceKind, FormulaPotentialKind,
                                TorsionSpringKind, TorqueKind>;
using DampingKinds = KindList<DampingKind, DashpotKind, TorsionDamperKind>;

template <class... List>
struct Joined;
template <class... A>
struct Joined<KindList<A...>> {
    using Type = KindList<A...>;
};
template <class... A, class... B, class... Rest>
struct Joined<KindList<A...>, KindList<B...>, Rest...> {
    using Type = typename Joined<KindList<A..., B...>, Rest...>::Type;
};
using AllKinds = Joined<ConstraintKinds, PotentialKinds, DampingKinds>::Type;

// A kind as a value, so that a lambda can be called with it.
template <class K>
struct KindTag {
    using Kind = K;
};

template <class... K, class Action>
constexpr void for_each_kind(KindList<K...>, Action&& action) {
    (action(KindTag<K>{}), ...);
}

// Of kinds that share a Term the first, once each.
template <class... K, class Action>
constexpr void for_each_term(KindList<K...>, Action&& action) {
    std::size_t at = 0;
    const auto is_first = [&]<class Term>(std::size_t here) {
        std::size_t before = 0, first = here;
        ((std::is_same_v<typename K::Term, Term> && before < first ? void(first = before) : void(), ++before), ...);
        return first == here;
    };
    ((is_first.template operator()<typename K::Term>(at) ? void(action(KindTag<K>{})) : void(), ++at), ...);
}

// Lists of terms, one a type.
template <class Made, class... K>
struct TermLists {
    using Type = Made;
};
template <class... Made, class K, class... Rest>
struct TermLists<std::tuple<Made...>, K, Rest...> {
    using List = std::vector<typename K::Term>;
    using Next =
        std::conditional_t<(std::is_same_v<List, Made> || ...), std::tuple<Made...>, std::tuple<Made..., List>>;
    using Type = typename TermLists<Next, Rest...>::Type;
};
template <class List>
struct TermsOf;
template <class... K>
struct TermsOf<KindList<K...>> {
    using Type = typename TermLists<std::tuple<>, K...>::Type;
};
using Terms = TermsOf<AllKinds>::Type;

// The kind of a list that a Spec belongs to.
template <class Spec, class... K, class Action>
void with_kind_of(KindList<K...>, Action&& action) {
    (..., [&] {
        if constexpr (std::is_same_v<typename K::Spec, Spec>) action(KindTag<K>{});
    }());
}

using ConstraintSpec = ConstraintKinds::Spec;
using PotentialSpec = PotentialKinds::Spec;
using DissipationSpec = DampingKinds::Spec;

}  // namespace cchnn
