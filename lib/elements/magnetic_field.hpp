#pragma once
// A charge q at a point of a body in a magnetic field B; in the plane B is perpendicular to it
// (schemas/system/potentials.md, "MagneticField"). B is uniform; or in the plane a formula B(x, y); or in space the
// curl of formulas A(x), whose derivatives come from one pass back through each (parts/formula/formula_gradient.hpp).
//   (1)  F = q v x B           on the point, v its velocity; v . F = 0, so that H = T + V is conserved without a part
//                              of the field in V                                                       [N]
//   (2)  U(x, v) = -q A . v,   A = B x r/2 of a uniform field: the generalised potential of (1), not computed     [J]
//   (3)  F_i = q sum_j v_j (dA_j/dx_i - dA_i/dx_j)     which is (1) with B = curl A
// By (2) the canonical momentum is M v + q A at the point, not M v. Of M v the component along a uniform B stays
// conserved.

#include <memory>

#include "elements/kind_bases.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

// One of the last three, the others are empty.
struct MagneticFieldSpec {
    PointSpec on;
    double charge = 0;                            // C
    std::vector<double> field;                    // (3) T
    std::string formula{};                        // B(x, y) in the plane, T
    std::vector<std::string> vector_potential{};  // (3) A(x, y, z) in space, T m
};
struct ChargeInField {
    std::string name;  // "MagneticField bob"
    Point on;
    double charge;
    std::vector<double> field;                                      // (3) T; empty with formulas
    std::vector<std::string> texts{};                               // of B, or of the three of A
    std::vector<std::shared_ptr<const FormulaProgram>> formulas{};  // in the same order
};

// Computes the force (elements/tables/magnetic_field_table.hpp).
template <class C>
class MagneticForces;

struct MagneticFieldKind : OnPoint<PotentialOf<MagneticFieldSpec, ChargeInField>> {
    using NothingNarrow = void;
    template <class C>
    using GyroscopicForces = MagneticForces<C>;
    static constexpr const char* type = "MagneticField";
    static constexpr auto fields = std::tuple(
        on(&Spec::on), field("charge", "The charge at the point.", &Spec::charge).in("C").drawn(),
        field("field", "A uniform field, along the axes of space; in a plane at right angles to it.", &Spec::field)
            .in("T")
            .of_three()
            .not_zero("is zero, so the MagneticField does nothing: remove it")
            .optional(),
        field("formula", "In a plane: the field at right angles to it, a formula of x and y.", &Spec::formula)
            .in("T")
            .optional(),
        field("vector_potential", "In space: three formulas of x, y and z, whose curl is the field.",
              &Spec::vector_potential)
            .in("T m")
            .optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static constexpr Energy energy = Energy::does_no_work;
    // A field that is not uniform is taken to leave no symmetry.
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.magnetic.push_back(term.formulas.empty() ? term.field : std::vector<double>{1, 1, 1});
    }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
