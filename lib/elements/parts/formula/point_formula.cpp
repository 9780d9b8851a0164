#include "elements/parts/formula/point_formula.hpp"

#include <algorithm>
#include <cmath>

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

const std::vector<std::string>& formula_words() {
    static const std::vector<std::string> words{"pi", "sin", "cos", "exp", "sqrt", "tanh", "log"};
    return words;
}

bool moves(const PointSpec& point, const BodyTable& bodies) {
    return bodies.contains(point.body) && !is_origin(bodies.at(point.body));
}

}  // namespace

// In this order: x1, y1, ..., then r12, r13, ..., then the short names x, y, z of a single point and r of two, then
// velocities in the order of coordinates. schemas/system/potentials.md lists them.
std::vector<FormulaVariable> formula_variables(int points, int dimension, bool velocities) {
    std::vector<FormulaVariable> all;
    const auto add_coordinates = [&](const std::string& prefix, bool velocity) {
        for (int i = 0; i < points; ++i)
            for (int k = 0; k < dimension; ++k)
                all.push_back({prefix + axes[k] + std::to_string(i + 1), i, -1, k, velocity});
    };
    const auto add_short = [&](const std::string& prefix, bool velocity) {
        for (int k = 0; points == 1 && k < dimension; ++k) all.push_back({prefix + axes[k], 0, -1, k, velocity});
    };
    add_coordinates("", false);
    for (int i = 0; i < points; ++i)
        for (int j = i + 1; j < points; ++j)
            all.push_back({"r" + std::to_string(i + 1) + std::to_string(j + 1), i, j, -1});
    add_short("", false);
    if (points == 2) all.push_back({"r", 0, 1, -1});
    if (velocities) {
        add_coordinates("v", true);
        add_short("v", true);
    }
    return all;
}

std::vector<FormulaVariable> formula_variables(const std::vector<std::string>& points, bool velocities) {
    std::vector<FormulaVariable> all;
    for (int i = 0; i < count_of(points); ++i) all.push_back({points[to_size(i)], i, -1, 0});
    for (int i = 0; velocities && i < count_of(points); ++i) all.push_back({points[to_size(i)] + "d", i, -1, 0, true});
    return all;
}

Formulas formula_of(const std::string& text, const FormulaConstants& constants,
                    const std::vector<FormulaVariable>& variables) {
    Formulas formulas(names_of(variables), constants);
    formulas.add(text);
    return formulas;
}

bool is_formula_name(const std::string& name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const std::vector<std::string>& words = formula_words();
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); }) &&
           std::find(words.begin(), words.end(), name) == words.end();
}

bool check_formula_constants(const FormulaConstants& constants, std::vector<std::string> taken,
                             const std::string& pointer, Findings& findings) {
    const std::size_t before = findings.problems.size();
    taken.insert(taken.end(), formula_words().begin(), formula_words().end());
    for (const auto& [name, value] : constants) {
        const std::string at = child(pointer, name);
        findings.check_finite(at, value);
        if (std::find(taken.begin(), taken.end(), name) != taken.end())
            findings.add(at, "'" + name + "' is reserved in this formula: choose another name");
        else if (!is_formula_name(name))
            findings.add(at, "a name is letters, digits and '_', and does not begin with a digit");
    }
    return findings.problems.size() == before;
}

bool uses(const Formulas& formulas, std::size_t variable) {
    return std::any_of(formulas.steps().begin(), formulas.steps().end(), [&](const FormulaStep& step) {
        return step.op == FormulaStep::Op::parameter && step.exponent == static_cast<int>(variable);
    });
}

bool is_shift_invariant(const std::string& text, const FormulaConstants& constants,
                        const std::vector<FormulaVariable>& variables, int dimension) {
    constexpr double rounding = 1e-9;
    FormulaProgram program;
    try {
        const Formulas formulas = formula_of(text, constants, variables);
        program = {formulas.steps(), formulas.result(0)};
    } catch (const FormulaError&) {
        return false;
    }
    for (const double scale : {1.0, 0.1, 10.0}) {
        // Points at places that no formula singles out, and the same ones shifted.
        std::vector<double> here, there;
        const auto coordinate = [&](int point, int axis, double shift) {
            const double along = static_cast<double>(axis + 1) * shift,
                         at = std::fmod(0.618 + 0.755 * (3 * point + axis), 1);
            return scale * (at + along);
        };
        for (const FormulaVariable& variable : variables)
            for (std::vector<double>* values : {&here, &there}) {
                const double shift = values == &here ? 0 : variable.velocity ? 0.31 : 0.23;
                if (variable.other < 0) {
                    values->push_back(coordinate(variable.point + (variable.velocity ? 7 : 0), variable.axis, shift));
                    continue;
                }
                double square = 0;
                for (int k = 0; k < dimension; ++k)
                    square += std::pow(coordinate(variable.point, k, shift) - coordinate(variable.other, k, shift), 2);
                values->push_back(std::sqrt(square));
            }
        const double a = formula_value(program, here.data()), b = formula_value(program, there.data());
        if (std::isfinite(a) && std::isfinite(b)) return std::fabs(a - b) <= rounding * (std::fabs(a) + std::fabs(b));
    }
    return false;
}

bool check_coordinate_names(const std::vector<std::string>& names, const std::string& pointer, Findings& findings) {
    const std::size_t before = findings.problems.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string &name = names[i], at = child(pointer, i);
        const std::string rate_of = name.ends_with('d') ? name.substr(0, name.size() - 1) : "";
        if (!is_formula_name(name))
            findings.add(at, "'" + name +
                                 "' cannot be a name in a formula: write letters, digits and '_', and neither pi "
                                 "nor the name of a function");
        else if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), name) !=
                 names.begin() + static_cast<std::ptrdiff_t>(i))
            findings.add(at, "'" + name + "' stands here twice: name each coordinate once");
        else if (std::find(names.begin(), names.end(), rate_of) != names.end())
            findings.add(at, "'" + name + "' is also the rate of '" + rate_of + "': choose another name");
    }
    return findings.problems.size() == before;
}

bool check_formula_points(const std::string& type, const std::vector<PointSpec>& points, int most,
                          const FormulaConstants& constants, const std::vector<FormulaVariable>& variables,
                          const std::string& pointer, Checking& checking) {
    const std::string at = child(pointer, "points");
    const auto count = count_of(points);
    if (count < 1 || count > most) {
        checking.findings.add(at, "must have 1 to " + std::to_string(most) + " entries, got " + std::to_string(count));
        return false;
    }
    bool any = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        any = any || moves(points[i], checking.bodies) || !checking.bodies.contains(points[i].body);
        check_known_end(child(at, i), points[i], checking.bodies, checking.findings);
    }
    if (!any) checking.findings.add(at, "every one is an Origin and never moves: the " + type + " does nothing");
    return check_formula_constants(constants, names_of(variables), child(pointer, "constants"), checking.findings);
}

}  // namespace cchnn
