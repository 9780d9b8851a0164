#pragma once
// What an item of a file joins, and with which numbers: a row of /system/edges of a dataset
// (schemas/dataset.md), from which a reader can build the graph, Phi and V without the JSON. dataset/ writes
// them.

#include <string>
#include <vector>

#include "elements/parts/bodies.hpp"
#include "elements/parts/reading/fields.hpp"
#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {

// A named number of an edge, in SI units.
struct EdgeNumber {
    std::string name;  // its key in the file, entries of a vector as "up_x"
    double value;
    std::string unit;       // SI
    std::string pointer{};  // within the item, where it is not "/" and the name: "/force/0"
};
// One edge: the bodies and points that it joins, and its numbers.
struct Edge {
    int body_a = -1, body_b = -1;  // places in the file's list; -1: the world, or nothing
    std::vector<double> point_a,
        point_b;  // along the body's principal axes from its centre; of an Origin in space; or empty
    std::vector<EdgeNumber> numbers{};
};

Edge edge_between(const PointSpec& a, const PointSpec& b, const Bodies& bodies);
Edge edge_of(const PointSpec& a, const Bodies& bodies);
// Adds the entries of a vector under names of their own: "up_x", "up_y", ... along axes of space, "axis_a_1",
// "axis_a_2", ... along axes of a body.
void add_entries(Edge& edge, const std::string& name, const std::vector<double>& entries, const std::string& unit,
                 bool along_axes_of_space);

// Adds the numbers, vectors and pairs of directions among the fields of an item, in their order.
template <class Fields, class Spec>
void add_numbers(Edge& edge, const Fields& fields, const Spec& spec) {
    const bool about_pivot = names_pivot(fields, spec);
    const auto add = [&](const auto& field, double value) {
        edge.numbers.push_back({field.key, value, field.unit_of(about_pivot)});
    };
    using Entries = std::vector<double>;
    for_each_field(
        fields, spec,
        Overloaded{[](const auto&, const auto&...) {}, [&](const auto& field, double value) { add(field, value); },
                   [&](const auto& field, const std::optional<double>& value) { add(field, value.value_or(0)); },
                   [&](const auto& field, const Entries& vector) {
                       if (!field.is_in_space) return;
                       add_entries(edge, field.key, vector, field.unit, true);
                       for (std::size_t i = 0; i < vector.size(); ++i)
                           edge.numbers[edge.numbers.size() - vector.size() + i].pointer =
                               child(std::string("/") + field.key, i);
                   },
                   [&](const auto& field, const Entries& on_a, const Entries& on_b) {
                       add_entries(edge, std::string(field.key) + "_a", on_a, field.unit, false);
                       add_entries(edge, std::string(field.key) + "_b", on_b, field.unit, false);
                   }});
}

}  // namespace cchnn
