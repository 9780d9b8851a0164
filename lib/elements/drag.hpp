#pragma once
// Quadratic drag on a point, as of air at rest on a fast body (schemas/system/potentials.md, "Drag").
//   (1)  R = c |v|^3 / 3     of the velocity of the point          c in kg/m                      [W]
//   (2)  f = -c |v| v        on the point; energy is lost at the rate v . dR/dv = c |v|^3         [N]
// The second derivative of the force jumps where v = 0: a step of an integrator must not pass there unseen
// (parts/reversals.hpp).

#include "elements/kind_bases.hpp"

namespace cchnn {

struct DragSpec {
    PointSpec on;
    double coefficient = 0;  // kg/m
};
struct Drag {
    std::string name;  // "Drag bob"
    Point on;
    double coefficient;
};

// Computes the forces (elements/tables/drag_table.hpp).
template <class C>
class DragForces;

struct DragKind : OnPoint<DampingOf<DragSpec, Drag>> {
    template <class C>
    using Dissipation = DragForces<C>;
    static constexpr const char* type = "Drag";
    static constexpr auto fields = std::tuple(
        on(&Spec::on),
        field("coefficient", "Force per square of the speed.", &Spec::coefficient).in("kg/m").not_negative().drawn());
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.space = false; }  // air at rest
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
