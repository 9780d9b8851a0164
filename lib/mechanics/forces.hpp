#pragma once
// Forces on nodes, -dV/dx and dissipative ones: every kind of elements/ that has them, in the order of the list.
//   (1)  f = f_constant - dV/dx - dR/dv          (n, d) N
//   (2)  V = -f_constant . x + sum of the kinds' energies
// Only + - * / sqrt: this is the stepping path.

#include <tuple>
#include <vector>

#include "graph/body_graph.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// The tables of those kinds of a list that have one.
template <class List>
struct ForceTables;
template <class... K>
struct ForceTables<KindList<K...>> {
    template <class Kind>
    static auto forces() {
        if constexpr (HasForces<Kind>) return std::tuple<typename Kind::Forces>();
        else return std::tuple<>();
    }
    template <class Kind>
    static auto dissipation() {
        if constexpr (HasDissipation<Kind>) return std::tuple<typename Kind::Dissipation>();
        else return std::tuple<>();
    }
    using Forces = decltype(std::tuple_cat(forces<K>()...));
    using Dissipation = decltype(std::tuple_cat(dissipation<K>()...));
};

// Everything constant about the forces of a system.
struct Forces {
    std::vector<double> constant;  // (n, d) N
    ForceTables<AllKinds>::Forces varying;
    ForceTables<AllKinds>::Dissipation dissipation;

    Forces() = default;
    explicit Forces(const BodyGraph& graph);
    bool dissipative() const {
        return std::apply([](const auto&... table) { return (!table.empty() || ...); }, dissipation);
    }
    // All of the force where it does not depend on the state; else null.
    const double* only_constant() const {
        const bool varies = std::apply([](const auto&... table) { return (!table.empty() || ...); }, varying);
        return varies || dissipative() ? nullptr : constant.data();
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

// (1); returns the rate at which energy is lost.
template <int D, class Real>
Real forces_at(const Forces& forces, const Real* x, const Real* v, Real* f) {
    for (std::size_t i = 0; i < forces.constant.size(); ++i) f[i] = Real(forces.constant[i]);
    std::apply([&](const auto&... table) { (table.template add_force<D>(x, f), ...); }, forces.varying);
    Real lost = Real(0.0);
    std::apply([&](const auto&... table) { ((lost += table.template subtract_gradient<D>(x, v, f)), ...); },
               forces.dissipation);
    return lost;
}

}  // namespace cchnn
