#pragma once
// Forces on nodes, -dV/dx and dissipative ones: every kind of elements/ that has them, in the order of the list.
//   (1)  f = f_constant - dV/dx - dR/dv          (n, d) N; V of positions x and of counted angles, parameters s
//   (2)  V = -f_constant . x + sum of the kinds' energies
// Only + - * / sqrt: this is the stepping path.

#include <tuple>
#include <type_traits>
#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/angles.hpp"
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
    template <class Kind>
    static auto torques() {
        if constexpr (HasTorques<Kind>) return std::tuple<typename Kind::template Torques<C>>();
        else return std::tuple<>();
    }
    using Torques = decltype(std::tuple_cat(torques<K>()...));
    using Forces = decltype(std::tuple_cat(forces<K>()...));
    using Dissipation = decltype(std::tuple_cat(dissipation<K>()...));
};

// Everything constant about the forces of a system.
template <class C>
struct ForcesOf {
    std::vector<C> constant;  // (n, d) N
    typename ForceTables<AllKinds, C>::Forces varying;
    typename ForceTables<AllKinds, C>::Dissipation dissipation;
    AnglesOf<C> angles;
    typename ForceTables<AllKinds, C>::Torques torques;

    ForcesOf() = default;
    template <class B>
    explicit ForcesOf(const ForcesOf<B>& from)
        : constant(converted<C>(from.constant)),
          varying(from.varying),
          dissipation(from.dissipation),
          angles(from.angles),
          torques(from.torques) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& c : constant) action(c);
        std::apply([&](auto&... table) { (table.each_number(action), ...); }, varying);
        std::apply([&](auto&... table) { (table.each_number(action), ...); }, dissipation);
        angles.each_number(action);
        std::apply([&](auto&... table) { (table.each_number(action), ...); }, torques);
    }
    bool dissipative() const {
        return std::apply([](const auto&... table) { return (!table.empty() || ...); }, dissipation);
    }
    // All of the force where it does not depend on the state; else null.
    const C* only_constant() const {
        const bool varies = std::apply([](const auto&... table) { return (!table.empty() || ...); }, varying);
        return varies || dissipative() || !angles.empty() ? nullptr : constant.data();
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
    // (2); s: the parameters of the state, not looked at where no angle is counted.
    template <class Real>
    Real potential_energy(const Real* x, const Real* s, int dimension) const {
        Real sum = Real(0.0);
        for (std::size_t i = 0; i < constant.size(); ++i) sum -= constant[i] * x[i];
        std::apply([&](const auto&... table) { (table.add_energy(x, dimension, sum), ...); }, varying);
        if (!angles.empty())
            std::apply([&](const auto&... table) { (table.add_energy(s + angles.first(), sum), ...); }, torques);
        return sum;
    }
};

using Forces = ForcesOf<double>;
// Angles that are counted, of each term its own, in the order of terms. Throws SpecError for one in space without a
// hinge.
std::vector<CountedAngle> counted_angles(const BodyGraph& graph);
ForcesOf<Exact> forces_of(const BodyGraph& graph, const std::vector<CountedAngle>& angles);

// f += the torques of counted angles. Not inlined: kernels of systems without stay as they are.
template <int D, class Real, class C>
[[gnu::noinline]] void add_torques(const ForcesOf<C>& forces, const Real* x, const Real* theta, Real* f) {
    const auto push = [&](std::size_t angle, const Real& torque) {
        forces.angles.template add_torque<D>(angle, x, torque, f);
    };
    std::apply([&](const auto&... table) { (table.each_torque(theta, push), ...); }, forces.torques);
}

// (1) at the parameters s; returns the rate at which energy is lost.
template <int D, class Real, class C>
Real forces_at(const ForcesOf<C>& forces, const Real* x, const Real* v, [[maybe_unused]] const Real* s, Real* f) {
    for (std::size_t i = 0; i < forces.constant.size(); ++i) f[i] = Real(forces.constant[i]);
    std::apply([&](const auto&... table) { (table.template add_force<D>(x, f), ...); }, forces.varying);
    if constexpr (D > 1)
        if (!forces.angles.empty()) add_torques<D>(forces, x, s + forces.angles.first(), f);
    Real lost = Real(0.0);
    std::apply([&](const auto&... table) { ((lost += table.template subtract_gradient<D>(x, v, f)), ...); },
               forces.dissipation);
    return lost;
}

}  // namespace cchnn
