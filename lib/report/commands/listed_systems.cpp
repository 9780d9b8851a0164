#include "report/commands/listed_systems.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Bodies that move. An Origin is a place in space that others are attached to.
std::ptrdiff_t body_count(const SystemSpec& spec) {
    return std::count_if(spec.bodies.begin(), spec.bodies.end(),
                         [](const BodySpec& body) { return body.type != BodyType::origin; });
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
    Json json{{"group", group.name}, {"what", group.what}, {"systems", Json::array()}};
    for (const std::string& system : group.systems) json["systems"].push_back(Json::parse(system));
    return json_line(json);
}

}  // namespace cchnn
