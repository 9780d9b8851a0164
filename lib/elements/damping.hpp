#pragma once
// Rayleigh dissipation R: the force is -dR/dv, and energy is lost at the rate v . dR/dv = 2 R.
//   (1)  isotropic    R = c |v|^2 / 2                       of the centre of mass              c in N s/m
//   (2)  about pivot  R = c |r x v|^2 / |r|^4 / 2           of the angular velocity about an Origin, r = x - pivot;
//                                                           c in N m s

#include <optional>

#include "core/to_size.hpp"
#include "elements/element.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct DampingSpec {
    std::string body;
    std::optional<std::string> pivot;
    double coefficient = 0;  // >= 0
};
struct Damping {
    NodeIndex node;  // centre of mass
    std::optional<std::vector<double>> pivot;
    double coefficient;
};

template <class C>
struct DampingConstants {
    NodeIndex node;
    std::optional<std::vector<C>> pivot;
    C coefficient;
    template <class From>
    explicit DampingConstants(const From& from) : node(from.node), coefficient(converted<C>(from.coefficient)) {
        if (from.pivot) pivot = converted<C>(*from.pivot);
    }
    template <class Action>
    void each_number(Action&& action) {
        action(coefficient);
        if (pivot)
            for (C& c : *pivot) action(c);
    }
};

// dR/dv of one damping on its node; returns v . dR/dv.
template <int D, class Real, class C>
Real damping_force(const DampingConstants<C>& damping, const Real* x, const Real* v, Real* gradient) {
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

template <class C>
class DampingForces {
  public:
    DampingForces() = default;
    template <class B>
    explicit DampingForces(const DampingForces<B>& from) : dampings_(converted<DampingConstants<C>>(from.dampings_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (DampingConstants<C>& damping : dampings_) damping.each_number(action);
    }
    void add(const Damping& damping, int) { dampings_.emplace_back(damping); }
    bool empty() const { return dampings_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real r[D], lost = Real(0.0);
        for (const DampingConstants<C>& damping : dampings_) {
            const int at = index(damping.node) * D;
            lost += damping_force<D>(damping, x + at, v + at, r);
            for (int j = 0; j < D; ++j) f[at + j] -= r[j];
        }
        return lost;
    }
    // (2) grows towards the pivot; (1) is the same everywhere.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (const DampingConstants<C>& damping : dampings_) {
            const int at = index(damping.node) * D;
            if (damping.pivot) show_centre<D>(*damping.pivot, x + at, x_new + at, seen);
        }
    }

  private:
    template <class>
    friend class DampingForces;
    std::vector<DampingConstants<C>> dampings_;
};

struct DampingKind {
    using Spec = DampingSpec;
    using Term = Damping;
    template <class C>
    using Dissipation = DampingForces<C>;
    static constexpr const char* type = "Damping";
    static constexpr FileList list = FileList::damping;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term&) { return {}; }
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.energy = symmetry.space = false; }  // air at rest
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"coefficient", "N s/m", VariedProperty::Range::not_negative, &Spec::coefficient}};
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
