#pragma once
// A dashpot between two points (schemas/system/potentials.md, "Dashpot"): the rate of their distance meets a
// resistance, a Rayleigh function as in damping.hpp.
//   (1)  R = c/2 (d|r|/dt)^2 = c/2 (r . w)^2 / |r|^2,  r the separation of the two points, w = dr/dt; c in N s/m
//   (2)  dR/dw = c (r . w) r / |r|^2  on the first point, its opposite on the second

#include "elements/kind_bases.hpp"

namespace cchnn {

struct DashpotSpec {
    PointSpec a, b;
    double coefficient = 0;  // N s/m
};
struct Dashpot {
    std::string name;  // "Dashpot hook1-bob1"
    Point a, b;
    double coefficient;
};

// Computes the forces (elements/tables/dashpot_table.hpp).
template <class C>
class DashpotForces;

struct DashpotKind : BetweenPoints<DampingOf<DashpotSpec, Dashpot>> {
    template <class C>
    using Dissipation = DashpotForces<C>;
    static constexpr const char* type = "Dashpot";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("coefficient", "Force per rate of the distance.", &Spec::coefficient).in("N s/m").not_negative().drawn());
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::dashpot, term.a, term.b, term.name);
    }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
