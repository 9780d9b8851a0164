#pragma once
// Energy and force of elements/dipole.hpp for kernels: one table with all terms of a system.

#include "elements/dipole.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"
#include "numbers/nonzero.hpp"

namespace cchnn {

template <class C>
struct DipoleConstants {
    NodeIndex node{};
    std::vector<C> pivot;
    std::vector<DipoleSpec::Magnet> magnets;
    C strength;  // k moment

    DipoleConstants() = default;
    explicit DipoleConstants(const Dipole& dipole)
        : node(dipole.node),
          pivot(converted<C>(dipole.pivot)),
          magnets(dipole.magnets),
          strength(converted<C>(Exact(dipole.mu0) / (Exact(4.0) * exact_pi) * dipole.moment)) {}

    static constexpr auto members = std::tuple(&DipoleConstants::node, &DipoleConstants::pivot,
                                               &DipoleConstants::magnets, &DipoleConstants::strength);
};

// Energy and force of one dipole in the field of the fixed ones. With e = (x - pivot)/|x - pivot|, m_0 = moment e,
// r = x - position_i, k = mu0/(4 pi):
//   (1)  V       = -k moment sum_i (3 (e . r)(r . m_i) - |r|^2 (e . m_i)) / |r|^5
//   (2)  dV/de   = -k moment sum_i (3 (r . m_i) r - |r|^2 m_i) / |r|^5,
//                  projected: de/dx = (1 - e e^T)/|x - pivot|
//   (3)  dV/dr_i = -k moment (3 (r.m) e + 3 (e.r) m - 2 (e.m) r) / |r|^5
//                  + 5 k moment (3 (e.r)(r.m) - |r|^2 (e.m)) r / |r|^7
// Most moments and positions have entries that are zero: their terms are left out, a quarter of the cost in
// double-double numbers.

// at - place, where the type of `place` may hold one number for each lane; not subtracted if it is 0 in all of them.
template <class Real, class P>
[[gnu::always_inline]] inline Real seen_from(const P& place, const Real& at) {
    return Nonzero<P>::any(place) ? Real(at - place) : at;
}

// Adds what N magnets contribute. They are computed side by side, so that the processor computes one while the
// other waits for a result; their sums have the order of the list.
template <std::size_t N, class Real, class C>
[[gnu::always_inline]] inline void add_magnets(const DipoleSpec::Magnet* magnets, const C& strength, const Real* x,
                                               const Real* e, Real* force, Real* toward, Real* energy) {
    Real r[N][3], rm[N], em[N], r2[N], near[N], scale[N], er3[N], rm3[N], bracket[N], along[N];
    const auto each = [](auto&& act) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < N; ++i) act(i);
    };
    each([&](std::size_t i) {
        for (std::size_t j = 0; j < 3; ++j) r[i][j] = seen_from(magnets[i].position[j], x[j]);
    });
    each([&](std::size_t i) { r2[i] = dot<3>(r[i], r[i]); });
    each([&](std::size_t i) { near[i] = 1.0 / r2[i]; });
    each([&](std::size_t i) {
        rm[i] = em[i] = Real(0.0);
        for (std::size_t j = 0; j < 3; ++j)
            if (const double m = magnets[i].moment[j]; m != 0) {
                rm[i] += r[i][j] * m;
                em[i] += e[j] * m;
            }
    });
    each([&](std::size_t i) { scale[i] = strength * near[i] * near[i] * square_root(near[i]); });
    each([&](std::size_t i) {
        er3[i] = 3.0 * dot<3>(e, r[i]);
        rm3[i] = 3.0 * rm[i];
    });
    each([&](std::size_t i) { bracket[i] = er3[i] * rm[i] - r2[i] * em[i]; });
    if (energy) each([&](std::size_t i) { *energy -= scale[i] * bracket[i]; });
    each([&](std::size_t i) { along[i] = 2.0 * em[i] + 5.0 * bracket[i] * near[i]; });
    for (std::size_t j = 0; j < 3; ++j) {
        Real turning[N], pulling[N];
        each([&](std::size_t i) {
            turning[i] = rm3[i] * e[j];
            pulling[i] = rm3[i] * r[i][j];
            if (const double m = magnets[i].moment[j]; m != 0) {
                turning[i] += er3[i] * m;
                pulling[i] -= r2[i] * m;
            }
        });
        each([&](std::size_t i) { turning[i] = scale[i] * (turning[i] - along[i] * r[i][j]); });
        each([&](std::size_t i) { pulling[i] = scale[i] * pulling[i]; });
        each([&](std::size_t i) {
            force[j] += turning[i];
            toward[j] += pulling[i];
        });
    }
}

// Adds to the force, and to the energy unless it is null.
template <class Real, class C>
void dipole_force(const DipoleConstants<C>& dipole, const Real* x, Real* force, Real* energy) {
    Real e[3], toward[3] = {Real(0.0), Real(0.0), Real(0.0)};
    for (std::size_t j = 0; j < 3; ++j) e[j] = seen_from(dipole.pivot[j], x[j]);
    const Real per_metre = 1.0 / square_root(dot<3>(e, e));  // divisions are slow: one for each length
    for (Real& c : e) c *= per_metre;
    const DipoleSpec::Magnet* magnet = dipole.magnets.data();
    const DipoleSpec::Magnet* const end = magnet + dipole.magnets.size();
    for (; end - magnet >= 2; magnet += 2) add_magnets<2>(magnet, dipole.strength, x, e, force, toward, energy);
    if (magnet != end) add_magnets<1>(magnet, dipole.strength, x, e, force, toward, energy);
    const Real radial = dot<3>(e, toward);
    for (std::size_t j = 0; j < 3; ++j) force[j] += (toward[j] - radial * e[j]) * per_metre;
}

template <class C>
class DipoleForces {
  public:
    void add(const Dipole& dipole, int) { dipoles_.emplace_back(dipole); }
    bool empty() const { return dipoles_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (const DipoleConstants<C>& dipole : dipoles_) {
            Real unused[3] = {Real(0.0), Real(0.0), Real(0.0)}, energy = Real(0.0);
            dipole_force(dipole, x + index(dipole.node) * dimension, unused, &energy);
            sum += energy;
        }
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        if constexpr (D == 3)
            for (const DipoleConstants<C>& dipole : dipoles_)
                dipole_force<Real>(dipole, x + index(dipole.node) * D, f + index(dipole.node) * D, nullptr);
    }
    // The magnets, and the pivot, at which the moment reverses.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        if constexpr (D == 3)
            for (const DipoleConstants<C>& dipole : dipoles_) {
                const int at = index(dipole.node) * D;
                show_centre<D>(dipole.pivot, x + at, x_new + at, seen);
                for (const DipoleSpec::Magnet& magnet : dipole.magnets)
                    show_centre<D>(magnet.position, x + at, x_new + at, seen);
            }
    }

  private:
    std::vector<DipoleConstants<C>> dipoles_;

  public:
    static constexpr auto members = std::tuple(&DipoleForces::dipoles_);
};

}  // namespace cchnn
