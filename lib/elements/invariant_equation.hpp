#pragma once
// The equation of an invariant that a submission has found: a formula of the variables of points, for code that compiles for no
// lanes.

#include <memory>
#include <string>
#include <vector>

#include "elements/formula_constraint.hpp"

namespace cchnn {

// The equation, or what is wrong with its text.
struct InvariantEquation {
    std::shared_ptr<const Equation> equation;
    std::string problem;
};

// `text` is a formula of the coordinates and velocities of the points of `spec`, with its constants.
InvariantEquation invariant_equation(const std::string& text, const EquationSpec& spec,
                                     const std::vector<Point>& points, int dimension);

}  // namespace cchnn
