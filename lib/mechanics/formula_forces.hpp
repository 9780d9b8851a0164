#pragma once
// The potentials and magnetic fields that the file writes as formulas, for the step limit
// (integrate/steppers/formula_sight.hpp). Kernels compute their forces from the same tables.

#include "elements/tables/formula_potential_table.hpp"
#include "elements/tables/magnetic_field_table.hpp"
#include "mechanics/forces.hpp"

namespace cchnn {

const FormulaForces<double>& formula_forces(const Forces& forces);
const ChargesInFormulas<double>& formula_fields(const Forces& forces);

}  // namespace cchnn
