#include "dataset/writer/graph_columns.hpp"

#include <algorithm>

#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<std::int64_t>;
using Columns = std::vector<std::pair<std::string, Column>>;

// Appends d numbers, with zeros where fewer are given. Adding 0.0 turns -0 into 0.
void append(std::vector<double>& to, const std::vector<double>& some, int dimension) {
    for (std::size_t k = 0; k < to_size(dimension); ++k) to.push_back(k < some.size() ? some[k] + 0.0 : 0.0);  // no -0
}

// The column of /parameters that holds the drawn values of a JSON pointer, or -1 if the value is not drawn.
std::int64_t column_of(const DatasetDescription& d, const std::string& pointer) {
    const auto found =
        std::find_if(d.varied.begin(), d.varied.end(), [&](const VariedProperty& p) { return p.pointer == pointer; });
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
void add_bodies(const DatasetDescription& d, int dimension, Columns& columns) {
    const std::vector<Body>& bodies = d.graph.bodies;
    const auto add = [&](const char* name, Column column) {
        columns.emplace_back(std::string("/system/bodies/") + name, std::move(column));
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
void add_edges(const DatasetDescription& d, int dimension, Columns& columns) {
    const std::vector<EdgeRow>& edges = d.graph.edges;
    const auto add = [&](const char* name, Column column) {
        columns.emplace_back(std::string("/system/edges/") + name, std::move(column));
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
void add_numbers(const DatasetDescription& d, Columns& columns) {
    std::vector<std::string> names, units;
    std::vector<double> values;
    Numbers varied;
    for (const EdgeRow& row : d.graph.edges)
        for (const EdgeNumber& number : row.edge.numbers) {
            names.push_back(number.name);
            units.push_back(unit_in(number.unit, d.units));
            values.push_back(number.value + 0.0);
            varied.push_back(column_of(d, row.pointer + (number.pointer.empty() ? "/" + number.name : number.pointer)));
        }
    columns.emplace_back("/system/edges/numbers/edge_number", count_up(names.size()));
    columns.emplace_back("/system/edges/numbers/name", std::move(names));
    columns.emplace_back("/system/edges/numbers/value", std::move(values));
    columns.emplace_back("/system/edges/numbers/unit", std::move(units));
    columns.emplace_back("/system/edges/numbers/varied", std::move(varied));
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

}  // namespace

std::size_t number_count(const SystemGraph& graph) {
    std::size_t count = 0;
    for (const EdgeRow& row : graph.edges) count += row.edge.numbers.size();
    return count;
}

std::vector<std::pair<std::string, Column>> graph_columns(const DatasetDescription& description, int dimension,
                                                          std::size_t rows) {
    Columns columns;
    add_bodies(description, dimension, columns);
    add_edges(description, dimension, columns);
    add_numbers(description, columns);
    columns.emplace_back("/system/constraints/edge", edges_of_rows(description.graph, rows));
    return columns;
}

}  // namespace cchnn
