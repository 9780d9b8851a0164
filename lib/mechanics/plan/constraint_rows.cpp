#include "mechanics/plan/constraint_rows.hpp"

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

SolverRow solver_row(const ConstraintRow& row, int dimension, const BodyGraph& graph) {
    switch (row.kind) {
        case ConstraintRow::Kind::distance: return distance_row(row);
        case ConstraintRow::Kind::component: return linear_row(row.name, row.separation, unit(row.axis, dimension), 1);
        case ConstraintRow::Kind::linear: return linear_row(row.name, row.separation, row.normal, 1);
        default: break;
    }
    if (row.kind == ConstraintRow::Kind::track) {
        SolverRow on_curve{Kind::track, row.name, row.separation, {}, {}, 0, 1};
        on_curve.curve = graph.track_points()[to_size(row.track)].curve;
        on_curve.track = row.track;
        on_curve.across = row.across;
        return on_curve;
    }
    const bool upright = row.kind == ConstraintRow::Kind::upright;
    SolverRow out{upright ? Kind::upright : Kind::rolling, row.name, row.separation, {}, row.normal, 0, 1};
    out.up = row.up;
    out.radius = row.radius;
    if (upright) out.b = row.axes[0];
    else out.axes = row.axes;
    return out;
}

std::vector<double> vector_of(const std::array<double, 3>& v) { return {v.begin(), v.end()}; }

ConstraintRow rolling_row(const Rolling& rolling, ConstraintRow::Kind kind, const std::string& what, Separation r) {
    ConstraintRow row{kind, rolling.name + ", " + what, std::move(r), 0, 0, 0, true};
    row.normal = row.up = vector_of(rolling.up);
    return row;
}

ConstraintRow track_row(const TrackPoint& track, int index_of_track, int across, int dimension) {
    ConstraintRow row{ConstraintRow::Kind::track, track.name, separation_of(track.point), 0, 0, 0, true};
    if (dimension == 3) row.name += ", normal " + std::to_string(across + 1);
    row.track = index_of_track;
    row.across = across;
    return row;
}

// At its height, and upright.
std::vector<ConstraintRow> held_rows(const Rolling& rolling) {
    using Of = ConstraintRow::Kind;
    Separation above = separation_of(rolling.centre);
    for (std::size_t k = 0; k < 3; ++k) above.offset[k] -= (rolling.height + rolling.radius) * rolling.up[k];
    std::vector<ConstraintRow> rows{rolling_row(rolling, Of::linear, "height", std::move(above))};
    if (rolling.axle) rows.push_back(rolling_row(rolling, Of::linear, "axle", separation_of(*rolling.axle)));
    if (!rolling.is_disk()) return rows;
    rows.push_back(rolling_row(rolling, Of::upright, "upright", separation_of(rolling.axes[0])));
    rows.back().axes = {separation_of(rolling.axes[1])};
    return rows;
}

// The point that touches does not slip.
std::vector<ConstraintRow> slip_rows(const Rolling& rolling) {
    std::vector<ConstraintRow> rows;
    for (const auto* across : {&rolling.across_1, &rolling.across_2}) {
        rows.push_back(rolling_row(rolling, ConstraintRow::Kind::rolling, rows.empty() ? "contact 1" : "contact 2",
                                   separation_of(rolling.centre)));
        rows.back().normal = vector_of(*across);
        rows.back().radius = rolling.radius;
        for (const Point& axis : rolling.axes) rows.back().axes.push_back(separation_of(axis));
    }
    return rows;
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
            rows.push_back(
                {ConstraintRow::Kind::component, name + ", " + axis_names[k], signed_difference(a, b), k, 0, 0, true});
    };
    for (const Joint& joint : graph.joints()) {
        add_components(joint.name, joint.a, joint.b);
        if (joint.axis) add_components(joint.name + " axis", joint.axis->axis_a, joint.axis->axis_b);
    }
    for (const Rolling& rolling : graph.rollings())
        for (ConstraintRow& row : held_rows(rolling)) rows.push_back(std::move(row));
    for (std::size_t i = 0; i < graph.track_points().size(); ++i)
        for (int j = 0; j + 1 < d; ++j) rows.push_back(track_row(graph.track_points()[i], static_cast<int>(i), j, d));
    for (const Rolling& rolling : graph.rollings())
        for (ConstraintRow& row : slip_rows(rolling)) rows.push_back(std::move(row));
    return rows;
}

std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, const BodyGraph& graph) {
    const int dimension = graph.dimension();
    std::vector<SolverRow> list;
    for (const ConstraintRow& row : rows) list.push_back(solver_row(row, dimension, graph));
    return list;
}

std::vector<SolverRow> solver_rows(const BodyGraph& graph) {
    const int d = graph.dimension();
    std::vector<SolverRow> rows;
    for (const ConstraintRow& row : paper_rows(graph))
        if (row.kind != ConstraintRow::Kind::component) rows.push_back(solver_row(row, d, graph));
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
