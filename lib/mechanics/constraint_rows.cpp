#include "mechanics/constraint_rows.hpp"

#include <cmath>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

using Kind = SolverRow::Kind;
constexpr const char* axis_names[] = {"x", "y", "z"};

Separation between_nodes(const Body& body, int i, int j, int dimension) {
    return {{{NodeIndex(body.first_node + i), 1.0}, {NodeIndex(body.first_node + j), -1.0}},
            std::vector<double>(to_size(dimension), 0.0)};
}

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
    return {Kind::distance, row.name, row.separation, {}, {}, 0.5 * row.square, 0.5 * row.square};
}

// n . r = 0 with unit n; an offset of the separation is part of r.
SolverRow linear_row(const std::string& name, const Separation& r, const std::vector<double>& normal, double scale) {
    return {Kind::linear, name, r, {}, normal, 0, scale};
}

std::vector<double> unit(int axis, int dimension) {
    std::vector<double> e(to_size(dimension), 0.0);
    e[to_size(axis)] = 1;
    return e;
}

// across . axis = 0. A fixed direction (of an Origin) has no weights: the row is linear in the other body.
SolverRow axis_row(const std::string& name, const Point& across, const Point& axis) {
    if (across.weights.empty()) return linear_row(name, separation_of(axis), across.offset, 1);
    if (axis.weights.empty()) return linear_row(name, separation_of(across), axis.offset, 1);
    return {Kind::perpendicular, name, separation_of(across), separation_of(axis), {}, 0, 1};
}

}  // namespace

Separation signed_difference(const Point& a, const Point& b) {
    Separation r;
    r.weights = a.weights;
    for (const NodeWeight& w : b.weights) r.weights.push_back({w.node, -w.weight});
    for (std::size_t k = 0; k < a.offset.size(); ++k) r.offset.push_back(a.offset[k] - b.offset[k]);
    return r;
}

Separation difference(const Point& a, const Point& b) {
    return a.weights.empty() ? signed_difference(b, a) : signed_difference(a, b);
}

Separation separation_of(const Point& direction) { return {direction.weights, direction.offset}; }

std::vector<ConstraintRow> paper_rows(const BodyGraph& graph) {
    const int d = graph.dimension();
    std::vector<ConstraintRow> rows;
    for (const Body& body : graph.bodies())
        for (ConstraintRow& row : rigidity_rows(body, d)) rows.push_back(std::move(row));
    for (const Link& link : graph.links())
        rows.push_back({ConstraintRow::Kind::distance, link.name, difference(link.a, link.b), 0, link.length,
                        link.length * link.length, true});
    const auto add_components = [&](const std::string& name, const Point& a, const Point& b) {
        for (int k = 0; k < d; ++k)
            rows.push_back({ConstraintRow::Kind::component, name + ", " + axis_names[k], signed_difference(a, b), k, 0, 0,
                            true});
    };
    for (const Joint& joint : graph.joints()) {
        add_components(joint.name, joint.a, joint.b);
        if (joint.axis) add_components(joint.name + " axis", joint.axis->axis_a, joint.axis->axis_b);
    }
    return rows;
}

std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, int dimension) {
    std::vector<SolverRow> list;
    for (const ConstraintRow& row : rows)
        list.push_back(row.kind == ConstraintRow::Kind::distance
                           ? distance_row(row)
                           : linear_row(row.name, row.separation, unit(row.axis, dimension), 1));
    return list;
}

std::vector<SolverRow> solver_rows(const BodyGraph& graph) {
    const int d = graph.dimension();
    std::vector<SolverRow> rows;
    for (const ConstraintRow& row : paper_rows(graph))
        if (row.kind == ConstraintRow::Kind::distance) rows.push_back(distance_row(row));
    for (const Joint& joint : graph.joints()) {
        for (int k = 0; k < d; ++k)
            rows.push_back(linear_row(joint.name, signed_difference(joint.a, joint.b), unit(k, d), 1));
        if (!joint.axis) continue;
        const Point& other = joint.axis->across_on_a ? joint.axis->axis_b : joint.axis->axis_a;
        for (const Point& across : joint.axis->across) rows.push_back(axis_row(joint.name, across, other));
    }
    return rows;
}

}  // namespace cchnn
