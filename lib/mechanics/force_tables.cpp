#include "mechanics/force_tables.hpp"

#include "mechanics/formula_forces.hpp"

namespace cchnn {

template struct ForcesOf<Exact>;
template struct ForcesOf<double>;
template struct ForceFunctions<double, double>;

const FormulaForces<double>& formula_forces(const Forces& forces) {
    return std::get<FormulaForces<double>>(forces.tables->varying);
}

const ChargesInFormulas<double>& formula_fields(const Forces& forces) {
    return std::get<MagneticForces<double>>(forces.tables->gyroscopic).in_formulas();
}

bool any_centre(int dimension, const Forces& forces, const double* x) {
    AnyCentre seen;
    show_all_centres(dimension, forces, x, x, seen);
    return seen.found;
}

}  // namespace cchnn
