#include "elements/formula_constraint.hpp"

#include <algorithm>
#include <cmath>

#include "core/joined.hpp"
#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "elements/parts/formula/time_derivative.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "elements/parts/reading/wording.hpp"
#include "numbers/degree.hpp"

namespace cchnn {
namespace {

using Op = FormulaStep::Op;

bool is_fixed(const Point& point) { return point.weights.empty(); }

constexpr int no_point = -1;  // of the time among the variables of a formula

bool is_time(const FormulaVariable& variable) { return variable.point == no_point; }

// The formula of the file in coordinates and velocities of the points that move, then the time, as kernels have them: distances
// are written out, and the places of Origins are constants.
class InCoordinates {
  public:
    InCoordinates(const Formulas& formulas, const std::vector<FormulaVariable>& variables,
                  const std::vector<Point>& points, int dimension, bool in_time)
        : points_(points), dimension_(dimension) {
        for (const Point& point : points) {
            first_.push_back(moving_ * dimension);
            moving_ += is_fixed(point) ? 0 : 1;
        }
        if (in_time) put(time());
        std::vector<int> places;
        for (FormulaStep step : formulas.steps()) {
            if (step.op == Op::parameter) {
                places.push_back(variable(variables[step.exponent]));
                continue;
            }
            if (step.a >= 0) step.a = places[step.a];
            if (step.b >= 0) step.b = places[step.b];
            places.push_back(put(step));
        }
        made_.result = places[formulas.result(0)];
    }
    int coordinates() const { return moving_ * dimension_; }
    FormulaProgram take() { return std::move(made_); }

  private:
    int put(const FormulaStep& step) {
        made_.steps.push_back(step);
        return count_of(made_.steps) - 1;
    }
    FormulaStep time() const { return {Op::parameter, -1, -1, 0.0, 2 * coordinates()}; }
    int coordinate(int point, int axis) {
        if (is_fixed(points_[point])) return put({Op::constant, -1, -1, points_[point].offset[axis], 0});
        return put({Op::parameter, -1, -1, 0.0, first_[point] + axis});
    }
    int distance(int a, int b) {
        int square = -1;
        for (int k = 0; k < dimension_; ++k) {
            const int along = put({Op::subtract, coordinate(a, k), coordinate(b, k)});
            const int one = put({Op::multiply, along, along});
            square = square < 0 ? one : put({Op::add, square, one});
        }
        return put({Op::sqrt, square});
    }
    int variable(const FormulaVariable& of) {
        if (is_time(of)) return put(time());
        if (of.other >= 0) return distance(of.point, of.other);
        if (!of.velocity) return coordinate(of.point, of.axis);
        if (is_fixed(points_[of.point])) return put({Op::constant});
        return put({Op::parameter, -1, -1, 0.0, coordinates() + first_[of.point] + of.axis});
    }

    const std::vector<Point>& points_;
    int dimension_, moving_ = 0;
    std::vector<int> first_;  // the first coordinate of each point
    FormulaProgram made_;
};

// With the time first, unless a constant or a coordinate has its name.
std::vector<FormulaVariable> variables_of(const EquationSpec& spec, int dimension, bool velocities) {
    std::vector<FormulaVariable> variables = spec.names.empty()
                                                 ? formula_variables(count_of(spec.points), dimension, velocities)
                                                 : formula_variables(spec.names, velocities);
    const bool is_coordinate = std::find(spec.names.begin(), spec.names.end(), time_name) != spec.names.end();
    if (!spec.constants.contains(time_name) && !is_coordinate)
        variables.insert(variables.begin(), FormulaVariable{time_name, no_point, no_point, 0});
    return variables;
}
bool names_time(const Formulas& formulas, const std::vector<FormulaVariable>& variables) {
    return is_time(variables.front()) && uses(formulas, 0);
}

FormulaConstraint resolved(std::string name, const EquationSpec& spec, const Bodies& bodies,
                           const std::vector<FormulaConstraint>& terms, bool velocities) {
    for (std::size_t i = 0; i < spec.points.size(); ++i) name += (i > 0 ? "-" : " ") + spec.points[i].body;
    return resolved_equation(numbered_name(terms, name), spec, " = 0", bodies, velocities);
}

void add_point_edges(const EquationSpec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const PointSpec& point : spec.points) {
        edges.push_back(edge_of(point, bodies));
        for (const auto& [name, value] : spec.constants)
            edges.back().numbers.push_back({name, value, "", child("/constants", name)});
    }
}

// The formula of an item, or nothing where points, constants or the text are wrong.
std::optional<Formulas> checked_formula(const char* type, const EquationSpec& spec, const std::string& key,
                                        const std::vector<FormulaVariable>& variables, const std::string& pointer,
                                        Checking& checking) {
    const std::string at = child(pointer, "names");
    if (!spec.names.empty() && (checking.dimension != 1 || spec.names.size() != spec.points.size())) {
        checking.findings.add(at, "must be a name for each of the points, in a system of one dimension");
        return {};
    }
    if (!check_coordinate_names(spec.names, at, checking.findings)) return {};
    const int most = spec.names.empty() ? most_formula_points : most_named_points;
    if (!check_formula_points(type, spec.points, most, spec.constants, variables, pointer, checking)) return {};
    try {
        return formula_of(spec.equation, spec.constants, variables);
    } catch (const FormulaError& error) {
        checking.findings.add(child(pointer, key), error.what());
        return {};
    }
}

// The degree of the formula in its velocities.
double degree_in_velocities(const FormulaProgram& formula, const std::vector<FormulaVariable>& variables) {
    std::vector<Degree> values;
    for (const FormulaVariable& variable : variables)
        values.push_back(variable.velocity ? Degree::variable() : Degree());
    return formula_value(formula, values.data()).degree;
}

// What the formula is at the first of some places, none of which a formula singles out, where it is a number: log(x1 - 3)
// is none everywhere. There nothing moves, or all velocities differ from 0 and from each other.
double value_somewhere(const FormulaProgram& formula, const std::vector<FormulaVariable>& variables, bool moves) {
    for (const double scale : {1.0, -1.0, 10.0, -10.0, 0.01}) {
        std::vector<double> values;
        for (const FormulaVariable& variable : variables) {
            const double place = 0.6180339887 + 0.7548776662 * static_cast<double>(values.size());
            values.push_back(variable.velocity && !moves ? 0 : scale * place);
        }
        const double value = formula_value(formula, values.data());
        if (std::isfinite(value)) return value;
    }
    return moves ? 1 : 0;
}

}  // namespace

std::shared_ptr<const Equation> equation_of(const Formulas& formulas, const std::vector<FormulaVariable>& variables,
                                            const std::vector<Point>& points, int dimension, bool in_time) {
    const bool velocities = variables.back().velocity;
    InCoordinates written(formulas, variables, points, dimension, in_time);
    const int coordinates = written.coordinates();
    FormulaProgram program = written.take();
    const int value = velocities ? -1 : program.result;
    if (!velocities) program = rate_along(program, coordinates);
    return std::make_shared<const Equation>(Equation{std::move(program), value});
}

// Its variable behind the coordinates and velocities of the points that move is the time.
bool FormulaConstraint::moves_in_time() const {
    int time = 0;
    for (const Point& point : points) time += is_fixed(point) ? 0 : 2 * count_of(point.offset);
    return std::any_of(equation->rate.steps.begin(), equation->rate.steps.end(),
                       [time](const FormulaStep& step) { return step.op == Op::parameter && step.exponent == time; });
}

bool moves_in_time(const EquationSpec& spec, int dimension, bool velocities) {
    EquationSpec any = spec;
    double value = 0.5772156649;
    for (auto& [name, constant] : any.constants) constant = value += 0.1234;
    const auto variables = variables_of(any, dimension, velocities);
    try {
        const Formulas formulas = formula_of(any.equation, any.constants, variables);
        const FormulaProgram program{formulas.steps(), formulas.result(0)};
        return names_time(formulas, variables) || (velocities && value_somewhere(program, variables, false) != 0);
    } catch (const FormulaError&) {
        return false;  // check() reports it
    }
}

bool check_equation(const char* type, const EquationSpec& spec, const std::string& key, const std::string& pointer,
                    Checking& checking) {
    const auto variables = variables_of(spec, checking.dimension, false);
    const auto formulas = checked_formula(type, spec, key, variables, pointer, checking);
    if (!formulas) return false;
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (uses(*formulas, i) && !is_time(variables[i])) return true;
    checking.findings.add(child(pointer, key), "names no coordinate and no distance, so it holds nothing");
    return true;
}

FormulaConstraint resolved_equation(std::string name, const EquationSpec& spec, const std::string& relation,
                                    const Bodies& bodies, bool velocities) {
    const auto variables = variables_of(spec, bodies.dimension(), velocities);
    const Formulas formulas = formula_of(spec.equation, spec.constants, variables);
    FormulaConstraint made{std::move(name), {}, spec.equation + relation, nullptr, {}};
    for (const auto& [constant, value] : spec.constants) made.text += "; " + constant + " = " + short_number(value);
    for (const PointSpec& point : spec.points) made.points.push_back(bodies.point(point));
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (uses(formulas, i) && !is_time(variables[i])) made.used.push_back(variables[i]);
    made.equation = equation_of(formulas, variables, made.points, bodies.dimension(),
                                moves_in_time(spec, bodies.dimension(), velocities));
    return made;
}

void FormulaConstraintKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    if (check_equation(type, spec, "equation", pointer, checking) && moves_in_time(spec, checking.dimension, false))
        checking.check_input(pointer, time_name);
}

void VelocityConstraintKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    const auto variables = variables_of(spec, checking.dimension, true);
    const auto formulas = checked_formula(type, spec, "equation", variables, pointer, checking);
    if (!formulas) return;
    const std::string at = child(pointer, "equation");
    const FormulaProgram program{formulas->steps(), formulas->result(0)};
    bool moves = false;
    for (std::size_t i = 0; i < variables.size(); ++i) moves = moves || (variables[i].velocity && uses(*formulas, i));
    if (!moves)
        checking.findings.add(at, "names no velocity (vx1, vy1, ...): a condition on positions is a Constraint");
    else if (degree_in_velocities(program, variables) > 1)
        checking.findings.add(at, "is not linear in the velocities: each term may have one of them as a factor");
    else if (value_somewhere(program, variables, true) == value_somewhere(program, variables, false))
        checking.findings.add(at, "is the same for all velocities, so it holds nothing");
    else if (moves_in_time(spec, checking.dimension, true)) checking.check_input(pointer, time_name);
}

bool FormulaConstraintKind::moves_with_origins(const EquationSpec& spec, int dimension) {
    return !moves_in_time(spec, dimension, false) &&
           is_shift_invariant(spec.equation, spec.constants, variables_of(spec, dimension, false), dimension);
}
bool VelocityConstraintKind::moves_with_origins(const Spec& spec, int dimension) {
    return !moves_in_time(spec, dimension, true) &&
           is_shift_invariant(spec.equation, spec.constants, variables_of(spec, dimension, true), dimension);
}

void FormulaConstraintKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back(resolved(type, spec, bodies, terms, false));
}
void VelocityConstraintKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back(resolved(type, spec, bodies, terms, true));
}

void FormulaConstraintKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    add_point_edges(spec, bodies, edges);
}
void VelocityConstraintKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    add_point_edges(spec, bodies, edges);
}

// Points of one body alone are held by space, as those of a Track.
Coupling FormulaConstraintKind::coupling(const Term& term) {
    const Point* first = nullptr;
    Coupling coupling;
    for (const Point& point : term.points) {
        if (is_fixed(point)) continue;
        if (!first) first = &point;
        else if (point.body != first->body && !coupling.b) coupling.b = &point;
        else coupling.more.push_back(&point);
    }
    coupling.a = first;
    coupling.relation = coupling.b ? Coupling::Relation::distance : Coupling::Relation::environment;
    coupling.length = coupling.b ? Coupling::some_length : 0;
    coupling.no_coordinates = term.name + " is a formula";
    return coupling;
}

ConstraintRow row_of(const FormulaConstraint& constraint) {
    using Kind = ConstraintRow::Kind;
    ConstraintRow row{constraint.on_positions() ? Kind::formula : Kind::formula_rate, constraint.name, {}, 0, 0, 0.0};
    std::vector<Separation> points;
    for (const Point& point : constraint.points)
        if (!is_fixed(point)) points.push_back(separation_of(point));
    row.separation = std::move(points.front());
    row.axes.assign(std::make_move_iterator(points.begin() + 1), std::make_move_iterator(points.end()));
    row.equation = constraint.equation;
    return row;
}

void FormulaConstraintKind::paper_rows(const Term& term, PaperRows& rows) {
    (term.on_positions() ? rows.positions : rows.velocities).push_back(row_of(term));
}

void break_by(const FormulaConstraint& constraint, Symmetry& symmetry) {
    for (const FormulaVariable& used : constraint.used) {
        const Point& point = constraint.points[used.point];
        if (used.other >= 0) {
            symmetry.hold(point);
            symmetry.hold(constraint.points[used.other]);
        } else if (!is_fixed(point)) {
            symmetry.coordinates[used.axis] = true;
        }
    }
}

void FormulaConstraintKind::breaks(const Term& term, Symmetry& symmetry) {
    if (term.moves_in_time()) symmetry.energy = false;
    break_by(term, symmetry);
}

void FormulaConstraintKind::draw(const Term& term, Sketch& sketch) {
    for (const Point& point : term.points) sketch.attach(point);
}

std::string FormulaConstraintKind::ends(const Term& term, const Bodies& bodies) {
    return joined(term.points, ", ", [&](const Point& point) { return point_text(bodies, point); }) + "; " + term.text;
}

}  // namespace cchnn
