#pragma once
// Points that an equation of the file holds in space alone: what a picture draws a surface for
// (graph/constraint_surfaces.hpp).

#include <memory>
#include <string>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"
#include "elements/terms.hpp"

namespace cchnn {

// The only moving point of an equation on positions, and the equation in its coordinates.
struct HeldPoint {
    std::string name;  // of the term
    const Point* point;
    std::shared_ptr<const Equation> equation;
};

struct FormulaConstraint;
// Null if several points of it move, or the equation itself does.
const Point* only_moving_point(const FormulaConstraint& constraint);

// Refers to the terms. A point with several equations is on a curve or at a place that its trail shows, and is left out.
std::vector<HeldPoint> held_points(const TermLists& terms);

}  // namespace cchnn
