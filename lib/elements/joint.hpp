#pragma once
// Two points of two bodies coincide (paper, section 6, "Joints between extended bodies";
// schemas/system/constraints.md). With an axis two directions coincide as well, so that the bodies turn only
// about it (paper C.2, "Rotational axis restrictions"; d = 3).
//   (1)  Joint        Phi = x_a - x_b                        d rows            [m]
//   (2)  Joint+Axis   (1), and Phi = u_a - u_b               d rows of rank d-1
// In place of (2), the solver takes d-1 independent rows: across_j . u = 0, with two directions perpendicular
// to the axis on one body and the axis on the other.

#include <optional>

#include "elements/kind_bases.hpp"

namespace cchnn {

struct JointSpec {
    PointSpec a, b;
};
struct JointAxisSpec {
    PointSpec a, b;
    std::vector<double> axis_a, axis_b;  // (k)
};

// The axis of a Joint+Axis. `across` are two directions perpendicular to the axis, on the body that can have
// them, right-handed with it: (across[0], across[1], axis).
struct JointAxis {
    Point axis_a, axis_b;  // directions of unit length that coincide
    // The independent rows keep them at right angles to the axis of the other body; the paper's three rows for the axis
    // have rank two.
    std::vector<Point> across;
    bool across_on_a;  // whose directions `across` are
};
struct Joint {
    std::string name;  // "Joint pivot-top", "Joint+Axis arm1-arm2"; a second one of a pair ends in " (2)"
    Point a, b;
    std::optional<JointAxis> axis;
};

// The answers that Joint and Joint+Axis share, since both become the term Joint.
struct JointAnswers : ConstraintOf<JointSpec, Joint> {
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void solver_rows(const Term& term, int dimension, std::vector<SolverRow>& rows);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static std::string ends(const Term& term, const Bodies& bodies);
};

struct JointKind : JointAnswers {
    static constexpr const char* type = "Joint";
    static constexpr const char* formula = "two points coincide: x_a - x_b = 0";
    static constexpr auto fields = std::tuple(between(&Spec::a, &Spec::b));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
};

struct JointAxisKind : JointAnswers {
    using Spec = JointAxisSpec;
    static constexpr const char* type = "Joint+Axis";
    static constexpr const char* formula =
        "two points and two directions coincide, a hinge: x_a - x_b = 0, u_a - u_b = 0 (three rows of rank two)";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("axis",
              "Unit vector of the axis in the principal axes of each of the two bodies; in space for an Origin.",
              &Spec::axis_a, &Spec::axis_b));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
};

}  // namespace cchnn
