#pragma once
// Equations and gaps of points that the file writes as formulas, as constraints, contacts and rims have them;
// formula_constraint.hpp has what they mean as constraints, formula_constraint.cpp the functions.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/constraint_row.hpp"
#include "elements/parts/formula/point_formula.hpp"
#include "elements/parts/symmetry.hpp"

namespace cchnn {

struct EquationSpec {
    std::vector<PointSpec> points;  // 1 to 4; with names 1 to 20
    std::map<std::string, double> constants;
    std::string equation;
    std::vector<std::string> names;  // of the points' coordinates, in one dimension; none: x1, x2, ...
};
struct FormulaConstraint {
    std::string name;                          // "Constraint bob", "VelocityConstraint sled-blade"
    std::vector<Point> points;                 // all of them
    std::string text;                          // as the file has it, and the values of its constants
    std::shared_ptr<const Equation> equation;  // of the coordinates of those points that can move
    std::vector<FormulaVariable> used;
    bool on_positions() const { return equation->value >= 0; }
    bool moves_in_time() const;
};

// A formula of the variables of so many points, with velocities or without, in coordinates of those that move. One that moves in
// time has it among its variables, whether it names it or not.
std::shared_ptr<const Equation> equation_of(const Formulas& formulas, const std::vector<FormulaVariable>& variables,
                                            const std::vector<Point>& points, int dimension, bool in_time = false);

// Checks a formula of positions, at pointer/key; `type` is that of its item. Returns whether there is a formula. Whether it may
// name the time is up to the item.
bool check_equation(const char* type, const EquationSpec& spec, const std::string& key, const std::string& pointer,
                    Checking& checking);
// Whether an equation names t, or has a term without a velocity though `velocities` may be in it; whatever its constants are.
bool moves_in_time(const EquationSpec& spec, int dimension, bool velocities);
// With names resolved, whose text ends with `relation`, " = 0".
FormulaConstraint resolved_equation(std::string name, const EquationSpec& spec, const std::string& relation,
                                    const Bodies& bodies, bool velocities);
ConstraintRow row_of(const FormulaConstraint& constraint);
// A coordinate or velocity distinguishes a direction of space, a distance only the points at its ends.
void break_by(const FormulaConstraint& constraint, Symmetry& symmetry);

}  // namespace cchnn
