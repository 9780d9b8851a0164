#pragma once
// A magnetic dipole that points along or against (x - pivot), in the field of fixed ones: paper eq. (24), (25).
//   V = -m_0(x) . B(x),  m_0 = moment (x - pivot)/|x - pivot|,  B = sum_i mu0/(4 pi |r|^5) (3 r r^T - |r|^2 1) m_i,
//   r = x - position_i; written out in (1) to (3) below.  d = 3.

#include <array>
#include <concepts>

#include "core/to_size.hpp"
#include "elements/element.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct DipoleSpec {
    std::string body, pivot;  // an Obj0D, and the Origin that its moment points away from
    double moment = 0;        // A m^2; negative: towards the pivot
    double mu0 = 1;           // N/A^2, or in the file's units
    struct Magnet {
        std::vector<double> position, moment;  // (3) m, A m^2
    };
    std::vector<Magnet> magnets;
};
struct Dipole {
    NodeIndex node;
    std::vector<double> pivot;  // (3)
    double moment, mu0;
    std::vector<DipoleSpec::Magnet> magnets;
};

template <class C>
struct DipoleConstants {
    NodeIndex node;
    std::vector<C> pivot;
    std::vector<DipoleSpec::Magnet> magnets;
    C strength;  // k moment

    explicit DipoleConstants(const Dipole& dipole)
        : node(dipole.node),
          pivot(converted<C>(dipole.pivot)),
          magnets(dipole.magnets),
          strength(converted<C>(Exact(dipole.mu0) / (Exact(4.0) * exact_pi) * dipole.moment)) {}
    template <class B>
    explicit DipoleConstants(const DipoleConstants<B>& from)
        : node(from.node),
          pivot(converted<C>(from.pivot)),
          magnets(from.magnets),
          strength(converted<C>(from.strength)) {}
    template <class Action>
    void each_number(Action&& action) {
        action(strength);
        for (C& c : pivot) action(c);
    }
};

// Energy and force of one dipole in the field of the fixed ones. With e = (x - pivot)/|x - pivot|, m_0 = moment e,
// r = x - position_i, k = mu0/(4 pi):
//   (1)  V       = -k moment sum_i (3 (e . r)(r . m_i) - |r|^2 (e . m_i)) / |r|^5
//   (2)  dV/de   = -k moment sum_i (3 (r . m_i) r - |r|^2 m_i) / |r|^5,        projected: de/dx = (1 - e e^T)/|x -
//   pivot|
//   (3)  dV/dr_i = -k moment (3 (r.m) e + 3 (e.r) m - 2 (e.m) r) / |r|^5 + 5 k moment (3 (e.r)(r.m) - |r|^2 (e.m)) r /
//   |r|^7
// Moments mostly lie along an axis and places on one: terms of zeros are left out, a quarter of all in double-double
// numbers. Adds to the force, and to the energy where there is one.
template <class Real, class C>
void dipole_force(const DipoleConstants<C>& dipole, const Real* x, Real* force, Real* energy) {
    const auto from = [](const Real& at, const auto& place) {  // a place that differs from lane to lane is taken off
        if constexpr (requires {
                          { place == 0.0 } -> std::same_as<bool>;
                      })
            if (place == 0.0) return at;
        return Real(at - place);
    };
    const C& strength = dipole.strength;
    Real e[3], toward[3] = {Real(0.0), Real(0.0), Real(0.0)};
    for (std::size_t j = 0; j < 3; ++j) e[j] = from(x[j], dipole.pivot[j]);
    const Real per_metre = 1.0 / square_root(dot<3>(e, e));  // divisions are slow: one for each length
    for (Real& c : e) c *= per_metre;
    for (const DipoleSpec::Magnet& magnet : dipole.magnets) {
        Real r[3], rm = Real(0.0), em = Real(0.0);
        for (std::size_t j = 0; j < 3; ++j) {
            r[j] = from(x[j], magnet.position[j]);
            if (const double m = magnet.moment[j]; m != 0) rm += r[j] * m, em += e[j] * m;
        }
        const Real r2 = dot<3>(r, r), er = dot<3>(e, r);
        const Real near = 1.0 / r2, scale = strength * near * near * square_root(near), er3 = 3.0 * er, rm3 = 3.0 * rm,
                   bracket = er3 * rm - r2 * em;
        if (energy) *energy -= scale * bracket;
        const Real along = 2.0 * em + 5.0 * bracket * near;
        for (std::size_t j = 0; j < 3; ++j) {
            Real turning = rm3 * e[j], pulling = rm3 * r[j];
            if (const double m = magnet.moment[j]; m != 0) turning += er3 * m, pulling -= r2 * m;
            force[j] += scale * (turning - along * r[j]);
            toward[j] += scale * pulling;
        }
    }
    const Real radial = dot<3>(e, toward);
    for (std::size_t j = 0; j < 3; ++j) force[j] += (toward[j] - radial * e[j]) * per_metre;
}

template <class C>
class DipoleForces {
  public:
    DipoleForces() = default;
    template <class B>
    explicit DipoleForces(const DipoleForces<B>& from) : dipoles_(converted<DipoleConstants<C>>(from.dipoles_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (DipoleConstants<C>& dipole : dipoles_) dipole.each_number(action);
    }
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
    // Magnets, and the pivot, where the moment turns round.
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
    template <class>
    friend class DipoleForces;
    std::vector<DipoleConstants<C>> dipoles_;
};

struct DipoleKind {
    using Spec = DipoleSpec;
    using Term = Dipole;
    template <class C>
    using Forces = DipoleForces<C>;
    static constexpr const char* type = "Dipole";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term&) { return {}; }
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.space = false; }  // magnets stand anywhere
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"moment", "A m^2", VariedProperty::Range::any, &Spec::moment}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        for (const DipoleSpec::Magnet& magnet : term.magnets)
            sketch.spot(Drawing::Spot::Kind::magnet, fixed_point(magnet.position), "magnet");
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
