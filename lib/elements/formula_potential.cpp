#include "elements/formula_potential.hpp"

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// A formula that depends on no coordinate and no distance has no force, which is never meant.
void check_formula(const FormulaPotentialSpec& spec, const std::vector<FormulaVariable>& variables,
                   const std::string& pointer, Findings& findings) {
    try {
        const Formulas formulas = formula_of(spec.energy, spec.constants, variables);
        for (std::size_t i = 0; i < variables.size(); ++i)
            if (uses(formulas, i)) return;
        findings.add(pointer, "is constant, so its force is zero: use a coordinate or a distance in it");
    } catch (const FormulaError& error) {
        findings.add(pointer, error.what());
    }
}

}  // namespace

void FormulaPotentialKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    const std::vector<FormulaVariable> variables = formula_variables(count_of(spec.points), checking.dimension);
    if (check_formula_points(type, spec.points, most_formula_points, spec.constants, variables, pointer, checking))
        check_formula(spec, variables, child(pointer, "energy"), checking.findings);
}

bool FormulaPotentialKind::moves_with_origins(const Spec& spec, int dimension) {
    return is_shift_invariant(spec.energy, spec.constants, formula_variables(count_of(spec.points), dimension),
                              dimension);
}

// Only the variables that the formula uses are kept, in their order.
void FormulaPotentialKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    const std::vector<FormulaVariable> variables = formula_variables(count_of(spec.points), bodies.dimension());
    const Formulas formulas = formula_of(spec.energy, spec.constants, variables);
    Term made{"Potential", {}, spec.energy, nullptr, {}, {}};
    made.formula = std::make_shared<const FormulaProgram>(FormulaProgram{formulas.steps(), formulas.result(0)});
    for (const PointSpec& point : spec.points) {
        made.name += (made.points.empty() ? " " : "-") + point.body;
        made.points.push_back(bodies.point(point));
    }
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (uses(formulas, i)) {
            made.used.push_back(variables[i]);
            made.number.push_back(static_cast<int>(i));
        }
    const std::vector<Point> points = made.points;
    terms.push_back(std::move(made));
    for (std::size_t i = 2; i < points.size(); ++i)
        terms.push_back({terms.back().name, {points[i - 1], points[i]}, spec.energy, nullptr, {}, {}});
}

// One edge for each point, with the constants.
void FormulaPotentialKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const PointSpec& point : spec.points) {
        edges.push_back(edge_of(point, bodies));
        for (const auto& [name, value] : spec.constants)
            edges.back().numbers.push_back({name, value, "", child("/constants", name)});
    }
}

// A term holds two points together at most, so resolve() adds further terms without a formula for the other
// points.
Coupling FormulaPotentialKind::coupling(const Term& term) {
    if (term.points.size() < 2) return {};
    return {.relation = Coupling::Relation::force, .a = &term.points[0], .b = &term.points[1]};
}

// A coordinate distinguishes one direction of space, a distance only the points at its ends.
void FormulaPotentialKind::breaks(const Term& term, Symmetry& symmetry) {
    for (const FormulaVariable& used : term.used) {
        const Point& point = term.points[used.point];
        if (used.other >= 0) {
            symmetry.hold(point);
            symmetry.hold(term.points[used.other]);
        } else if (!point.weights.empty()) {
            symmetry.coordinates[used.axis] = true;
        }
    }
}

void FormulaPotentialKind::draw(const Term& term, Sketch& sketch) {
    for (const Point& point : term.points) sketch.attach(point);
}

std::string FormulaPotentialKind::explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                                          const Bodies& bodies, const Units&) {
    std::string text;
    std::size_t item = 0;
    for (const FormulaPotential& term : terms) {
        if (!term.formula) continue;
        text += "  Potential, V = " + term.energy + "\n    of";
        for (std::size_t i = 0; i < term.points.size(); ++i)
            text += (i > 0 ? ", " : " ") + std::to_string(i + 1) + ": " + point_text(bodies, term.points[i]);
        for (const auto& [name, value] : specs[item++]->constants) text += "; " + name + " = " + short_number(value);
        text += "\n";
    }
    return text;
}

}  // namespace cchnn
