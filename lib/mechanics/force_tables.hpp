#pragma once
// The force tables of all kinds, and the sums over them (forces.hpp). A file that includes this compiles each kind for
// a pair of number types; only such files are recompiled when a table changes.

#include <tuple>

#include "elements/tables/tables.hpp"
#include "mechanics/forces.hpp"

namespace cchnn {

// For each role (potential forces, dissipation, gyroscopic forces, torques of angles) the tuple of tables of all kinds
// that have one.
template <class List, class C>
struct TablesOfKinds;
template <class... K, class C>
struct TablesOfKinds<KindList<K...>, C> {
    template <class Kind>
    static auto forces() {
        if constexpr (HasForces<Kind>) return std::tuple<typename Kind::template Forces<C>>();
        else return std::tuple<>();
    }
    template <class Kind>
    static auto dissipation() {
        if constexpr (HasDissipation<Kind>) return std::tuple<typename Kind::template Dissipation<C>>();
        else return std::tuple<>();
    }
    template <class Kind>
    static auto gyroscopic() {
        if constexpr (HasGyroscopicForces<Kind>) return std::tuple<typename Kind::template GyroscopicForces<C>>();
        else return std::tuple<>();
    }
    template <class Kind>
    static auto inertia() {
        if constexpr (HasInertia<Kind>) return std::tuple<typename Kind::template Inertia<C>>();
        else return std::tuple<>();
    }
    template <class Kind>
    static auto torques() {
        if constexpr (HasTorques<Kind>) return std::tuple<typename Kind::template Torques<C>>();
        else return std::tuple<>();
    }
    using Torques = decltype(std::tuple_cat(torques<K>()...));
    using Forces = decltype(std::tuple_cat(forces<K>()...));
    using Dissipation = decltype(std::tuple_cat(dissipation<K>()...));
    using GyroscopicForces = decltype(std::tuple_cat(gyroscopic<K>()...));
    using Inertia = decltype(std::tuple_cat(inertia<K>()...));
};

// One table of each kind for each role, with constants in C. A table holds the constants of all terms of its kind, so
// that a kernel loops over one kind at a time and no call is virtual. forces_of() makes the exact ones and
// tables_from() converts them; copies of a ForcesOf share them.
template <class C>
struct ForceTables {
    typename TablesOfKinds<ForceKinds, C>::Forces varying;
    typename TablesOfKinds<ForceKinds, C>::Dissipation dissipation;
    typename TablesOfKinds<ForceKinds, C>::GyroscopicForces gyroscopic;
    typename TablesOfKinds<ForceKinds, C>::Inertia inertia;
    typename TablesOfKinds<ForceKinds, C>::Torques torques;

    static constexpr auto members = std::tuple(&ForceTables::varying, &ForceTables::dissipation,
                                               &ForceTables::gyroscopic, &ForceTables::inertia, &ForceTables::torques);
};

template <class C>
std::shared_ptr<ForceTables<C>> ForcesOf<C>::tables_from(const ForcesOf<Exact>& from) {
    return from.tables ? std::make_shared<ForceTables<C>>(converted<ForceTables<C>>(*from.tables)) : nullptr;
}

template <class C>
std::vector<C*> ForcesOf<C>::numbers_of_tables() const {
    std::vector<C*> numbers;
    const auto collect = [&](C& c) { numbers.push_back(&c); };
    if (tables) each_number_in<C>(*tables, collect);
    return numbers;
}

// Adds the torques of counted angles to f. Not inlined, so that kernels of systems without them do not change.
template <int D, class Real, class C>
[[gnu::noinline]] void add_torques(const ForcesOf<C>& forces, const Real* x, const Real* theta, Real* f) {
    const auto push = [&](std::size_t angle, const Real& torque) {
        forces.angles.template add_torque<D>(angle, x, torque, f);
    };
    std::apply([&](const auto&... table) { (table.each_torque(theta, push), ...); }, forces.tables->torques);
}

// Adds F of (1). Not inlined, for the same reason.
template <int D, class Real, class C>
[[gnu::noinline]] void add_gyroscopic(const ForcesOf<C>& forces, const Real* x, const Real* v, Real* f) {
    std::apply([&](const auto&... table) { (table.template add_force<D>(x, v, f), ...); }, forces.tables->gyroscopic);
}

// Adds (1) of driven_forces.hpp to f. Not inlined, for the same reason.
template <int D, class Real, class C>
[[gnu::noinline]] void add_driven(const ForcesOf<C>& forces, const Real* x, const Real* s, Real* f) {
    for (const auto& push : forces.driven.forces)
        f[push.at] = f[push.at] + push.factor * forces.driven.input(push.input, s);
    if constexpr (D > 1)
        for (const auto& push : forces.driven.torques)
            forces.angles.template add_torque<D>(push.at, x, Real(push.factor * forces.driven.input(push.input, s)), f);
    for (const auto& pull : forces.driven.pulls) {
        const auto& table = forces.driven.separations;
        Real r[D];
        gather<D>(table, pull.at, x, &table.offset[pull.at * D], r);
        const Real along = pull.factor * forces.driven.input(pull.input, s) / square_root(positive_square<D>(r));
        for (int j = 0; j < D; ++j) r[j] *= along;
        scatter<D>(table, pull.at, r, f);
    }
    for (const auto& thrust : forces.driven.thrusts) {
        const auto& table = forces.driven.separations;
        const Real size = thrust.factor * forces.driven.input(thrust.input, s);
        Real e[D];
        gather<D>(table, thrust.along, x, nullptr, e);
        for (int j = 0; j < D; ++j) e[j] *= size;
        scatter<D>(table, thrust.at, e, f);
    }
}

// Inputs and time of a state whose parameters begin at s, for elements/tables/lagrangian_table.hpp.
template <class Real, class C>
struct DrivenInput {
    const DrivenForcesOf<C>& driven;
    const Real* s;
    Real operator()(std::size_t k) const { return driven.input(k, s); }
    Real time() const { return driven.empty() ? Real(0.0) : s[driven.first + 1]; }
};

// d|r|/dt of separation l.
template <int D, class Real, class C>
Real rate_of_length(const SeparationTableOf<C>& table, std::size_t l, const Real* x, const Real* dx) {
    Real r[D], w[D];
    gather<D>(table, l, x, &table.offset[l * D], r);
    gather<D>(table, l, dx, nullptr, w);
    return dot<D>(r, w) / square_root(positive_square<D>(r));
}

// e_m . dr_m/dt
template <int D, class Real, class C>
Real rate_along(const SeparationTableOf<C>& table, std::size_t at, std::size_t along, const Real* x, const Real* dx) {
    Real e[D], w[D];
    gather<D>(table, along, x, nullptr, e);
    gather<D>(table, at, dx, nullptr, w);
    return dot<D>(e, w);
}

// (1) of forces.hpp in D dimensions; returns the rate at which energy is lost. The order of the summands is fixed: it
// decides the last bits of every trajectory.
template <int D, class Real, class C>
Real forces_in(const ForcesOf<C>& forces, const Real* x, const Real* v, [[maybe_unused]] const Real* s, Real* f) {
    for (std::size_t i = 0; i < forces.constant.size(); ++i) f[i] = Real(forces.constant[i]);
    Real lost = Real(0.0);
    if (!forces.driven.empty()) add_driven<D>(forces, x, s, f);
    if (!forces.tables) return lost;
    if (forces.varying)
        std::apply([&](const auto&... table) { (table.template add_force<D>(x, f), ...); }, forces.tables->varying);
    if constexpr (D > 1)
        if (!forces.angles.empty()) add_torques<D>(forces, x, s + forces.angles.first(), f);
    if (forces.dissipative)
        std::apply([&](const auto&... table) { ((lost += table.template subtract_gradient<D>(x, v, f)), ...); },
                   forces.tables->dissipation);
    if (forces.gyroscopic) add_gyroscopic<D>(forces, x, v, f);
    if constexpr (D == 1)
        if (forces.inertial)
            lost +=
                std::get<0>(forces.tables->inertia).add_acceleration(x, v, DrivenInput<Real, C>{forces.driven, s}, f);
    return lost;
}

template <class Real, class C>
Real ForceFunctions<Real, C>::forces(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* v,
                                     const Real* s, Real* f) {
    if (dimension == 1) return forces_in<1>(forces, x, v, s, f);
    return dimension == 2 ? forces_in<2>(forces, x, v, s, f) : forces_in<3>(forces, x, v, s, f);
}

template <class Real, class C>
Real ForceFunctions<Real, C>::energy(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* s) {
    Real sum = Real(0.0);
    for (std::size_t i = 0; i < forces.constant.size(); ++i) sum -= forces.constant[i] * x[i];
    if (!forces.tables) return sum;
    if (forces.inertial) sum += std::get<0>(forces.tables->inertia).potential_energy(x);
    std::apply([&](const auto&... table) { (table.add_energy(x, dimension, sum), ...); }, forces.tables->varying);
    if (!forces.angles.empty())
        std::apply([&](const auto&... table) { (table.add_energy(s + forces.angles.first(), sum), ...); },
                   forces.tables->torques);
    return sum;
}

template <class Real, class C>
Real ForceFunctions<Real, C>::kinetic_energy(const ForcesOf<C>& forces, const Real* x, const Real* v) {
    return std::get<0>(forces.tables->inertia).kinetic_energy(x, v);
}

template <class Real, class C>
void ForceFunctions<Real, C>::drive(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* dx,
                                    const Real* s, Real* ds) {
    const DrivenForcesOf<C>& driven = forces.driven;
    Real power = Real(0.0);
    for (const auto& push : driven.forces) power += push.factor * driven.input(push.input, s) * dx[push.at];
    for (const auto& push : driven.torques)
        power += push.factor * driven.input(push.input, s) * ds[forces.angles.first() + push.at];
    for (const auto& pull : driven.pulls) {
        const auto& table = driven.separations;
        const Real rate = dimension == 1   ? rate_of_length<1>(table, pull.at, x, dx)
                          : dimension == 2 ? rate_of_length<2>(table, pull.at, x, dx)
                                           : rate_of_length<3>(table, pull.at, x, dx);
        power += pull.factor * driven.input(pull.input, s) * rate;
    }
    for (const auto& thrust : driven.thrusts) {
        const auto& table = driven.separations;
        const Real rate = dimension == 2 ? rate_along<2>(table, thrust.at, thrust.along, x, dx)
                                         : rate_along<3>(table, thrust.at, thrust.along, x, dx);
        power += thrust.factor * driven.input(thrust.input, s) * rate;
    }
    if (forces.inertial) power += std::get<0>(forces.tables->inertia).power(x, dx, DrivenInput<Real, C>{driven, s});
    ds[driven.first] = power;
    ds[driven.first + 1] = Real(1.0);
    for (std::size_t i = 2; i < driven.size(); ++i) ds[driven.first + i] = Real(0.0);
    const Real* const slopes = s + driven.first + 2 + driven.formulas.size();
    for (std::size_t i = 0; i < driven.linear.size(); ++i) ds[driven.first + 2 + driven.linear[i]] = slopes[i];
}

// Shows the centres of those tables of a tuple that have any.
template <int D, class Tables, class Real, class Seen>
void show_centres_in(const Tables& tables, const Real* x, const Real* x_new, Seen& seen) {
    const auto show = [&](const auto& table) {
        if constexpr (ShowsCentres<std::remove_cvref_t<decltype(table)>>)
            table.template show_centres<D>(x, x_new, seen);
    };
    std::apply([&](const auto&... table) { (show(table), ...); }, tables);
}
template <int D, class Real, class C, class Seen>
void show_potential_centres_in(const ForcesOf<C>& forces, const Real* x, const Real* x_new, Seen& seen) {
    for (const auto& pull : forces.driven.pulls)
        show_centre<D>(forces.driven.separations, pull.at, x, x_new, Real(1.0), seen);
    if (forces.tables) show_centres_in<D>(forces.tables->varying, x, x_new, seen);
}
template <int D, class Real, class C, class Seen>
void show_all_centres_in(const ForcesOf<C>& forces, const Real* x, const Real* x_new, Seen& seen) {
    show_potential_centres_in<D>(forces, x, x_new, seen);
    if (forces.tables) show_centres_in<D>(forces.tables->dissipation, x, x_new, seen);
}

// Centres of potentials and of springs that inputs drive.
template <class Real, class C, class Seen>
void show_potential_centres(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* x_new, Seen& seen) {
    if (dimension == 1) return show_potential_centres_in<1>(forces, x, x_new, seen);
    return dimension == 2 ? show_potential_centres_in<2>(forces, x, x_new, seen)
                          : show_potential_centres_in<3>(forces, x, x_new, seen);
}
// These and the centres of dissipative forces; torques and gyroscopic forces have none.
template <class Real, class C, class Seen>
void show_all_centres(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* x_new, Seen& seen) {
    if (dimension == 1) return show_all_centres_in<1>(forces, x, x_new, seen);
    return dimension == 2 ? show_all_centres_in<2>(forces, x, x_new, seen)
                          : show_all_centres_in<3>(forces, x, x_new, seen);
}

template <class Real, class C>
void show_centres(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* x_new, Passage<Real>& seen) {
    show_all_centres(dimension, forces, x, x_new, seen);
}

}  // namespace cchnn
