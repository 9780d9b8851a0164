#pragma once
// Viscous friction between two bodies that turn against each other, as in a hinge
// (schemas/system/potentials.md, "TorsionDamper").
//   (1)  R = c/2 |omega_a - omega_b|^2          an Origin does not turn; c in N m s
//   (2)  omega = e_1 x de_1/dt                                                      in the plane, e_i = x_i - x_0
//        omega = sum_i e_i x de_i/dt / 2                                            Obj3D
//        omega = e_1 x de_1/dt + e_2 x de_2/dt - (e_2 . de_1/dt) e_1 x e_2          Obj2D in space
// About a hinge (in the plane between any two bodies) it is c theta'^2/2 of the angle theta between them. (1)
// needs no angle, only rates.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct TorsionDamperSpec {
    std::string a, b;
    double coefficient = 0;  // N m s
};
struct TorsionDamper {
    std::string name;                    // "TorsionDamper wall-wheel"
    Point a, b;                          // centres
    int node_a, axes_a, node_b, axes_b;  // centre's node and number of axes that turn; none of an Origin
    double coefficient;
};

// Computes the forces (elements/tables/torsion_damper_table.hpp).
template <class C>
class TorsionDamperForces;

struct TorsionDamperKind : BetweenPoints<DampingOf<TorsionDamperSpec, TorsionDamper>> {
    using NothingNarrow = void;
    template <class C>
    using Dissipation = TorsionDamperForces<C>;
    static constexpr const char* type = "TorsionDamper";
    static constexpr auto fields = std::tuple(
        field("bodies", "The two bodies that turn against each other, or one and an Origin.", &Spec::a, &Spec::b),
        field("coefficient", "Torque per relative angular velocity.", &Spec::coefficient)
            .in("N m s")
            .not_negative()
            .drawn());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (term.axes_a == 0 || term.axes_b == 0) symmetry.turns = false;
    }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
