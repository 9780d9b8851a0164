#include "dataset/writer/system_columns.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "elements/parts/curve/curve_spec.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<std::int64_t>;

// Appends d numbers, with zeros where fewer are given. Adding 0.0 turns -0 into 0.
void append(std::vector<double>& to, const std::vector<double>& some, int dimension) {
    for (std::size_t k = 0; k < to_size(dimension); ++k) to.push_back(k < some.size() ? some[k] + 0.0 : 0.0);  // no -0
}

// The column of /parameters that holds the drawn values of a JSON pointer, or -1 if the value is not drawn.
std::int64_t column_of(const DatasetDescription& d, const std::string& pointer) {
    const auto found = std::ranges::find(d.varied, pointer, &VariedProperty::pointer);
    return found == d.varied.end() ? -1 : found - d.varied.begin();
}

// The list of value(item) over all items.
template <class Item, class Value>
auto each(const std::vector<Item>& items, const Value& value) {
    std::vector<std::decay_t<decltype(value(items[0]))>> values;
    for (const Item& item : items) values.push_back(value(item));
    return values;
}

// The columns of /system/bodies. Columns of /parameters name the drawn mass and moments of a body.
void add_bodies(const DatasetDescription& d, int dimension, const ColumnUse& use) {
    const std::vector<Body>& bodies = d.graph.bodies;
    const auto add = [&](const char* name, Column column) {
        use(std::string("/system/bodies/") + name, std::move(column));
    };
    std::vector<double> moments, positions;
    Numbers mass_columns, moment_columns;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        append(moments, bodies[i].second_moments, dimension);
        append(positions, bodies[i].position, dimension);
        const std::string body_pointer = "/bodies/" + std::to_string(i);
        mass_columns.push_back(column_of(d, body_pointer + "/mass"));
        for (int k = 0; k < dimension; ++k)
            moment_columns.push_back(column_of(d, body_pointer + "/second_moments/" + std::to_string(k)));
    }
    add("body", count_up(bodies.size()));
    add("id", each(bodies, [](const Body& b) { return b.id; }));
    add("type", each(bodies, [](const Body& b) { return std::string(type_name(b.type)); }));
    add("mass", each(bodies, [](const Body& b) { return b.mass; }));
    add("second_moments", std::move(moments));
    add("position", std::move(positions));
    add("first_node", each(bodies, [](const Body& b) { return std::int64_t{b.first_node}; }));
    add("node_count", each(bodies, [](const Body& b) { return std::int64_t{b.node_count}; }));
    add("varied_mass", std::move(mass_columns));
    add("varied_second_moments", std::move(moment_columns));
}

// The columns of /system/edges; each edge refers to a range of rows of the constraints and of its numbers.
void add_edges(const DatasetDescription& d, int dimension, const ColumnUse& use) {
    const std::vector<EdgeRow>& edges = d.graph.edges;
    const auto add = [&](const char* name, Column column) {
        use(std::string("/system/edges/") + name, std::move(column));
    };
    std::vector<double> points_a, points_b;
    Numbers first_numbers;
    std::int64_t next = 0;
    for (const EdgeRow& row : edges) {
        append(points_a, row.edge.point_a, dimension);
        append(points_b, row.edge.point_b, dimension);
        first_numbers.push_back(next);
        next += row.edge.numbers.size();
    }
    add("edge", count_up(edges.size()));
    add("kind", each(edges, [](const EdgeRow& e) { return e.kind; }));
    add("pointer", each(edges, [](const EdgeRow& e) { return e.pointer; }));
    add("body_a", each(edges, [](const EdgeRow& e) { return std::int64_t{e.edge.body_a}; }));
    add("body_b", each(edges, [](const EdgeRow& e) { return std::int64_t{e.edge.body_b}; }));
    add("point_a", std::move(points_a));
    add("point_b", std::move(points_b));
    add("first_row", each(edges, [](const EdgeRow& e) { return std::int64_t{e.first_row}; }));
    add("row_count", each(edges, [](const EdgeRow& e) { return std::int64_t{e.row_count}; }));
    add("first_velocity_row", each(edges, [](const EdgeRow& e) { return std::int64_t{e.first_velocity_row}; }));
    add("velocity_row_count", each(edges, [](const EdgeRow& e) { return std::int64_t{e.velocity_row_count}; }));
    add("track", each(edges, [](const EdgeRow& e) { return std::int64_t{e.track}; }));
    add("first_number", std::move(first_numbers));
    add("number_count", each(edges, [](const EdgeRow& e) { return std::int64_t(e.edge.numbers.size()); }));
}

// All numbers of all edges, one below the other, with the column of /parameters that holds drawn values.
// In the order of the edges, each of which names its first number and their count.
void add_numbers(const DatasetDescription& d, const ColumnUse& use) {
    std::vector<std::string> names, units;
    std::vector<double> values;
    Numbers varied;
    for (const EdgeRow& row : d.graph.edges)
        for (const EdgeNumber& number : row.edge.numbers) {
            names.push_back(number.name);
            units.push_back(unit_in(number.unit, d.units));
            values.push_back(number.value + 0.0);
            varied.push_back(d.varied.empty() ? -1
                                              : column_of(d, row.pointer + (number.pointer.empty() ? "/" + number.name
                                                                                                   : number.pointer)));
        }
    use("/system/edges/numbers/edge_number", count_up(names.size()));
    use("/system/edges/numbers/name", std::move(names));
    use("/system/edges/numbers/value", std::move(values));
    use("/system/edges/numbers/unit", std::move(units));
    use("/system/edges/numbers/varied", std::move(varied));
}

// For each scalar constraint the edge that it comes from, or -1.
Numbers edges_of_rows(const SystemGraph& graph, std::size_t rows) {
    Numbers edges(rows, -1);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const EdgeRow& row = graph.edges[e];
        for (int i = 0; i < row.row_count; ++i) edges.at(row.first_row + i) = std::int64_t(e);
        for (int i = 0; i < row.velocity_row_count; ++i) edges.at(row.first_velocity_row + i) = std::int64_t(e);
    }
    return edges;
}

// The entries of a small system fill its dense matrix.
std::vector<double> dense_matrix(const MatrixEntries& entries, const std::vector<double>& values, std::size_t rows,
                                 std::size_t columns) {
    std::vector<double> matrix(rows * columns);
    for (std::size_t i = 0; i < values.size(); ++i) matrix[entries.row[i] * columns + entries.column[i]] = values[i];
    return matrix;
}

// The mass matrix of all nodes and the weights of all constraints, dense or by their entries, as PlannedArrays::sparse() says.
void add_matrices(const ConstrainedSystem& system, const ColumnUse& use) {
    const std::size_t n = system.node_count();
    MatrixEntries masses = mass_entries(system), weights = weight_entries(system);
    if (n <= most_dense_nodes) {
        use("/system/node_column", count_up(n));
        use("/system/mass_matrix", dense_matrix(masses, masses.value, n, n));
        use("/system/inverse_mass_matrix", dense_matrix(masses, masses.inverse, n, n));
        return use("/system/constraints/weights", dense_matrix(weights, weights.value, system.rows().size(), n));
    }
    use("/system/masses/mass_entry", count_up(masses.row.size()));
    use("/system/masses/row", std::move(masses.row));
    use("/system/masses/column", std::move(masses.column));
    use("/system/masses/mass", std::move(masses.value));
    use("/system/masses/inverse", std::move(masses.inverse));
    use("/system/weights/weight_entry", count_up(weights.row.size()));
    use("/system/weights/constraint", std::move(weights.row));
    use("/system/weights/node", std::move(weights.column));
    use("/system/weights/weight", std::move(weights.value));
}

// The node that each row of x belongs to.
void add_nodes(const DatasetDescription& d, const ColumnUse& use) {
    use("/system/nodes/body", each(d.nodes, [](const NodeLabel& label) { return label.body; }));
    use("/system/nodes/index_in_body",
        each(d.nodes, [](const NodeLabel& label) { return std::int64_t{label.index_in_body}; }));
}

// In the order of ConstraintRow::Kind. audited_files.cpp and readers of datasets rely on these names.
const char* kind_name(ConstraintRow::Kind kind) {
    constexpr const char* names[] = {"distance", "component", "linear", "upright", "track",  "rolling", "perpendicular",
                                     "crossed",  "rope",      "gear",   "rack",    "slides", "formula", "formula_rate"};
    return names[static_cast<int>(kind)];
}

// {"parameter": "q", "x": "...", "y": "...", "range": [low, high]}
std::string curve_json(const CurveSpec& curve) {
    nlohmann::ordered_json json{{"parameter", curve.parameter}};
    constexpr const char* axes[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < curve.formulas.size(); ++i)
        if (!curve.formulas[i].empty()) json[axes[i]] = curve.formulas[i];
    json["range"] = curve.range;
    return json.dump();
}

void add_tracks(const ConstrainedSystem& system, const ColumnUse& use) {
    const std::vector<SystemTrack>& tracks = system.tracks();
    use("/system/constraints/track",
        each(system.rows(), [](const ConstraintRow& row) { return std::int64_t{row.track}; }));
    use("/system/tracks/track", count_up(tracks.size()));
    use("/system/tracks/name", each(tracks, [](const SystemTrack& track) { return track.name; }));
    use("/system/tracks/curve",
        each(tracks, [](const SystemTrack& track) { return curve_json(spec_of(track.search->curve())); }));
}

// For each counted angle its name and the places of its two bodies in /system/bodies.
void add_angles(const ConstrainedSystem& system, const ColumnUse& use) {
    const std::vector<CountedAngle>& angles = system.angles();
    const std::string group = "/system/counted_angles/";
    use(group + "counted_angle", count_up(angles.size()));
    use(group + "name", each(angles, [](const CountedAngle& angle) { return angle.name; }));
    use(group + "body_a", each(angles, [](const CountedAngle& angle) { return std::int64_t{index(angle.a.body)}; }));
    use(group + "body_b", each(angles, [](const CountedAngle& angle) { return std::int64_t{index(angle.b.body)}; }));
}

// The scalar constraints, with the points on curves and the angles that they refer to: C constraints, n nodes, d axes.
void add_constraints(const ConstrainedSystem& system, const ColumnUse& use) {
    const std::vector<ConstraintRow>& rows = system.rows();
    const auto add = [&](const char* name, Column column) {
        use(std::string("/system/constraints/") + name, std::move(column));
    };
    std::vector<double> offsets, normals, ups;  // (C, d), zeros where none is
    for (std::size_t row = 0; row < rows.size(); ++row) {
        append(offsets, converted<double>(rows[row].separation.offset), system.dimension());
        append(normals, converted<double>(rows[row].normal), system.dimension());
        append(ups, converted<double>(rows[row].up), system.dimension());
    }
    add("constraint", count_up(rows.size()));
    add("kind", each(rows, [](const ConstraintRow& row) { return std::string(kind_name(row.kind)); }));
    add("name", each(rows, [](const ConstraintRow& row) { return row.name; }));
    add("offset", std::move(offsets));
    add("length", each(rows, [](const ConstraintRow& row) { return row.length; }));
    add("component", each(rows, [](const ConstraintRow& row) {
            return std::int64_t{row.kind == ConstraintRow::Kind::component ? row.axis : -1};
        }));
    add("independent", each(rows, [](const ConstraintRow& row) { return std::uint8_t{row.independent}; }));
    add_tracks(system, use);
    add_angles(system, use);
    add("normal", std::move(normals));
    add("up", std::move(ups));
    add("radius", each(rows, [](const ConstraintRow& row) { return double(row.radius); }));
}

void add_coordinates(const DatasetDescription& d, const ColumnUse& use) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Coordinate>& all = d.coordinates;
    const auto add = [&](const char* name, Column column) {
        use(std::string("/system/coordinates/") + name, std::move(column));
    };
    const auto polar = [](const Coordinate& c) { return c.unit == "rad" && !c.turns; };
    add("name", each(all, [](const Coordinate& c) { return c.body + " " + c.kind; }));
    add("body", each(all, [](const Coordinate& c) { return c.body; }));
    add("kind", each(all, [](const Coordinate& c) { return c.kind; }));
    add("unit", each(all, [&](const Coordinate& c) { return unit_in(c.unit, d.units); }));
    add("attached_to", each(all, [](const Coordinate& c) { return c.attached_to; }));
    add("relative_to", each(all, [](const Coordinate& c) { return c.relative_to; }));
    add("angle", each(all, [](const Coordinate& c) { return std::uint8_t{c.turns}; }));
    add("low", each(all, [&](const Coordinate& c) { return polar(c) ? 0 : -infinity; }));
    add("high", each(all, [&](const Coordinate& c) { return polar(c) ? std::numbers::pi : infinity; }));
}

void add_inputs(const std::vector<Input>& inputs, const ColumnUse& use) {
    use("/system/inputs/input", count_up(inputs.size()));
    use("/system/inputs/id", each(inputs, [](const Input& input) { return input.id; }));
    use("/system/inputs/unit", each(inputs, [](const Input& input) { return input.unit; }));
    use("/system/inputs/held", each(inputs, [](const Input& input) {
            return static_cast<std::uint8_t>(input.formula ? 0 : input.linear ? 2 : 1);
        }));
}

// The properties that differ between trajectories.
void add_parameters(const DatasetDescription& d, const ColumnUse& use) {
    const std::string group = "/system/parameters/";
    use(group + "parameter", count_up(d.varied.size()));
    use(group + "name", each(d.varied, [](const VariedProperty& p) { return p.name; }));
    use(group + "pointer", each(d.varied, [](const VariedProperty& p) { return p.pointer; }));
    use(group + "unit", each(d.varied, [&](const VariedProperty& p) { return unit_in(p.unit, d.units); }));
}

// What the flow is, of systems whose flow is not that of a Hamiltonian of (x, p = M v).
std::string dynamics_of(const ConstrainedSystem& system) {
    const std::string rolling =
        "nonholonomic: rows of kind rolling are on velocities alone; energy is conserved, but the flow is not that "
        "of a Hamiltonian";
    const std::string gyroscopic =
        "gyroscopic: forces that depend on velocities do no work; energy is conserved, but p = M v is not the "
        "canonical momentum, so that the flow of (x, p) is not that of a Hamiltonian";
    if (system.lagrangian())
        return "lagrangian: x are the coordinates q and v their rates dq/dt; the mass matrix is that of unit masses, "
               "and the "
               "energy that of the Lagrangian in /system/json";
    if (!system.gyroscopic()) return rolling;
    return system.holonomic() ? gyroscopic : rolling + "; " + gyroscopic;
}

}  // namespace

MatrixEntries mass_entries(const ConstrainedSystem& system) {
    const NodeMatrix &matrix = system.masses().matrix(), &inverse = system.masses().inverse();
    MatrixEntries entries;
    for (std::size_t node = 0; node < matrix.size(); ++node) {
        std::map<int, std::pair<double, double>> row;  // by column: of the matrix, of its inverse
        for (const NodeWeight& w : matrix[node]) row[index(w.node)].first = double(w.weight);
        for (const NodeWeight& w : inverse[node]) row[index(w.node)].second = double(w.weight);
        for (const auto& [column, values] : row) {
            entries.row.push_back(std::int64_t(node));
            entries.column.push_back(column);
            entries.value.push_back(values.first);
            entries.inverse.push_back(values.second);
        }
    }
    return entries;
}

// A constraint may name a node several times, as two points of one body do.
MatrixEntries weight_entries(const ConstrainedSystem& system) {
    MatrixEntries entries;
    for (std::size_t constraint = 0; constraint < system.rows().size(); ++constraint) {
        std::map<int, double> row;
        for (const NodeWeight& w : system.rows()[constraint].separation.weights) row[index(w.node)] += double(w.weight);
        for (const auto& [node, weight] : row) {
            entries.row.push_back(std::int64_t(constraint));
            entries.column.push_back(node);
            entries.value.push_back(weight);
        }
    }
    return entries;
}

std::vector<std::string> json_parts(const std::string& json) {
    constexpr std::size_t longest = 512 << 10;  // more than half a chunk, so that each is a chunk of its own
    std::vector<std::string> parts;
    for (std::size_t from = 0, to; from < json.size(); from = to) {
        to = std::min(from + longest, json.size());
        while (to < json.size() && (static_cast<unsigned char>(json[to]) & 0xc0) == 0x80) --to;
        parts.push_back(json.substr(from, to - from));
    }
    return parts;
}

std::size_t number_count(const SystemGraph& graph) {
    std::size_t count = 0;
    for (const EdgeRow& row : graph.edges) count += row.edge.numbers.size();
    return count;
}

std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates) {
    const auto angles = std::ranges::count(coordinates, "rad", &Coordinate::unit);
    const std::size_t comma = both.find(", ");
    if (angles == 0) return both.substr(comma + 2);
    return angles == static_cast<long>(coordinates.size()) ? both.substr(0, comma) : both;
}

void each_system_column(const DatasetDescription& description, const ConstrainedSystem& system, const ColumnUse& use) {
    if (system.node_count() > most_dense_nodes) {
        const std::vector<std::string> parts = json_parts(description.system_json);
        use("/system/part", count_up(parts.size()));
        use("/system/json", parts);
    } else use("/system/json", description.system_json);
    use("/system/protocol", description.protocol_json);
    if (description.lyapunov) {
        use("/system/lyapunov_exponent", description.lyapunov->largest.mean);
        use("/system/lyapunov_low", description.lyapunov->largest.low);
        use("/system/lyapunov_high", description.lyapunov->largest.high);
        use("/system/lyapunov", description.lyapunov->json);
    }
    add_matrices(system, use);
    add_nodes(description, use);
    add_constraints(system, use);
    use("/system/dynamics", dynamics_of(system));
    add_coordinates(description, use);
    add_inputs(system.inputs(), use);
    add_bodies(description, system.dimension(), use);
    add_edges(description, system.dimension(), use);
    add_numbers(description, use);
    use("/system/constraints/edge", edges_of_rows(description.graph, system.rows().size()));
    add_parameters(description, use);
}

}  // namespace cchnn
