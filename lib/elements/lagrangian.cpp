#include "elements/lagrangian.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/formula/point_formula.hpp"
#include "elements/parts/reading/wording.hpp"
#include "numbers/degree.hpp"

namespace cchnn {
namespace {

std::vector<std::string> rates_of(const std::vector<std::string>& coordinates) {
    std::vector<std::string> rates;
    for (const std::string& name : coordinates) rates.push_back(name + "d");
    return rates;
}

LagrangianTexts texts_of(const LagrangianSpec& spec) {
    return {spec.coordinates, rates_of(spec.coordinates), spec.constants, spec.kinetic, spec.potential,
            spec.dissipation};
}

std::vector<std::string> variables_of(const LagrangianSpec& spec) {
    std::vector<std::string> names = spec.coordinates;
    for (const std::string& rate : rates_of(spec.coordinates)) names.push_back(rate);
    return names;
}

// The largest degree that a formula of the coordinates, then of the rates, has in the rates.
double degree_in_rates(const Formulas& formulas) {
    const std::size_t n = formulas.variables().size() / 2;
    std::vector<Degree> values;
    for (std::size_t i = 0; i < 2 * n; ++i) values.push_back(i < n ? Degree() : Degree::variable());
    return formula_value(FormulaProgram{formulas.steps(), formulas.result(0)}, values.data()).degree;
}

// Reads one formula; nothing where it is none, which is reported.
std::optional<Formulas> checked_formula(const LagrangianSpec& spec, const std::string& text, const std::string& at,
                                        Findings& findings) {
    Formulas formulas(variables_of(spec), spec.constants);
    try {
        formulas.add(text);
        return formulas;
    } catch (const FormulaError& error) {
        findings.add(at, error.what());
        return std::nullopt;
    }
}

void check_names(const LagrangianSpec& spec, const std::string& pointer, Checking& checking) {
    const std::vector<std::string> rates = rates_of(spec.coordinates);
    for (std::size_t i = 0; i < spec.coordinates.size(); ++i) {
        const std::string& name = spec.coordinates[i];
        const std::string at = child(child(pointer, "coordinates"), i);
        if (!checking.bodies.check_known(at, name, checking.findings)) continue;
        if (!is_formula_name(name))
            checking.findings.add(at, "'" + name + "' cannot be a name in a formula: write letters, digits and '_'");
        else if (std::find(rates.begin(), rates.end(), name) != rates.end())
            checking.findings.add(at, "'" + name + "' is also the rate of '" + name.substr(0, name.size() - 1) +
                                          "': choose another name");
    }
    for (std::size_t i = 0; i < spec.angles.size(); ++i)
        if (std::find(spec.coordinates.begin(), spec.coordinates.end(), spec.angles[i]) == spec.coordinates.end())
            checking.findings.add(child(child(pointer, "angles"), i),
                                  "'" + spec.angles[i] + "' is none of the coordinates" +
                                      checking.findings.nearest_to(spec.angles[i], spec.coordinates));
}

// A system that depends on an angle is the same after a full turn, of the formulas as written.
void check_angles(const LagrangianSpec& spec, const std::string& pointer, Findings& findings) {
    constexpr double turn = 6.283185307179586, rounding = 1e-9;
    const std::size_t n = spec.coordinates.size();
    for (const char* key : {"kinetic", "potential", "dissipation"}) {
        const std::string& text = key[0] == 'k' ? spec.kinetic : key[0] == 'p' ? spec.potential : spec.dissipation;
        const auto formulas = text.empty() ? std::nullopt : checked_formula(spec, text, child(pointer, key), findings);
        if (!formulas) continue;
        const FormulaProgram program{formulas->steps(), formulas->result(0)};
        for (std::size_t i = 0; i < spec.angles.size(); ++i) {
            std::vector<double> place;
            for (std::size_t k = 0; k < 2 * n; ++k)
                place.push_back(0.6180339887 + 0.1548776662 * static_cast<double>(k));
            const double here = formula_value(program, place.data());
            const auto angle = std::find(spec.coordinates.begin(), spec.coordinates.end(), spec.angles[i]);
            place[static_cast<std::size_t>(angle - spec.coordinates.begin())] += turn;
            const double after = formula_value(program, place.data());
            if (std::fabs(after - here) > rounding * (std::fabs(here) + std::fabs(after)))
                findings.add(
                    child(child(pointer, "angles"), i),
                    "'" + spec.angles[i] + "' is not an angle of '" + key +
                        "', which changes when it grows by 2 pi: leave 'angle' out, or write a periodic formula");
        }
    }
}

void check_kinetic(const LagrangianSpec& spec, const std::string& pointer, Findings& findings) {
    const std::string at = child(pointer, "kinetic");
    const auto kinetic = checked_formula(spec, spec.kinetic, at, findings);
    if (!kinetic) return;
    if (degree_in_rates(*kinetic) > 2)
        return findings.add(at, "is not quadratic in the rates: each term has two of them as factors at most");
    const int n = count_of(spec.coordinates);
    const LagrangianProgram program =
        lagrangian_program(texts_of({spec.coordinates, {}, spec.constants, spec.kinetic, "", ""}));
    for (int i = 0; i < n; ++i)
        if (program.mass[to_size(i * n + i)] == no_step)
            findings.add(at, "has no term with " + spec.coordinates[to_size(i)] + "d^2, so that '" +
                                 spec.coordinates[to_size(i)] + "' has no inertia");
}

}  // namespace

void LagrangianKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    const std::size_t before = findings.problems.size();
    const std::size_t n = spec.coordinates.size();
    if (n < 1 || n > most_coordinates)
        return findings.add(child(pointer, "coordinates"), "must have 1 to " + std::to_string(most_coordinates) +
                                                               " entries, got " + std::to_string(n));
    check_names(spec, pointer, checking);
    check_formula_constants(spec.constants, variables_of(spec), child(pointer, "constants"), findings);
    if (findings.problems.size() > before) return;
    check_kinetic(spec, pointer, findings);
    if (!spec.potential.empty()) {
        const std::string at = child(pointer, "potential");
        const auto potential = checked_formula(spec, spec.potential, at, findings);
        for (std::size_t i = 0; potential && i < n; ++i)
            if (uses(*potential, n + i))
                findings.add(
                    at, "depends on the rate '" + spec.coordinates[i] + "d': terms with rates belong to 'kinetic'");
    }
    if (!spec.dissipation.empty()) {
        const std::string at = child(pointer, "dissipation");
        const auto dissipation = checked_formula(spec, spec.dissipation, at, findings);
        if (dissipation && degree_in_rates(*dissipation) == 0)
            findings.add(
                at, "depends on no rate, so that it takes no energy: use a rate such as " + spec.coordinates[0] + "d");
    }
    if (findings.problems.size() == before) check_angles(spec, pointer, findings);
}

void LagrangianKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    Lagrangian made{numbered_name(terms, std::string(type)),
                    {},
                    spec.coordinates,
                    {},
                    spec.kinetic,
                    spec.potential,
                    spec.dissipation,
                    std::make_shared<const LagrangianProgram>(lagrangian_program(texts_of(spec)))};
    for (const std::string& name : spec.coordinates) {
        made.coordinates.push_back(bodies.point({name, {}}));
        made.is_angle.push_back(std::find(spec.angles.begin(), spec.angles.end(), name) != spec.angles.end());
    }
    terms.push_back(std::move(made));
}

void LagrangianKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const std::string& name : spec.coordinates) {
        edges.push_back(edge_of(PointSpec{name, {}}, bodies));
        for (const auto& [constant, value] : spec.constants)
            edges.back().numbers.push_back({constant, value, "", child("/constants", constant)});
    }
}

Coupling LagrangianKind::coupling(const Term& term) {
    Coupling coupling{.relation = Coupling::Relation::force, .a = &term.coordinates[0]};
    if (term.coordinates.size() > 1) coupling.b = &term.coordinates[1];
    for (std::size_t i = 2; i < term.coordinates.size(); ++i) coupling.more.push_back(&term.coordinates[i]);
    return coupling;
}

void LagrangianKind::breaks(const Term& term, Symmetry& symmetry) {
    symmetry.space = false;
    if (term.program->loss != no_step) symmetry.energy = false;
}

std::string LagrangianKind::explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                                    const Bodies&, const Units&) {
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const Lagrangian& one = terms[i];
        text += "  Lagrangian, L = T - V\n    T = " + one.kinetic +
                "\n    V = " + (one.potential.empty() ? "0" : one.potential) + "\n";
        if (!one.dissipation.empty()) text += "    R = " + one.dissipation + "\n";
        text += "    coordinates";
        for (std::size_t k = 0; k < one.names.size(); ++k)
            text += (k > 0 ? ", " : " ") + one.names[k] + (one.is_angle[k] ? " (angle)" : "");
        for (const auto& [name, value] : specs[i]->constants) text += "; " + name + " = " + short_number(value);
        text += "\n";
    }
    return text;
}

}  // namespace cchnn
