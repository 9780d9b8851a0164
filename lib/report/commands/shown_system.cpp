#include "report/commands/shown_system.hpp"

#include <nlohmann/json.hpp>

#include "report/commands/listed_systems.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Json rows_json(const ConstrainedSystem& system) {
    Json rows = Json::array();
    for (const ConstraintRow& row : system.rows())
        rows.push_back({{"name", row.name}, {"on_positions", row.on_positions()}, {"independent", row.independent}});
    return rows;
}

Json conserved_json(const ConstrainedSystem& system) {
    Json all = Json::array();
    for (const ConservedQuantity& quantity : system.conserved()) {
        all.push_back({{"name", quantity.name}});
        if (quantity.kind == ConservedQuantity::Kind::angular_momentum) all.back()["centre"] = quantity.centre;
    }
    return all;
}

// The coordinates in the order of /q of a file. Lengths have the unit of the system, angles have rad.
Json coordinates_json(const GeneralisedCoordinates& coordinates, const Units& units) {
    Json all = Json::array();
    for (const Coordinate& coordinate : coordinates.table())
        all.push_back({{"body", coordinate.body},
                       {"kind", coordinate.kind},
                       {"unit", coordinate.unit == "m" ? units.length : coordinate.unit},
                       {"attached_to", coordinate.attached_to},
                       {"relative_to", coordinate.relative_to}});
    return all;
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
              {"rows", rows_json(system)},
              {"rank_in", compiled.sampler.given_count() < 0 ? "every state" : "the given state"},
              {"holonomic", system.holonomic()},
              {"dissipative", system.dissipative()},
              {"conserved", conserved_json(system)},
              {"mass_matrix", mass_matrix_json(system)},
              {"coordinates", coordinates_json(compiled.coordinates, compiled.spec.units)}};
    if (!compiled.coordinates.exist()) json["no_coordinates"] = compiled.coordinates.why_none();
    return json_line(json);
}

}  // namespace cchnn
