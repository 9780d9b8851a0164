#pragma once
// The potentials that the file writes as formulas, for the step limit (integrate/steppers/formula_sight.hpp).

#include "elements/tables/formula_potential_table.hpp"
#include "mechanics/forces.hpp"

namespace cchnn {

const FormulaForces<double>& formula_forces(const Forces& forces);

}  // namespace cchnn
