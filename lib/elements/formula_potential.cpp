#include "elements/formula_potential.hpp"

#include <algorithm>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

std::vector<std::string> names_of(const std::vector<FormulaVariable>& variables) {
    std::vector<std::string> names;
    for (const FormulaVariable& variable : variables) names.push_back(variable.name);
    return names;
}

// The formula as steps. Throws FormulaError for a text that is none.
Formulas formula_of(const FormulaPotentialSpec& spec, const std::vector<FormulaVariable>& variables) {
    Formulas formulas(names_of(variables), spec.constants);
    formulas.add(spec.energy);
    return formulas;
}

// Whether the formula depends on a variable; only those it uses cost a gather of a separation.
bool uses(const Formulas& formulas, std::size_t variable) {
    return std::any_of(formulas.steps().begin(), formulas.steps().end(), [&](const FormulaStep& step) {
        return step.op == FormulaStep::Op::parameter && step.exponent == static_cast<int>(variable);
    });
}

// Whether a text can be a word of a formula.
bool is_a_name(const std::string& name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// False if a constant cannot be used; the formula is then not checked, since it would give further problems for
// the same reason.
bool check_constants(const FormulaPotentialSpec& spec, const std::vector<FormulaVariable>& variables,
                     const std::string& pointer, Findings& findings) {
    const std::size_t before = findings.problems.size();
    std::vector<std::string> taken = names_of(variables);
    taken.insert(taken.end(), {"pi", "sin", "cos", "exp", "sqrt", "tanh", "log"});
    for (const auto& [name, value] : spec.constants) {
        const std::string at = child(pointer, name);
        findings.check_finite(at, value);
        if (!is_a_name(name)) findings.add(at, "a name is letters, digits and '_', and does not begin with a digit");
        else if (std::find(taken.begin(), taken.end(), name) != taken.end())
            findings.add(at, "'" + name + "' is reserved in this formula: choose another name");
    }
    return findings.problems.size() == before;
}

// A formula that depends on no coordinate and no distance has no force, which is never meant.
void check_formula(const FormulaPotentialSpec& spec, const std::vector<FormulaVariable>& variables,
                   const std::string& pointer, Findings& findings) {
    try {
        const Formulas formulas = formula_of(spec, variables);
        for (std::size_t i = 0; i < variables.size(); ++i)
            if (uses(formulas, i)) return;
        findings.add(pointer, "is constant, so its force is zero: use a coordinate or a distance in it");
    } catch (const FormulaError& error) {
        findings.add(pointer, error.what());
    }
}

bool moves(const PointSpec& point, const BodyTable& bodies) {
    return bodies.contains(point.body) && !is_origin(bodies.at(point.body));
}

}  // namespace

// In this order: x1, y1, ..., then r12, r13, ..., then the short names x, y, z of a single point and r of two.
// schemas/system/potentials.md lists them.
std::vector<FormulaVariable> formula_variables(int points, int dimension) {
    std::vector<FormulaVariable> all;
    for (int i = 0; i < points; ++i)
        for (int k = 0; k < dimension; ++k) all.push_back({axes[k] + std::to_string(i + 1), i, -1, k});
    for (int i = 0; i < points; ++i)
        for (int j = i + 1; j < points; ++j)
            all.push_back({"r" + std::to_string(i + 1) + std::to_string(j + 1), i, j, -1});
    for (int k = 0; points == 1 && k < dimension; ++k) all.push_back({axes[k], 0, -1, k});
    if (points == 2) all.push_back({"r", 0, 1, -1});
    return all;
}

// At least one of the points must move.
void FormulaPotentialKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    const std::string points = child(pointer, "points");
    const auto count = count_of(spec.points);
    if (count < 1 || count > most_formula_points)
        return checking.findings.add(points, "must have 1 to 4 entries, got " + std::to_string(count));
    bool any = false;
    for (std::size_t i = 0; i < spec.points.size(); ++i) {
        any = any || moves(spec.points[i], checking.bodies) || !checking.bodies.contains(spec.points[i].body);
        check_known_end(child(points, i), spec.points[i], checking.bodies, checking.findings);
    }
    if (!any) checking.findings.add(points, "every one is an Origin and never moves: the Potential does nothing");
    const std::vector<FormulaVariable> variables = formula_variables(count, checking.dimension);
    if (check_constants(spec, variables, child(pointer, "constants"), checking.findings))
        check_formula(spec, variables, child(pointer, "energy"), checking.findings);
}

// Only the variables that the formula uses are kept, in their order.
void FormulaPotentialKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    const std::vector<FormulaVariable> variables = formula_variables(count_of(spec.points), bodies.dimension());
    const Formulas formulas = formula_of(spec, variables);
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
