#pragma once
// A formula of up to four points, as a Potential, a Constraint or a VelocityConstraint of the file has one: of their
// coordinates and distances, on request of their velocities, and of named constants.
//
//   x1 y1 z1, x2 ...      coordinates of the points, in the order of `points`; of a single one also x, y, z
//   r12, r13, ...         distances; of two points also r
//   vx1 vy1 vz1, vx2 ...  velocities; of a single point also vx, vy, vz
//
// An item in one dimension may name its points itself: then the coordinates have these names, and the velocity of `r` is `rd`,
// as in a Lagrangian.

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
inline constexpr int most_formula_points = 4, most_named_points = 20;
// All names that a formula of so many points may use: coordinates, distances, then the short names, then velocities;
// fewer than 50.
std::vector<FormulaVariable> formula_variables(int points, int dimension, bool velocities = false);
// Those of points that the item names, in one dimension.
std::vector<FormulaVariable> formula_variables(const std::vector<std::string>& points, bool velocities);

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

// Whether a formula is the same up to rounding for points that are all shifted and all have another velocity; false of a text
// that is none.
bool is_shift_invariant(const std::string& text, const FormulaConstants& constants,
                        const std::vector<FormulaVariable>& variables, int dimension);

// Checks the names of coordinates at `pointer` in one dimension, whose rates have a 'd' behind; false if one cannot be used.
bool check_coordinate_names(const std::vector<std::string>& names, const std::string& pointer, Findings& findings);
// Checks the points, `most` or fewer, of which one must move, and the constants of an item, "Potential", at `pointer`. False if its
// formula is then not to be checked, since it would give further problems for the same reason.
bool check_formula_points(const std::string& type, const std::vector<PointSpec>& points, int most,
                          const FormulaConstants& constants, const std::vector<FormulaVariable>& variables,
                          const std::string& pointer, Checking& checking);

}  // namespace cchnn
