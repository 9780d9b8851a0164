#pragma once
// A formula of up to four points, as a Potential, a Constraint or a VelocityConstraint of the file has one: of their
// coordinates and distances, on request of their velocities, and of named constants.
//
//   x1 y1 z1, x2 ...      coordinates of the points, in the order of `points`; of a single one also x, y, z
//   r12, r13, ...         distances; of two points also r
//   vx1 vy1 vz1, vx2 ...  velocities; of a single point also vx, vy, vz

#include <map>
#include <string>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"
#include "elements/parts/reading/checking.hpp"

namespace cchnn {

class Formulas;

// What a name of the formula stands for.
struct FormulaVariable {
    std::string name;
    int point, other;  // other < 0: a coordinate of `point`, along `axis`
    int axis;
    bool velocity = false;  // its velocity instead
};
inline constexpr int most_formula_points = 4;
// All names that a formula of so many points may use: coordinates, distances, then the short names, then velocities;
// fewer than 50.
std::vector<FormulaVariable> formula_variables(int points, int dimension, bool velocities = false);

using FormulaConstants = std::map<std::string, double>;

// The formula as steps. Throws FormulaError for a text that is none.
Formulas formula_of(const std::string& text, const FormulaConstants& constants,
                    const std::vector<FormulaVariable>& variables);
// Whether a text can be the name of a number in a formula, and no function.
bool is_formula_name(const std::string& name);
// Checks the names and values of constants beside variables with these names; false if one cannot be used.
bool check_formula_constants(const FormulaConstants& constants, std::vector<std::string> taken,
                             const std::string& pointer, Findings& findings);
// Whether the formula depends on a variable.
bool uses(const Formulas& formulas, std::size_t variable);

// Checks the points, of which one must move, and the constants of an item, "Potential", at `pointer`. False if its
// formula is then not to be checked, since it would give further problems for the same reason.
bool check_formula_points(const std::string& type, const std::vector<PointSpec>& points,
                          const FormulaConstants& constants, const std::vector<FormulaVariable>& variables,
                          const std::string& pointer, Checking& checking);

}  // namespace cchnn
