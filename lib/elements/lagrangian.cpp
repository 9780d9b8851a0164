#include "elements/lagrangian.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/formula/point_formula.hpp"
#include "elements/parts/formula/time_formula.hpp"
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
    return {spec.coordinates, rates_of(spec.coordinates), spec.constants, spec.kinetic,
            spec.potential,   spec.dissipation,           spec.forces,    spec.inputs};
}

std::vector<std::string> variables_of(const LagrangianSpec& spec) {
    std::vector<std::string> names = spec.coordinates;
    for (const std::string& rate : rates_of(spec.coordinates)) names.push_back(rate);
    return names;
}

// The largest degree that a formula of n coordinates, then of the rates, then of inputs, has in the rates.
double degree_in_rates(const Formulas& formulas, std::size_t n) {
    std::vector<Degree> values;
    for (std::size_t i = 0; i < formulas.variables().size(); ++i)
        values.push_back(i < n || i >= 2 * n ? Degree() : Degree::variable());
    return formula_value(FormulaProgram{formulas.steps(), formulas.result(0)}, values.data()).degree;
}

// Reads one formula of coordinates, rates and inputs; nothing where it is none, which is reported.
std::optional<Formulas> checked_formula(const LagrangianSpec& spec, const std::string& text, const std::string& at,
                                        Findings& findings) {
    std::vector<std::string> variables = variables_of(spec);
    variables.insert(variables.end(), spec.inputs.begin(), spec.inputs.end());
    Formulas formulas(variables, spec.constants);
    try {
        formulas.add(text);
        return formulas;
    } catch (const FormulaError& error) {
        findings.add(at, error.what());
        return std::nullopt;
    }
}

void check_names(const LagrangianSpec& spec, const std::string& pointer, Checking& checking) {
    for (std::size_t i = 0; i < spec.coordinates.size(); ++i)
        checking.bodies.check_known(child(child(pointer, "coordinates"), i), spec.coordinates[i], checking.findings);
    check_coordinate_names(spec.coordinates, child(pointer, "coordinates"), checking.findings);
    for (std::size_t i = 0; i < spec.angles.size(); ++i)
        if (std::find(spec.coordinates.begin(), spec.coordinates.end(), spec.angles[i]) == spec.coordinates.end())
            checking.findings.add(child(child(pointer, "angles"), i),
                                  "'" + spec.angles[i] + "' is none of the coordinates" +
                                      checking.findings.nearest_to(spec.angles[i], spec.coordinates));
}

// A system that depends on an angle is the same after a full turn, of the formulas as written.
void check_angles(const LagrangianSpec& spec, const std::string& pointer, const std::string& key,
                  const Formulas& formulas, Findings& findings) {
    constexpr double turn = 6.283185307179586, rounding = 1e-9;
    const FormulaProgram program{formulas.steps(), formulas.result(0)};
    for (std::size_t i = 0; i < spec.angles.size(); ++i) {
        std::vector<double> place;
        for (std::size_t k = 0; k < formulas.variables().size(); ++k)
            place.push_back(0.6180339887 + 0.1548776662 * static_cast<double>(k));
        const double here = formula_value(program, place.data());
        const auto angle = std::find(spec.coordinates.begin(), spec.coordinates.end(), spec.angles[i]);
        place[static_cast<std::size_t>(angle - spec.coordinates.begin())] += turn;
        const double after = formula_value(program, place.data());
        if (std::fabs(after - here) > rounding * (std::fabs(here) + std::fabs(after)))
            findings.add(child(child(pointer, "angles"), i),
                         "'" + spec.angles[i] + "' is not an angle of '" + key +
                             "', which changes when it grows by 2 pi: leave 'angle' out, or write a periodic formula");
    }
}

// The time is the one input with a derivative; others may jump.
void check_inputs_of_energy(const LagrangianSpec& spec, const Formulas& formula, const std::string& at,
                            Findings& findings) {
    for (std::size_t k = 0; k < spec.inputs.size(); ++k)
        if (spec.inputs[k] != time_name && uses(formula, 2 * spec.coordinates.size() + k))
            findings.add(at, "names the input '" + spec.inputs[k] +
                                 "': what an input drives belongs to 'forces'; the time t may stand here");
}

void check_kinetic(const LagrangianSpec& spec, const Formulas& kinetic, const std::string& at, Findings& findings) {
    if (degree_in_rates(kinetic, spec.coordinates.size()) > 2)
        return findings.add(at, "is not quadratic in the rates: each term has two of them as factors at most");
    const int n = count_of(spec.coordinates);
    const LagrangianProgram program = lagrangian_program(
        {spec.coordinates, rates_of(spec.coordinates), spec.constants, spec.kinetic, "", "", {}, spec.inputs});
    for (int i = 0; i < n; ++i)
        if (program.mass[to_size(i * n + i)] == no_step)
            findings.add(at, "has no term with " + spec.coordinates[to_size(i)] + "d^2, so that '" +
                                 spec.coordinates[to_size(i)] + "' has no inertia");
}
void check_potential(const LagrangianSpec& spec, const Formulas& potential, const std::string& at, Findings& findings) {
    const std::size_t n = spec.coordinates.size();
    for (std::size_t i = 0; i < n; ++i)
        if (uses(potential, n + i))
            findings.add(at,
                         "depends on the rate '" + spec.coordinates[i] + "d': terms with rates belong to 'kinetic'");
}
void check_dissipation(const LagrangianSpec& spec, const Formulas& dissipation, const std::string& at,
                       Findings& findings) {
    if (degree_in_rates(dissipation, spec.coordinates.size()) == 0)
        findings.add(at,
                     "depends on no rate, so that it takes no energy: use a rate such as " + spec.coordinates[0] + "d");
}

// What the work of a force is accounted for by, its inputs, is in each of them.
void check_forces(const LagrangianSpec& spec, const std::string& pointer, Checking& checking) {
    const std::size_t n = spec.coordinates.size();
    const std::string all = child(pointer, "forces");
    if (!spec.forces.empty() && spec.forces.size() != n)
        return checking.findings.add(all, "must be a formula for each of the " + std::to_string(n) + " coordinates");
    for (std::size_t i = 0; i < spec.inputs.size(); ++i) {
        const std::string at = child(child(pointer, "inputs"), i);
        checking.check_input(pointer, spec.inputs[i]);
        const std::vector<std::string> variables = variables_of(spec);
        if (!is_formula_name(spec.inputs[i]) || spec.constants.contains(spec.inputs[i]) ||
            std::find(variables.begin(), variables.end(), spec.inputs[i]) != variables.end())
            return checking.findings.add(
                at, "'" + spec.inputs[i] + "' cannot be the name of an input in a formula: it has another meaning");
    }
    for (std::size_t i = 0; i < spec.forces.size(); ++i) {
        if (spec.forces[i] == "0") continue;
        const auto force = checked_formula(spec, spec.forces[i], child(all, i), checking.findings);
        bool is_driven = false;
        for (std::size_t k = 0; force && k < spec.inputs.size(); ++k) is_driven = is_driven || uses(*force, 2 * n + k);
        if (force && !is_driven)
            checking.findings.add(child(all, i),
                                  "names no input: friction belongs to 'dissipation', and what has a potential energy "
                                  "to 'potential'");
        else if (force) check_angles(spec, pointer, "forces", *force, checking.findings);
    }
}

// Whether t is the time, and no constant or coordinate.
bool knows_time(const std::vector<std::string>& coordinates, const std::map<std::string, double>& constants) {
    return !constants.contains(time_name) &&
           std::find(coordinates.begin(), coordinates.end(), time_name) == coordinates.end();
}

void check_positions(LagrangianSpec spec, const std::string& pointer, Findings& findings) {
    const std::string all = child(pointer, "positions");
    if (knows_time(spec.coordinates, spec.constants) &&
        std::find(spec.inputs.begin(), spec.inputs.end(), time_name) == spec.inputs.end())
        spec.inputs.push_back(time_name);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < spec.positions.size(); ++i) {
        const LagrangianSpec::Place& place = spec.positions[i];
        names.push_back(place.name);
        if (place.at.size() != spec.positions[0].at.size() || place.at.size() < 2 || place.at.size() > 3)
            findings.add(child(child(all, i), "at"),
                         "must have 2 entries, or 3 in space, the same number for each point");
        for (std::size_t k = 0; k < place.at.size(); ++k) {
            const std::string at = child(child(child(all, i), "at"), k);
            const auto formula = checked_formula(spec, place.at[k], at, findings);
            for (std::size_t u = 0; formula && u < spec.inputs.size(); ++u)
                if (spec.inputs[u] != time_name && uses(*formula, 2 * spec.coordinates.size() + u))
                    findings.add(at,
                                 "depends on '" + spec.inputs[u] + "': a place depends on coordinates and the time");
            for (std::size_t q = 0; formula && q < spec.coordinates.size(); ++q)
                if (uses(*formula, spec.coordinates.size() + q))
                    findings.add(at, "depends on the rate '" + spec.coordinates[q] +
                                         "d': a place depends on coordinates and the time");
        }
    }
    for (std::size_t i = 0; i < spec.rods.size(); ++i)
        for (const std::string& end : spec.rods[i])
            if (spec.rods[i].size() != 2 || std::find(names.begin(), names.end(), end) == names.end())
                findings.add(child(child(pointer, "rods"), i),
                             "must be two names of positions; '" + end + "' is none" + findings.nearest_to(end, names));
}

}  // namespace

bool inertia_moves(const LagrangianSpec& spec) {
    try {
        return lagrangian_program(texts_of(spec)).inertia_moves;
    } catch (const FormulaError&) {
        return false;  // check() reports it
    }
}

void LagrangianKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    const std::size_t before = findings.problems.size();
    const std::size_t n = spec.coordinates.size();
    if (n < 1 || n > most_named_points)
        return findings.add(child(pointer, "coordinates"), "must have 1 to " + std::to_string(most_named_points) +
                                                               " entries, got " + std::to_string(n));
    check_names(spec, pointer, checking);
    check_formula_constants(spec.constants, variables_of(spec), child(pointer, "constants"), findings);
    if (findings.problems.size() > before) return;
    struct Part {
        const char* key;
        const std::string& text;
        void (*check)(const LagrangianSpec&, const Formulas&, const std::string& at, Findings&);
    };
    for (const Part& part :
         {Part{"kinetic", spec.kinetic, check_kinetic}, Part{"potential", spec.potential, check_potential},
          Part{"dissipation", spec.dissipation, check_dissipation}}) {
        if (part.text.empty() && part.key != std::string("kinetic")) continue;
        const std::string at = child(pointer, part.key);
        const std::size_t sound = findings.problems.size();
        const auto formula = checked_formula(spec, part.text, at, findings);
        if (formula) check_inputs_of_energy(spec, *formula, at, findings);
        if (formula) part.check(spec, *formula, at, findings);
        if (findings.problems.size() == sound) check_angles(spec, pointer, part.key, *formula, findings);
    }
    check_forces(spec, pointer, checking);
    check_positions(spec, pointer, findings);
}

void LagrangianKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    Lagrangian made{numbered_name(terms, std::string(type)),
                    {},
                    spec.coordinates,
                    {},
                    spec.kinetic,
                    spec.potential,
                    spec.dissipation,
                    spec.forces,
                    spec.inputs,
                    spec.positions,
                    spec.rods,
                    spec.constants,
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
    if (term.program->loss != no_step || !term.inputs.empty()) symmetry.energy = false;
}

// Without positions the coordinates are drawn as points on a line.
void LagrangianKind::draw(const Term& term, Sketch& sketch) {
    if (term.positions.empty()) return;
    const int dimension = count_of(term.positions[0].at);
    std::vector<FormulaProgram> places;
    std::vector<std::string> variables = term.names;
    variables.push_back(knows_time(term.names, term.constants) ? time_name : "");
    const auto point_of = [&](const std::string& name) {
        int i = 0;
        while (term.positions[to_size(i)].name != name) ++i;
        return node_point(i, dimension);
    };
    for (const LagrangianSpec::Place& place : term.positions) {
        bool moves = false;
        for (const std::string& text : place.at) {
            Formulas formulas(variables, term.constants);
            formulas.add(text);
            for (std::size_t q = 0; q < variables.size(); ++q) moves = moves || uses(formulas, q);
            places.push_back({formulas.steps(), formulas.result(0)});
        }
        sketch.spot(moves ? Drawing::Spot::Kind::mass : Drawing::Spot::Kind::fixed, point_of(place.name), place.name,
                    1);
    }
    for (const std::vector<std::string>& rod : term.rods)
        sketch.line(Drawing::Line::Kind::rod, point_of(rod[0]), point_of(rod[1]));
    sketch.places(dimension, std::move(places));
}

std::string LagrangianKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                    const Units&) {
    std::string text;
    for (const Lagrangian& one : terms) {
        text += "  Lagrangian, L = T - V\n    T = " + one.kinetic +
                "\n    V = " + (one.potential.empty() ? "0" : one.potential) + "\n";
        if (!one.dissipation.empty()) text += "    R = " + one.dissipation + "\n";
        for (std::size_t k = 0; k < one.forces.size(); ++k)
            if (one.forces[k] != "0") text += "    Q of " + one.names[k] + " = " + one.forces[k] + "\n";
        text += "    coordinates";
        for (std::size_t k = 0; k < one.names.size(); ++k)
            text += (k > 0 ? ", " : " ") + one.names[k] + (one.is_angle[k] ? " (angle)" : "");
        for (const auto& [name, value] : one.constants) text += "; " + name + " = " + short_number(value);
        text += "\n";
    }
    return text;
}

}  // namespace cchnn
