#include "integrate/steppers/formula_sight.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "mechanics/formula_forces.hpp"
#include "mechanics/rows/formula_terms.hpp"
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

// A separation of numbers of any type, (n, d); `with_offset` where they are positions.
template <class Number>
void add_point(const Separation& point, const Number* nodes, std::size_t d, bool with_offset,
               std::vector<Number>& variables) {
    for (std::size_t k = 0; k < d; ++k) {
        Number sum = with_offset ? Number(double(point.offset[k])) : Number(0.0);
        for (const NodeWeight& w : point.weights) {
            const Number& node = nodes[to_size(index(w.node)) * d + k];
            if (w.weight == Exact(1.0)) sum += node;
            else sum += Number(double(w.weight)) * node;
        }
        variables.push_back(sum);
    }
}
// The variables of an equation of the file: coordinates of its points, then velocities, then the time.
template <class Number>
void set_variables(const ConstraintRow& row, const Number* x, const Number* v, const Number& t, std::size_t d,
                   std::vector<Number>& variables) {
    variables.clear();
    for (const bool coordinates : {true, false}) {
        add_point(row.separation, coordinates ? x : v, d, coordinates, variables);
        for (const Separation& point : row.axes) add_point(point, coordinates ? x : v, d, coordinates, variables);
    }
    variables.push_back(t);
}

bool has_rough_equation(const ConstrainedSystem& system, const std::vector<Degree>& x) {
    const std::vector<Degree> still(x.size());
    std::vector<Degree> variables;
    return std::any_of(system.rows().begin(), system.rows().end(), [&](const ConstraintRow& row) {
        if (!row.equation) return false;
        set_variables(row, x.data(), still.data(), Degree::variable(), system.dimension(), variables);
        return is_rough(formula_value(row.equation->rate, variables.data()));
    });
}

// What a look at a step needs; kept from step to step, since every step of every lane is looked at.
struct SightMemory {
    std::vector<StepRange> way, speeds, ranges;
    std::vector<double> at, gradient, values, back;
};

// (4)
bool sees_equation(const ConstraintRow& row, const StepEnds& step, std::size_t d, SightMemory& memory) {
    const StepRange time = StepRange::cubic(step.t, step.length, step.t + step.length, step.length);
    set_variables(row, memory.way.data(), memory.speeds.data(), time, d, memory.ranges);
    const StepRange rate = formula_value(row.equation->rate, memory.ranges.data());
    if (rate.unseen == 0) return true;
    set_variables(row, step.x.data(), step.v.data(), step.t, d, memory.at);
    memory.gradient.assign(memory.at.size(), 0.0);
    memory.values.resize(row.equation->rate.steps.size());
    memory.back.resize(memory.values.size());
    add_equation_row(*row.equation, memory.at.data(), memory.gradient.data(), memory.values.data(), memory.back.data());
    const std::size_t coordinates = memory.at.size() / 2, first = row.equation->value < 0 ? coordinates : 0;
    double slope = 0, speed = 0;
    for (std::size_t j = 0; j < coordinates; ++j) {
        slope += memory.gradient[first + j] * memory.gradient[first + j];
        speed += memory.at[coordinates + j] * memory.at[coordinates + j];
    }
    const bool in_time = moves_in_time(*row.equation, static_cast<int>(coordinates));
    return rate.unseen <=
           negligible * std::max(std::sqrt(slope * speed), in_time ? std::fabs(rate.middle) + rate.reach() : 0.0);
}

}  // namespace

bool has_narrow_formulas(const ConstrainedSystem& system) {
    const Forces& forces = system.forces();
    if (has_rough_equation(system, std::vector<Degree>(system.state_size(), Degree::variable()))) return true;
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
    static const PerThread<SightMemory> memories;
    SightMemory& memory = memories.here();
    std::vector<StepRange>& way = memory.way;
    way.clear();
    for (std::size_t first = 0; first < step.x.size(); first += d) add_range(step, first, d, way);
    memory.speeds.assign(step.v.begin(), step.v.end());
    for (const ConstraintRow& row : system.rows())
        if (row.equation && !sees_equation(row, step, d, memory)) return false;
    if (!system.forces().tables) return true;
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
