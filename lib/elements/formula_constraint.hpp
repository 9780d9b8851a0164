#pragma once
// Constraints that the file writes as formulas of a few points (schemas/system/constraints.md, "Constraint" and
// "VelocityConstraint"): surfaces and whatever else holds points, and conditions on velocities such as a knife edge.
//
//   (1)  phi(x, t) = 0                     rows psi = phi/|dphi| [m], (1) of mechanics/rows/formula_terms.hpp
//   (2)  a(x, t) . v + b(x, t) = 0         not integrable in general; rows (a . v + b)/|a| [m/s]
//
// The rate dphi/dx . v + dphi/dt of (1) is a formula too (parts/formula/time_derivative.hpp): both are then linear in v, and
// one pass back through the formula gives a row of the Jacobian and its rate. The text is that of the file, and |dphi| makes
// its unit irrelevant. Where dphi = 0 there is no row: the motion ends as not finite. A row with t or b does work, so that its
// system is driven: the file has the time as an input (spec/read_system.cpp).

#include "elements/equation_of.hpp"
#include "elements/kind_bases.hpp"

namespace cchnn {

struct ConstraintSpec : EquationSpec {};
struct VelocityConstraintSpec : EquationSpec {};

inline constexpr auto equation_points =
    field("points", "Points 1 to 4 of the equation: bodies (their centres of mass), points of extended ones, Origins.",
          &EquationSpec::points);
inline constexpr auto equation_names =
    field(
        "names",
        "In one dimension: names of the points' coordinates in the equation, in place of x1, x2, ...; the velocity of "
        "r is then rd, and there may be up to 20 points.",
        &EquationSpec::names)
        .optional();
inline constexpr auto equation_constants =
    field("constants", "Names for numbers in the equation.", &EquationSpec::constants).optional().drawn();

struct FormulaConstraintKind : ConstraintOf<ConstraintSpec, FormulaConstraint> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Constraint";
    static constexpr auto fields = std::tuple(
        equation_points, equation_names, equation_constants,
        field("equation",
              "What is 0: a formula of x1, y1, z1, x2, ... (coordinates), r12, r13, ... (distances), of one point also "
              "x, y, z, of two also r, of the constants, as that of a Potential, and of the time t. In any unit.",
              &Spec::equation));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static bool moves_with_origins(const EquationSpec& spec, int dimension);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula = "an equation of the file: phi(x, t) = 0, in metres phi/|dphi/dx|";
    static std::string ends(const Term& term, const Bodies& bodies);
};

// Its terms are answered for above.
struct VelocityConstraintKind : ConstraintOf<VelocityConstraintSpec, FormulaConstraint> {
    using TakesPaperRows = void;
    static constexpr const char* type = "VelocityConstraint";
    static constexpr auto fields = std::tuple(
        equation_points, equation_names, equation_constants,
        field("equation",
              "What is 0: a formula as that of a Constraint and of velocities vx1, vy1, vz1, vx2, ..., of one point "
              "also vx, vy, vz. Each term has one velocity as a factor, or none.",
              &Spec::equation));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static bool moves_with_origins(const Spec& spec, int dimension);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term) { return FormulaConstraintKind::coupling(term); }
    static void paper_rows(const Term& term, PaperRows& rows) { FormulaConstraintKind::paper_rows(term, rows); }
    static void breaks(const Term& term, Symmetry& symmetry) { FormulaConstraintKind::breaks(term, symmetry); }
    static void draw(const Term& term, Sketch& sketch) { FormulaConstraintKind::draw(term, sketch); }
    static constexpr const char* formula =
        "a condition on velocities of the file: a(x, t) . v + b(x, t) = 0, in m/s (a . v + b)/|a|";
    static std::string ends(const Term& term, const Bodies& bodies) {
        return FormulaConstraintKind::ends(term, bodies);
    }
};

}  // namespace cchnn
