#pragma once
// Forces on nodes, -dV/dx and dissipative ones: every kind of elements/ that has them, in the order of the list.
//   (1)  f = f_constant - dV/dx - dR/dv          (n, d) N
//   (2)  V = -f_constant . x + sum of the kinds' energies
// Only + - * / sqrt: this is the stepping path.

#include <tuple>
#include <type_traits>
#include <vector>

#include "graph/body_graph.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// The tables of those kinds of a list that have one, with constants in C (elements/parts/constants.hpp).
template <class List, class C>
struct ForceTables;
template <class... K, class C>
struct ForceTables<KindList<K...>, C> {
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
    using Forces = decltype(std::tuple_cat(forces<K>()...));
    using Dissipation = decltype(std::tuple_cat(dissipation<K>()...));
};

// Everything constant about the forces of a system.
template <class C>
struct ForcesOf {
    std::vector<C> constant;  // (n, d) N
    typename ForceTables<AllKinds, C>::Forces varying;
    typename ForceTables<AllKinds, C>::Dissipation dissipation;

    ForcesOf() = default;
    template <class B>
    explicit ForcesOf(const ForcesOf<B>& from)
        : constant(converted<C>(from.constant)), varying(from.varying), dissipation(from.dissipation) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& c : constant) action(c);
        std::apply([&](auto&... table) { (table.each_number(action), ...); }, varying);
        std::apply([&](auto&... table) { (table.each_number(action), ...); }, dissipation);
    }
    bool dissipative() const {
        return std::apply([](const auto&... table) { return (!table.empty() || ...); }, dissipation);
    }
    // All of the force where it does not depend on the state; else null.
    const C* only_constant() const {
        const bool varies = std::apply([](const auto&... table) { return (!table.empty() || ...); }, varying);
        return varies || dissipative() ? nullptr : constant.data();
    }

    // Shows the centres of all of them to `seen` (elements/parts/centres.hpp).
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        const auto show = [&](const auto& table) {
            if constexpr (ShowsCentres<std::remove_cvref_t<decltype(table)>>)
                table.template show_centres<D>(x, x_new, seen);
        };
        std::apply([&](const auto&... table) { (show(table), ...); }, varying);
        std::apply([&](const auto&... table) { (show(table), ...); }, dissipation);
    }
    // (2)
    template <class Real>
    Real potential_energy(const Real* x, int dimension) const {
        Real sum = Real(0.0);
        for (std::size_t i = 0; i < constant.size(); ++i) sum -= constant[i] * x[i];
        std::apply([&](const auto&... table) { (table.add_energy(x, dimension, sum), ...); }, varying);
        return sum;
    }
};

using Forces = ForcesOf<double>;
ForcesOf<Exact> forces_of(const BodyGraph& graph);

// (1); returns the rate at which energy is lost.
template <int D, class Real, class C>
Real forces_at(const ForcesOf<C>& forces, const Real* x, const Real* v, Real* f) {
    for (std::size_t i = 0; i < forces.constant.size(); ++i) f[i] = Real(forces.constant[i]);
    std::apply([&](const auto&... table) { (table.template add_force<D>(x, f), ...); }, forces.varying);
    Real lost = Real(0.0);
    std::apply([&](const auto&... table) { ((lost += table.template subtract_gradient<D>(x, v, f)), ...); },
               forces.dissipation);
    return lost;
}

}  // namespace cchnn
