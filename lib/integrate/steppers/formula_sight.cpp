#include "integrate/steppers/formula_sight.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/formula_forces.hpp"
#include "numbers/degree.hpp"
#include "numbers/step_range.hpp"

namespace cchnn {
namespace {

constexpr double lowest_rough_degree = 16;  // of polynomials; as for curves (elements/parts/curve/curve_cells.hpp)
constexpr double negligible = 1e-16;        // relative share of energy that stages may miss
constexpr double aside = 0x1p-7;            // of the length of the path, (1)

// Appends (1) for one node, whose d coordinates begin at `first`. `way` holds the path of each coordinate as a range.
void add_way(const StepEnds& step, std::size_t first, std::size_t d, std::vector<StepRange>& way) {
    double length = 0;
    for (std::size_t i = first; i < first + d; ++i) {
        way.push_back(StepRange::cubic(step.x[i], step.length * step.v[i], step.x_new[i], step.length * step.v_new[i]));
        length = std::max(length, way.back().reach());
    }
    const double kinetic = step.kinetic[first / d];
    for (std::size_t i = first; i < first + d; ++i) {
        way[i].add_rest(aside * length, 0);
        if (kinetic > 0) way[i].energy = kinetic;
    }
}

}  // namespace

bool has_narrow_formulas(const ConstrainedSystem& system) {
    const FormulaForces<double>& formulas = formula_forces(system.forces());
    if (formulas.empty()) return false;
    const std::vector<Degree> x(to_size(system.state_size()), Degree::variable());
    Degree highest;
    formulas.add_energy(x.data(), system.dimension(), highest);
    return !(highest.degree < lowest_rough_degree);
}

bool sees_formulas(const ConstrainedSystem& system, const StepEnds& step) {
    const std::size_t d = to_size(system.dimension());
    std::vector<StepRange> way;
    way.reserve(step.x.size());
    for (std::size_t first = 0; first < step.x.size(); first += d) add_way(step, first, d, way);
    StepRange energy;
    formula_forces(system.forces()).add_energy(way.data(), system.dimension(), energy);
    return energy.unseen <= negligible * (energy.energy + energy.reach());
}

}  // namespace cchnn
