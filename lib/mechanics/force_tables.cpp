#include "mechanics/force_tables.hpp"

#include <algorithm>

#include "mechanics/formula_forces.hpp"

namespace cchnn {
namespace {

// Notes a centre whose separation is zero before and after.
struct RestAtCentre {
    bool found = false;
    template <int D, class Real>
    void see(const Real* r, const Real* r_new, const Real& counts) {
        const auto is_zero = [](Real c) { return c == 0; };
        found = found || (counts != 0 && std::all_of(r, r + D, is_zero) && std::all_of(r_new, r_new + D, is_zero));
    }
};

}  // namespace

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

bool at_rest_at_centre(int dimension, const Forces& forces, const double* x, const double* v) {
    const std::size_t size = forces.constant.size();
    std::vector<double> moved(x, x + size);
    for (std::size_t i = 0; i < size; ++i) moved[i] += v[i];  // one unit of time later, without forces
    RestAtCentre seen;
    show_potential_centres(dimension, forces, x, moved.data(), seen);
    return seen.found;
}

}  // namespace cchnn
