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
void add_range(const StepEnds& step, std::size_t first, std::size_t d, std::vector<StepRange>& way) {
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

bool is_rough(const Degree& degree) { return !(degree.degree < lowest_rough_degree); }

// Whether the stages resolve all but a negligible share of f; f times `joules` is an energy.
bool sees(const StepRange& f, double joules) {
    return joules * f.unseen <= negligible * (f.energy + joules * f.reach());
}

// D is 2 or 3: there are no fields on a line.
template <int D>
bool has_rough_field(const ChargesInFormulas<double>& fields, const std::vector<Degree>& x) {
    Degree highest;
    fields.each_formula<D>(x.data(), [&](std::size_t, const Degree& of, double) { highest += of; });
    return is_rough(highest);
}

// (2)
template <int D>
bool sees_fields(const ChargesInFormulas<double>& fields, const StepEnds& step, const std::vector<StepRange>& way) {
    bool seen = true;
    fields.each_formula<D>(way.data(), [&](std::size_t k, const StepRange& formula, double charge) {
        const double speed = std::max(fields.speed<D>(k, step.v.data()), fields.speed<D>(k, step.v_new.data()));
        seen = seen && sees(formula, std::fabs(charge) * speed * (D == 2 ? speed * step.length : 1));
    });
    return seen;
}

// (3) for the formulas first, ..., end - 1; those of inputs that are given at samples are null.
bool sees_formulas_of_t(const ConstrainedSystem& system, std::size_t first, std::size_t end, double t, double length) {
    const StepRange time = StepRange::cubic(t, length, t + length, length);
    for (std::size_t k = first; k < end; ++k) {
        const auto& formula = system.forces().driven.formulas[k];
        if (!formula) continue;
        const StepRange u = formula_value(*formula, &time);
        if (!(u.unseen <= negligible * (std::fabs(u.middle) + u.reach()))) return false;
    }
    return true;
}

}  // namespace

bool has_narrow_formulas(const ConstrainedSystem& system) {
    const Forces& forces = system.forces();
    if (!forces.tables) return false;
    const std::vector<Degree> x(system.state_size(), Degree::variable());
    Degree highest;
    formula_forces(forces).add_energy(x.data(), system.dimension(), highest);
    const ChargesInFormulas<double>& fields = formula_fields(forces);
    return is_rough(highest) ||
           (system.dimension() == 2 ? has_rough_field<2>(fields, x) : has_rough_field<3>(fields, x));
}

bool has_narrow_inputs(const ConstrainedSystem& system) {
    const Degree t = Degree::variable();
    for (const auto& formula : system.forces().driven.formulas)
        if (formula && is_rough(formula_value(converted<FormulaProgramOf<double>>(*formula), &t))) return true;
    return false;
}

bool sees_formulas(const ConstrainedSystem& system, const StepEnds& step) {
    const std::size_t d = system.dimension();
    std::vector<StepRange> way;
    way.reserve(step.x.size());
    for (std::size_t first = 0; first < step.x.size(); first += d) add_range(step, first, d, way);
    StepRange energy;
    formula_forces(system.forces()).add_energy(way.data(), system.dimension(), energy);
    const ChargesInFormulas<double>& fields = formula_fields(system.forces());
    return sees(energy, 1) && (d == 2 ? sees_fields<2>(fields, step, way) : sees_fields<3>(fields, step, way));
}

bool sees_inputs(const ConstrainedSystem& system, double t, double length) {
    return sees_formulas_of_t(system, 0, system.inputs().size(), t, length);
}

bool sees_moves(const ConstrainedSystem& system, double t, double length) {
    return sees_formulas_of_t(system, system.inputs().size(), system.forces().driven.formulas.size(), t, length);
}

}  // namespace cchnn
