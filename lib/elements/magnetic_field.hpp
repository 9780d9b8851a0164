#pragma once
// A charge q at a point of a body in a uniform magnetic field B; in the plane B is perpendicular to it
// (schemas/system/potentials.md, "MagneticField").
//   (1)  F = q v x B           on the point, v its velocity; v . F = 0, so that H = T + V is conserved without a part
//                              of the field in V                                                       [N]
//   (2)  U(x, v) = -q A . v,   A = B x r/2 with B = curl A: the generalised potential of (1), not computed       [J]
// By (2) the canonical momentum is M v + q A at the point, not M v. Of M v the component along B stays
// conserved.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct MagneticFieldSpec {
    PointSpec on;
    double charge = 0;          // C
    std::vector<double> field;  // (3) T
};
struct ChargeInField {
    std::string name;  // "MagneticField bob"
    Point on;
    double charge;
    std::vector<double> field;  // (3) T
};

// Computes the force (elements/tables/magnetic_field_table.hpp).
template <class C>
class MagneticForces;

struct MagneticFieldKind : OnPoint<PotentialOf<MagneticFieldSpec, ChargeInField>> {
    template <class C>
    using GyroscopicForces = MagneticForces<C>;
    static constexpr const char* type = "MagneticField";
    static constexpr auto fields =
        std::tuple(on(&Spec::on), field("charge", "The charge at the point.", &Spec::charge).in("C").drawn(),
                   field("field", "The field, along the axes of space; in a plane at right angles to it.", &Spec::field)
                       .in("T")
                       .of_three()
                       .not_zero("is zero, so the MagneticField does nothing: remove it"));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static constexpr Energy energy = Energy::does_no_work;
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.magnetic.push_back(term.field); }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
