#pragma once
// A potential that the file writes as a formula of up to four points: their coordinates and distances, and
// named constants (schemas/system/potentials.md, "Potential").
//   (1)  V = energy(u),  u_m = component k of point i,  or |r_ij| of points i and j      [J]
//   (2)  f = -dV/du_m e_k on point i,  or -dV/du_m r_ij/|r_ij| on i, its opposite on j   [N]
//
// parts/formula/point_formula.hpp has the names. dV/du comes from one pass back through the formula (parts/formula/formula_gradient.hpp).

#include <map>
#include <memory>

#include "elements/kind_bases.hpp"
#include "elements/parts/formula/point_formula.hpp"

namespace cchnn {

struct FormulaPotentialSpec {
    std::vector<PointSpec> points;  // 1 to 4
    std::map<std::string, double> constants;
    std::string energy;
};

// A term. The first term of an item is the potential; for each point after the second a further term without a
// formula follows, whose only purpose is its coupling between that point and the one before it.
struct FormulaPotential {
    std::string name;           // "Potential bob", "Potential a-b"
    std::vector<Point> points;  // all of them; of a coupling two
    std::string energy;
    std::shared_ptr<const FormulaProgram> formula;  // null: a coupling
    std::vector<FormulaVariable> used;              // in the order of the formula's variables, where it has them
    std::vector<int> number;                        // of each used one among the formula's variables
};

// Computes energy and force (elements/tables/formula_potential_table.hpp).
template <class C>
class FormulaForces;

struct FormulaPotentialKind : PotentialOf<FormulaPotentialSpec, FormulaPotential> {
    template <class C>
    using Forces = FormulaForces<C>;
    static constexpr const char* type = "Potential";
    static constexpr auto fields = std::tuple(
        field("points",
              "Points 1 to 4 of the formula: bodies (their centres of mass), points of extended ones, Origins.",
              &Spec::points),
        field("constants", "Names for numbers in the formula.", &Spec::constants).optional().drawn(),
        field("energy",
              "Formula of x1, y1, z1, x2, ... (coordinates), r12, r13, ... (distances), of one point also x, y, z, of "
              "two also r, and of the constants: numbers, pi, + - * / ( ), ^ with a whole number, sin, cos, exp, log, "
              "sqrt, tanh.",
              &Spec::energy)
            .in("J"));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static bool moves_with_origins(const Spec& spec, int dimension);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
