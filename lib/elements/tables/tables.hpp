#pragma once
// The tables of those kinds that have one. Only mechanics/force_tables.hpp, which loops over them, includes this
// header. A table is a template on the number type of its constants (elements/parts/constants.hpp), with energy
// and force side by side as templates on number type and dimension. Terms are added in Exact as they follow
// from the file; kernels convert the table to their own type. A kind answers in one or more of four forms:
//
//   Forces             add_energy(x, d, sum), add_force<D>(x, f)          of the positions
//   Torques            add_energy(theta, sum), each_torque(theta, push)   of counted angles; add() gets the first one
//   Dissipation        subtract_gradient<D>(x, v, f)                      returns the rate at which energy is lost
//   GyroscopicForces   add_force<D>(x, v, f)                              of a force perpendicular to the velocities
//   Inertia            add_acceleration(x, v, input, f), power(x, v, input), both energies; the first returns the rate of loss
//
// Forces and Dissipation also show their centres or reversals, unless their kind says NothingNarrow
// (elements/element.hpp).

#include <concepts>

#include "elements/force_kinds.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/reversals.hpp"
#include "elements/tables/damping_table.hpp"
#include "elements/tables/dashpot_table.hpp"
#include "elements/tables/dipole_table.hpp"
#include "elements/tables/drag_table.hpp"
#include "elements/tables/formula_potential_table.hpp"
#include "elements/tables/lagrangian_table.hpp"
#include "elements/tables/magnetic_field_table.hpp"
#include "elements/tables/newtonian_table.hpp"
#include "elements/tables/rotating_frame_table.hpp"
#include "elements/tables/spring_table.hpp"
#include "elements/tables/torque_table.hpp"
#include "elements/tables/torsion_damper_table.hpp"
#include "elements/tables/torsion_spring_table.hpp"

namespace cchnn {

template <template <class> class Table>
concept IsTable = requires(Table<Exact>& made, const Table<double>& table) {
    Table<Exact>::members;
    { table.empty() } -> std::same_as<bool>;
    converted<Table<double>>(made);
};
// The inputs and the time of a state.
struct SomeInput {
    double operator()(std::size_t) const { return 0; }
    double time() const { return 0; }
};
template <class K>
concept ForcesAnswer = IsTable<K::template Forces> &&
    requires(typename K::template Forces<Exact>& made, const typename K::template Forces<double>& forces,
             const typename K::Term& term, const double* x, double* f, double& sum) {
    made.add(term, 3);
    forces.add_energy(x, 3, sum);
    forces.template add_force<3>(x, f);
};
template <class K>
concept TorquesAnswer = IsTable<K::template Torques> &&
    requires(typename K::template Torques<Exact>& made, const typename K::template Torques<double>& torques,
             const typename K::Term& term, const double* theta, double& sum) {
    made.add(term, std::size_t{0});
    torques.add_energy(theta, sum);
    torques.each_torque(theta, [](std::size_t, double) {});
};
template <class K>
concept DissipationAnswers = IsTable<K::template Dissipation> &&
    requires(typename K::template Dissipation<Exact>& made, const typename K::template Dissipation<double>& forces,
             const typename K::Term& term, const double* x, double* f) {
    made.add(term, 3);
    { forces.template subtract_gradient<3>(x, x, f) } -> std::same_as<double>;
};
template <class K>
concept GyroscopicForcesAnswer = IsTable<K::template GyroscopicForces> &&
    requires(typename K::template GyroscopicForces<Exact>& made,
             const typename K::template GyroscopicForces<double>& forces, const typename K::Term& term, const double* x,
             double* f) {
    made.add(term, 3);
    forces.template add_force<3>(x, x, f);
};
template <class K>
concept InertiaAnswers = IsTable<K::template Inertia> &&
    requires(typename K::template Inertia<Exact>& made, const typename K::template Inertia<double>& inertia,
             const typename K::Term& term, const double* x, const SomeInput& input, double* f) {
    made.add(term, 1);
    { inertia.add_acceleration(x, x, input, f) } -> std::same_as<double>;
    { inertia.power(x, x, input) } -> std::same_as<double>;
    { inertia.kinetic_energy(x, x) } -> std::same_as<double>;
    { inertia.potential_energy(x) } -> std::same_as<double>;
};
// A table that shows the separation from each of its centres in two states (parts/centres.hpp).
template <class Table>
concept ShowsCentres = requires(const Table& table, const double* x, AnyCentre& seen) {
    table.template show_centres<3>(x, x, seen);
};
template <class K>
concept HasCentres = requires {
    requires ShowsCentres<typename K::template Forces<double>>;
}
|| requires { requires ShowsCentres<typename K::template Dissipation<double>>; };

// A table that shows the velocities at whose zero its force has a jump (parts/reversals.hpp).
template <class Table>
concept ShowsReversals = requires(const Table& table, const double* v, AnyReversal& seen) {
    table.template show_reversals<3>(v, v, seen);
};
template <class K>
concept HasReversals = requires {
    requires ShowsReversals<typename K::template Dissipation<double>>;
};

template <class K>
constexpr bool tables_answer() {
    if constexpr (HasForces<K>) static_assert(ForcesAnswer<K>, "physics: Forces of a kind have energy and force");
    if constexpr (HasTorques<K>) static_assert(TorquesAnswer<K>, "physics: Torques of a kind have energy and torque");
    if constexpr (HasDissipation<K>)
        static_assert(DissipationAnswers<K>, "physics: Dissipation of a kind has subtract_gradient()");
    if constexpr (HasGyroscopicForces<K>)
        static_assert(GyroscopicForcesAnswer<K>, "physics: GyroscopicForces of a kind have add_force()");
    if constexpr (HasInertia<K>)
        static_assert(InertiaAnswers<K>, "physics: Inertia of a kind has add_acceleration() and both energies");
    static_assert(HasCentres<K> || HasReversals<K> || HasCells<K> || NothingNarrow<K>,
                  "narrow: a kind has NothingNarrow, show_centres(), show_reversals() or cells()");
    return true;
}
template <class... K>
constexpr bool all_tables_answer(KindList<K...>) {
    return (tables_answer<K>() && ...);
}
static_assert(all_tables_answer(ForceKinds{}));

}  // namespace cchnn
