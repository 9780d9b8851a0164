#include "model/finite_energy.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "elements/formula_potential.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "mechanics/inertia_root.hpp"

namespace cchnn {
namespace {

// The sign of a NaN has no meaning and is left out.
std::string value_text(double value) { return std::isnan(value) ? "nan" : short_number(value); }

// The slope of a root at 0 is computed as 1/1e-300 (elements/parts/formula/formula_gradient.hpp).
constexpr double largest = 1e290;

bool all_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::fabs(number) < largest; });
}

// The components of a state after x and p: parameters and, of a driven system, work and time 0, and the first inputs.
std::vector<double> parameters_of(const ConstrainedSystem& system, const InitialState& state) {
    std::vector<double> s = state.s;
    if (!system.driven()) return s;
    s.insert(s.end(), {0.0, 0.0});
    s.insert(s.end(), state.u.begin(), state.u.begin() + std::ssize(system.inputs()));
    s.resize(state.s.size() + system.driven_size());
    return s;
}

template <int D>
std::vector<double> forces_in(const ConstrainedSystem& system, const InitialState& state) {
    std::vector<double> forces(state.x.size());
    const std::vector<double> s = parameters_of(system, state);
    forces_at<D>(system.forces(), state.x.data(), state.v.data(), s.data(), forces.data());
    return forces;
}

std::vector<double> forces_in(const ConstrainedSystem& system, const InitialState& state) {
    if (system.dimension() == 1) return forces_in<1>(system, state);
    return system.dimension() == 2 ? forces_in<2>(system, state) : forces_in<3>(system, state);
}

double coordinate(const Point& point, int axis, int dimension, const std::vector<double>& x) {
    double sum = static_cast<double>(point.offset[axis]);
    for (const NodeWeight& one : point.weights)
        sum += static_cast<double>(one.weight) * x[index(one.node) * dimension + axis];
    return sum;
}

double value_in(const FormulaVariable& variable, const FormulaPotential& of, int dimension,
                const std::vector<double>& x) {
    const Point& point = of.points[variable.point];
    if (variable.other < 0) return coordinate(point, variable.axis, dimension, x);
    double square = 0;
    for (int k = 0; k < dimension; ++k) {
        const double apart =
            coordinate(of.points[variable.other], k, dimension, x) - coordinate(point, k, dimension, x);
        square += apart * apart;
    }
    return std::sqrt(square);
}

std::string not_finite_of(const FormulaPotential& potential, int dimension, const std::vector<double>& x) {
    const std::size_t count = formula_variables(count_of(potential.points), dimension).size();
    std::vector<double> variables(count), gradient(count);
    std::string at;
    for (std::size_t i = 0; i < potential.used.size(); ++i) {
        const double value = value_in(potential.used[i], potential, dimension, x);
        variables[potential.number[i]] = value;
        at += (i > 0 ? ", " : "") + potential.used[i].name + " = " + short_number(value);
    }
    const double energy = formula_value(*potential.formula, variables.data());
    add_formula_gradient(*potential.formula, variables.data(), gradient.data());
    const std::string name = potential.name + ", " + potential.energy + ",";
    if (!std::isfinite(energy)) return "V of " + name + " is " + value_text(energy) + " at " + at;
    return all_finite(gradient) ? "" : "the force of " + name + " has no finite value at " + at;
}

// An input without a finite value at a sample, with its time; "" where all have one.
std::string not_finite_input(const CompiledSystem& compiled, const InitialState& state) {
    const std::vector<Input>& inputs = compiled.system.inputs();
    const auto broken = std::ranges::find_if(state.u, [](double number) { return !std::isfinite(number); });
    if (broken == state.u.end()) return "";
    const std::size_t place = broken - state.u.begin();
    return "input '" + inputs[place % inputs.size()].id + "' is " + value_text(*broken) +
           " at t = " + short_number(static_cast<double>(place / inputs.size()) * compiled.spec.sampling.dt);
}

}  // namespace

std::string problem_of_lagrangian(const ConstrainedSystem& system, const std::vector<double>& q) {
    constexpr double rounding = 1e-13;  // a few hundred roundings of a sum of products
    const std::vector<double> root = inertia_root(system, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
        const double pivot = root[i * q.size() + i];
        std::vector<double> rate(q.size(), 0.0);
        rate[i] = 1;
        if (!(pivot * pivot > 2 * rounding * std::fabs(system.kinetic_energy(q.data(), rate.data()))))
            return "M(q) = d2T/dqd2 is not positive definite where trajectories start, so that rates have no kinetic "
                   "energy or a negative one: check signs and constants of 'kinetic', start elsewhere if it is a pole "
                   "of the coordinates, or leave out a coordinate without inertia";
    }
    for (const ConstraintRow& row : system.rows())
        if (!row.independent) return row.name + " follows from the other constraints: remove it";
    return "";
}

std::string not_finite_in(const CompiledSystem& compiled, const InitialState& state) {
    const ConstrainedSystem& system = compiled.system;
    if (const std::string what = not_finite_input(compiled, state); !what.empty()) return what;
    const double energy = system.potential_energy(state.x.data(), state.s.data());
    const bool forces_are_finite = all_finite(forces_in(system, state));
    if (system.lagrangian() && std::isfinite(energy))
        if (const std::string problem = problem_of_lagrangian(system, state.x); !problem.empty()) return problem;
    if (std::isfinite(energy) && forces_are_finite)
        return at_rest_at_centre(system.dimension(), system.forces(), state.x.data(), state.v.data())
                   ? "the ends of a spring or of a distance in a formula meet at rest, so that the force has no "
                     "direction"
                   : "";
    if (system.lagrangian())
        return std::isfinite(energy) ? "the acceleration has no finite value; look in the formulas for a derivative "
                                       "that is not finite there, such as that of sqrt(ad^2) where ad is 0"
                                     : "V is " + value_text(energy) + "; check 'potential'";
    for (const FormulaPotential& potential : compiled.graph.terms<FormulaPotential>()) {
        if (!potential.formula) continue;
        const std::string what = not_finite_of(potential, system.dimension(), state.x);
        if (!what.empty()) return what;
    }
    return std::isfinite(energy) ? "a force has no finite value; do two bodies start at the same place?"
                                 : "V is " + value_text(energy) + "; do two bodies start at the same place?";
}

}  // namespace cchnn
