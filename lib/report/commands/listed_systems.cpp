#include "report/commands/listed_systems.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Bodies that move. An Origin is a place in space that others are attached to.
std::ptrdiff_t body_count(const SystemSpec& spec) {
    return std::ranges::count_if(spec.bodies, [](const BodySpec& body) { return body.type != BodyType::origin; });
}

}  // namespace

std::string system_facts_json(const CompiledSystem& compiled) {
    const SystemSpec& spec = compiled.spec;
    const ConstrainedSystem& system = compiled.system;
    Json json{{"name", spec.name},
              {"title", spec.title},
              {"description", spec.description},
              {"dimension", system.dimension()},
              {"bodies", body_count(spec)},
              {"constraints", system.rows().size()},
              {"rank", system.independent_count()},
              {"degrees_of_freedom", system.degrees_of_freedom()},
              {"conserved", Json::array()},
              {"dt", spec.sampling.dt},
              {"samples", spec.sampling.steps}};
    for (const ConservedQuantity& quantity : system.conserved()) json["conserved"].push_back(quantity.name);
    return json_line(json);
}

std::array<std::string, 5> listed_cells(const std::string& facts) {
    const Json json = Json::parse(facts);
    return {json["dimension"].dump(), json["bodies"].dump(), json["constraints"].dump(),
            json["degrees_of_freedom"].dump(), json["title"].get<std::string>()};
}

std::string group_json(const ListedGroup& group) {
    return json_line({{"group", group.name}, {"what", group.what}, {"systems", parsed_list(group.systems)}});
}

namespace {

using Json = nlohmann::ordered_json;

Json row_json(const ConstraintRow& row) {
    return {{"name", row.name}, {"on_positions", row.on_positions()}, {"independent", row.independent}};
}

Json conserved_json(const ConservedQuantity& quantity) {
    Json json{{"name", quantity.name}};
    if (quantity.kind == ConservedQuantity::Kind::angular_momentum) json["centre"] = quantity.centre;
    return json;
}

// The coordinates in the order of /q of a file. Lengths have the unit of the system, angles have rad.
Json coordinates_json(const GeneralisedCoordinates& coordinates, const Units& units) {
    return json_list(coordinates.table(), [&](const Coordinate& coordinate) {
        return Json{{"body", coordinate.body},
                    {"kind", coordinate.kind},
                    {"unit", coordinate.unit == "m" ? units.length : coordinate.unit},
                    {"attached_to", coordinate.attached_to},
                    {"relative_to", coordinate.relative_to}};
    });
}

// The node matrix M as rows: T = tr(v^T M v)/2, with v as (nodes, d).
Json mass_matrix_json(const ConstrainedSystem& system) {
    const std::vector<double> entries = system.mass_matrix();
    const std::size_t n = system.node_count();
    Json rows = Json::array();
    for (std::size_t i = 0; i < n; ++i)
        rows.push_back(std::vector<double>(entries.begin() + i * n, entries.begin() + ((i + 1) * n)));
    return rows;
}

}  // namespace

std::string shown_system_json(const CompiledSystem& compiled) {
    const ConstrainedSystem& system = compiled.system;
    Json json{{"system", Json::parse(system_facts_json(compiled))},
              {"nodes", system.node_count()},
              {"state_size", system.state_size()},
              {"rows", json_list(system.rows(), row_json)},
              {"rank_in", compiled.sampler.given_count() < 0 ? "every state" : "the given state"},
              {"holonomic", system.holonomic()},
              {"dissipative", system.dissipative()},
              {"conserved", json_list(system.conserved(), conserved_json)},
              {"mass_matrix", mass_matrix_json(system)},
              {"coordinates", coordinates_json(compiled.coordinates, compiled.spec.units)}};
    if (!compiled.coordinates.exist()) json["no_coordinates"] = compiled.coordinates.why_none();
    return json_line(json);
}

}  // namespace cchnn
