#include "mechanics/plan/constraint_rows.hpp"

#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/row_parts.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

// The vector between two nodes of one body.
Separation between_nodes(const Body& body, int i, int j, int dimension) {
    return {{{NodeIndex(body.first_node + i), 1.0}, {NodeIndex(body.first_node + j), -1.0}},
            std::vector<Exact>(dimension, 0.0)};
}

// The rows that keep a body rigid: the distances of all pairs of its nodes, 1 from the centre to a tip and sqrt(2)
// between tips.
std::vector<ConstraintRow> rigidity_rows(const Body& body, int dimension) {
    std::vector<ConstraintRow> rows;
    for (int i = 1; i < body.node_count; ++i)
        for (int j = 0; j < i; ++j) {
            const double square = j == 0 ? 1 : 2;
            rows.push_back({ConstraintRow::Kind::distance,
                            "rigidity " + body.id + " " + std::to_string(j) + "-" + std::to_string(i),
                            between_nodes(body, i, j, dimension), 0, std::sqrt(square), square, true});
        }
    return rows;
}

SolverRow distance_row(const ConstraintRow& row) {
    return {SolverRow::Kind::distance, row.name, row.separation, {}, {}, 0.5 * row.square, 0.5 * row.square};
}

SolverRow track_row(const ConstraintRow& row) {
    SolverRow on_curve{SolverRow::Kind::track, row.name, row.separation, {}, {}, 0.0, 1.0};
    on_curve.curve = row.curve;
    on_curve.track = row.track;
    on_curve.across = row.across;
    return on_curve;
}

// The length of a rope; the pieces after the first are stored as `axes`.
SolverRow rope_row(const ConstraintRow& row) {
    SolverRow rope{SolverRow::Kind::rope, row.name, row.separation, {}, {}, row.target, row.length};
    rope.axes = row.axes;
    return rope;
}

SolverRow gear_row(const ConstraintRow& row) {
    SolverRow gear{SolverRow::Kind::gear, row.name, row.separation, {}, {}, 0.0, 1.0};
    gear.axes = row.axes;
    gear.teeth = row.teeth;
    gear.phase = row.phase;
    gear.quarter_turns = row.quarter_turns;
    return gear;
}

SolverRow slides_row(const ConstraintRow& row) {
    SolverRow slides{SolverRow::Kind::slides, row.name, row.separation, {}, {}, row.target, 1.0};
    slides.axes = row.axes;
    return slides;
}

SolverRow formula_row(SolverRow::Kind kind, const ConstraintRow& row) {
    SolverRow formula{kind, row.name, row.separation, {}, {}, 0.0, 1.0};
    formula.axes = row.axes;
    formula.equation = row.equation;
    return formula;
}

SolverRow turning_row(SolverRow::Kind kind, const ConstraintRow& row) {
    SolverRow out{kind, row.name, row.separation, {}, row.normal, 0.0, 1.0};
    out.up = row.up;
    out.radius = row.radius;
    if (kind == SolverRow::Kind::triple_product) out.b = row.axes[0];
    else out.axes = row.axes;
    return out;
}

// The solver's form of a paper row. Distances are halved, so that the factor 2 of their gradients drops out.
SolverRow solver_row(const ConstraintRow& row, int dimension) {
    switch (row.kind) {
        case ConstraintRow::Kind::distance: return distance_row(row);
        case ConstraintRow::Kind::component:
            return linear_row(row.name, row.separation, unit_vector(row.axis, dimension), 1);
        case ConstraintRow::Kind::linear: return linear_row(row.name, row.separation, row.normal, 1);
        case ConstraintRow::Kind::track: return track_row(row);
        case ConstraintRow::Kind::triple_product: return turning_row(SolverRow::Kind::triple_product, row);
        case ConstraintRow::Kind::perpendicular: return product_row(row.name, row.separation, row.axes[0], false);
        case ConstraintRow::Kind::crossed: return product_row(row.name, row.separation, row.axes[0], true);
        case ConstraintRow::Kind::rope: return rope_row(row);
        case ConstraintRow::Kind::gear: return gear_row(row);
        case ConstraintRow::Kind::rack: return rack_row(row);
        case ConstraintRow::Kind::slides: return slides_row(row);
        case ConstraintRow::Kind::formula: return formula_row(SolverRow::Kind::formula, row);
        case ConstraintRow::Kind::formula_rate: return formula_row(SolverRow::Kind::formula_rate, row);
        case ConstraintRow::Kind::rolling: break;
    }
    return turning_row(SolverRow::Kind::rolling, row);
}

// Rows of all kinds, or of those kinds alone whose paper rows the solver uses unchanged.
std::vector<ConstraintRow> rows_of_kinds(const BodyGraph& graph, bool taken_alone) {
    PaperRows rows{graph.dimension()};
    for (const Body& body : graph.bodies())
        for (ConstraintRow& row : rigidity_rows(body, graph.dimension())) rows.positions.push_back(std::move(row));
    add_paper_rows(graph.terms(), taken_alone, rows);
    rows.positions.insert(rows.positions.end(), rows.velocities.begin(), rows.velocities.end());
    return std::move(rows.positions);
}

}  // namespace

std::vector<ConstraintRow> paper_rows(const BodyGraph& graph) { return rows_of_kinds(graph, false); }

// Counts rows as they are made, body by body and term by term, so that a row of Phi can be traced to what caused it.
RowPlaces row_places(const BodyGraph& graph) {
    PaperRows rows{graph.dimension()};
    RowPlaces places;
    const auto at = [&] { return std::pair(count_of(rows.positions), count_of(rows.velocities)); };
    const auto place_since = [&](std::pair<int, int> before) {
        const auto [positions, velocities] = at();
        return RowPlace{before.first, positions - before.first, before.second, velocities - before.second};
    };
    for (const Body& body : graph.bodies()) {
        const auto before = at();
        for (ConstraintRow& row : rigidity_rows(body, graph.dimension())) rows.positions.push_back(std::move(row));
        places.bodies.push_back(place_since(before));
    }
    auto before = at();
    add_paper_rows(graph.terms(), false, rows, [&](std::type_index term) {
        places.terms[term].push_back(place_since(before));
        before = at();
    });
    for (auto& [type, of_terms] : places.terms)  // velocity-level rows come last
        for (RowPlace& place : of_terms) place.first_on_velocities += at().first;
    return places;
}

std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, int dimension) {
    std::vector<SolverRow> list;
    for (const ConstraintRow& row : rows) list.push_back(solver_row(row, dimension));
    return list;
}

std::vector<SolverRow> solver_rows(const BodyGraph& graph) {
    const int d = graph.dimension();
    std::vector<SolverRow> rows;
    for (const ConstraintRow& row : rows_of_kinds(graph, true)) rows.push_back(solver_row(row, d));
    add_solver_rows(graph.terms(), d, rows);
    return rows;
}

}  // namespace cchnn
