#pragma once
// Forces on nodes, -dV/dx and dissipative ones, each with the energy that it comes from (physics of the graph's
// tables):
//
//   (1)  constant     V = -f . x                                  gravity, on centres of mass
//   (2)  spring       V = k/2 (|r| - l0)^2                        f = -k (1 - l0/|r|) r, along the separation r
//   (3)  attraction   V = -K/|r|                                  f = -K r/|r|^3
//   (4)  dipole       V = -m_0(x) . B(x)                          paper eq. (24), (25), see Dipole
//   (5)  damping      R = b |v|^2/2 or c |r x v|^2/|r|^4 / 2      f = -dR/dv, energy lost at the rate v . dR/dv
//
// Only + - * / sqrt: this is the stepping path.

#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/kernels/row_values.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

struct SpringTerm {
    Separation separation;
    double stiffness = 0, rest_length = 0;
};
struct AttractionTerm {
    Separation separation;
    double strength = 0;
};

// Everything constant about the forces of a system.
struct Forces {
    std::vector<double> constant;  // (n, d) N
    std::vector<SpringTerm> springs;
    SeparationTable spring_separations;
    std::vector<AttractionTerm> attractions;
    SeparationTable attraction_separations;
    std::vector<Dipole> dipoles;
    std::vector<Damping> dampings;

    Forces() = default;
    explicit Forces(const BodyGraph& graph);
    bool dissipative() const { return !dampings.empty(); }
    // All of the force where it does not depend on the state; else null.
    const double* only_constant() const {
        const bool varies = !springs.empty() || !attractions.empty() || !dipoles.empty() || !dampings.empty();
        return varies ? nullptr : constant.data();
    }

    template <class Real>
    Real potential_energy(const Real* x, int dimension) const;
};

// Energy and force of one dipole in the field of the fixed ones. With e = (x - pivot)/|x - pivot|, m_0 = moment e,
// r = x - position_i, k = mu0/(4 pi):
//   (6)  V       = -k moment sum_i (3 (e . r)(r . m_i) - |r|^2 (e . m_i)) / |r|^5
//   (7)  dV/de   = -k moment sum_i (3 (r . m_i) r - |r|^2 m_i) / |r|^5,        projected: de/dx = (1 - e e^T)/|x - pivot|
//   (8)  dV/dr_i = -k moment (3 (r.m) e + 3 (e.r) m - 2 (e.m) r) / |r|^5 + 5 k moment (3 (e.r)(r.m) - |r|^2 (e.m)) r / |r|^7
template <class Real>
Real dipole_force(const Dipole& dipole, const Real* x, Real* force) {
    constexpr double four_pi = 12.566370614359172954;
    const double strength = dipole.mu0 / four_pi * dipole.moment;
    Real e[3], toward[3] = {Real(0.0), Real(0.0), Real(0.0)}, energy = Real(0.0);
    for (std::size_t j = 0; j < 3; ++j) e[j] = x[j] - dipole.pivot[j];
    const Real per_metre = 1.0 / square_root(dot<3>(e, e));  // divisions are slow: one for each length
    for (Real& c : e) c *= per_metre;
    for (const DipoleSpec::Magnet& magnet : dipole.magnets) {
        Real r[3], m[3];
        for (std::size_t j = 0; j < 3; ++j) r[j] = x[j] - magnet.position[j], m[j] = Real(magnet.moment[j]);
        const Real r2 = dot<3>(r, r), rm = dot<3>(r, m), er = dot<3>(e, r), em = dot<3>(e, m);
        const Real near = 1.0 / r2, scale = strength * near * near * square_root(near),
                   bracket = 3.0 * er * rm - r2 * em;
        energy -= scale * bracket;
        const Real along = 2.0 * em + 5.0 * bracket * near, rm3 = 3.0 * rm, er3 = 3.0 * er;
        for (std::size_t j = 0; j < 3; ++j) {
            force[j] += scale * (rm3 * e[j] + er3 * m[j] - along * r[j]);
            toward[j] += scale * (rm3 * r[j] - r2 * m[j]);
        }
    }
    const Real radial = dot<3>(e, toward);
    for (std::size_t j = 0; j < 3; ++j) force[j] += (toward[j] - radial * e[j]) * per_metre;
    return energy;
}

template <class Real>
Real separation_length(const Separation& separation, const Real* x, int dimension) {
    Real square = Real(0.0);
    for (int j = 0; j < dimension; ++j) {
        Real c = Real(separation.offset[to_size(j)]);
        for (const NodeWeight& w : separation.weights) c += w.weight * x[index(w.node) * dimension + j];
        square += c * c;
    }
    return square_root(square);
}

template <class Real>
Real Forces::potential_energy(const Real* x, int dimension) const {
    Real sum = Real(0.0);
    for (std::size_t i = 0; i < constant.size(); ++i) sum -= constant[i] * x[i];
    for (const SpringTerm& spring : springs) {
        const Real stretch = separation_length(spring.separation, x, dimension) - spring.rest_length;
        sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    for (const AttractionTerm& pair : attractions)
        sum -= pair.strength / separation_length(pair.separation, x, dimension);
    for (const Dipole& dipole : dipoles) {
        Real unused[3] = {Real(0.0), Real(0.0), Real(0.0)};
        sum += dipole_force(dipole, x + index(dipole.node) * dimension, unused);
    }
    return sum;
}

// dR/dv of one damping on its node; returns v . dR/dv.
template <int D, class Real>
Real damping_force(const Damping& damping, const Real* x, const Real* v, Real* gradient) {
    if (!damping.pivot) {
        for (int j = 0; j < D; ++j) gradient[j] = damping.coefficient * v[j];
    } else {
        Real r[D];
        for (int j = 0; j < D; ++j) r[j] = x[j] - (*damping.pivot)[to_size(j)];
        const Real r2 = dot<D>(r, r), rv = dot<D>(r, v), weight = damping.coefficient / (r2 * r2);
        for (int j = 0; j < D; ++j) gradient[j] = weight * (r2 * v[j] - rv * r[j]);
    }
    return dot<D>(v, gradient);
}

// f = -dV/dx - dR/dv, (n, D); returns the rate at which energy is lost.
template <int D, class Real>
Real forces_at(const Forces& forces, const Real* x, const Real* v, Real* f) {
    for (std::size_t i = 0; i < forces.constant.size(); ++i) f[i] = Real(forces.constant[i]);
    Real r[D];
    for (std::size_t k = 0; k < forces.springs.size(); ++k) {
        const SeparationTable& table = forces.spring_separations;
        gather<D>(table, k, x, &table.offset[k * D], r);
        Real pull = Real(-forces.springs[k].stiffness);
        if (forces.springs[k].rest_length != 0) pull *= 1.0 - forces.springs[k].rest_length / square_root(dot<D>(r, r));
        for (int j = 0; j < D; ++j) r[j] *= pull;
        scatter<D>(table, k, r, f);
    }
    for (std::size_t k = 0; k < forces.attractions.size(); ++k) {
        const SeparationTable& table = forces.attraction_separations;
        gather<D>(table, k, x, &table.offset[k * D], r);
        const Real r2 = dot<D>(r, r);
        const Real pull = -forces.attractions[k].strength / (r2 * square_root(r2));
        for (int j = 0; j < D; ++j) r[j] *= pull;
        scatter<D>(table, k, r, f);
    }
    if constexpr (D == 3)
        for (const Dipole& dipole : forces.dipoles)
            dipole_force(dipole, x + index(dipole.node) * D, f + index(dipole.node) * D);
    Real lost = Real(0.0);
    for (const Damping& damping : forces.dampings) {
        const int at = index(damping.node) * D;
        lost += damping_force<D>(damping, x + at, v + at, r);
        for (int j = 0; j < D; ++j) f[at + j] -= r[j];
    }
    return lost;
}

}  // namespace cchnn
