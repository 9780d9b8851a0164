#include "spec/found_items.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/to_size.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> lists{"constraints", "invariants"},
    invariant_keys{"points", "names", "constants", "equation"};

// Of all inputs those that move an Origin. Nothing would name the others, such as those of torques.
Json inputs_of_origins(const SystemSpec& system, const Json& all) {
    Json inputs = Json::array();
    for (const Json& input : all)
        if (std::ranges::any_of(system.moves, [&](const auto& origin) {
                return std::ranges::any_of(origin.second,
                                           [&](const MoveSpec& move) { return input.at("id") == move.input; });
            }))
            inputs.push_back(input);
    return inputs;
}

// A formula has the same numbers in every trajectory: it has none that is drawn, and names no Origin whose place is drawn.
std::vector<Problem> drawn_numbers(const SystemSpec& read, const Json& items, const std::string& list,
                                   const std::string& source) {
    const std::string arrays = list == lists[0] ? "/found/constraints" : "/found/invariants",
                      remedy =
                          " in every trajectory, and formulas have the same numbers in all of them; say it by the "
                          "rows of " +
                          arrays + " instead";
    const Json values = items.flatten();
    std::vector<Problem> problems;
    for (const VariedProperty& property : read.varied) {
        if (property.pointer.starts_with("/constraints/")) {
            problems.push_back({source + "#/" + list + property.pointer.substr(std::string("/constraints").size()),
                                "is drawn anew" + remedy});
            continue;
        }
        for (std::size_t b = 0; b < read.bodies.size(); ++b) {
            const BodySpec& body = read.bodies[b];
            if (!is_origin(body) || !property.pointer.starts_with("/bodies/" + std::to_string(b) + "/position"))
                continue;
            for (const auto& [pointer, value] : values.items())
                if (value == body.id)
                    problems.push_back({source + "#/" + list + pointer,
                                        "names '" + body.id + "', whose position is drawn anew" + remedy});
        }
    }
    return problems;
}

// Problems of a document that no longer has a list of its own name have the name of the list where it was.
SystemSpec parsed(const Json& document, const std::string& list, const std::string& source) {
    try {
        return parse_system(document.dump(), source);
    } catch (const SpecError& error) {
        std::vector<Problem> problems = error.problems();
        const std::string from = source + "#/constraints", to = source + "#/" + list;
        for (Problem& problem : problems)
            if (problem.where.starts_with(from)) problem.where.replace(0, from.size(), to);
        throw SpecError(std::move(problems));
    }
}

// The first velocity that its formula may name, which is linear in itself: the formula of the file may have any degree.
std::string some_velocity(const Json& invariant) {
    const auto names = invariant.find("names");
    const bool named = names != invariant.end() && names->is_array() && !names->empty() && names->front().is_string();
    return named ? names->front().get<std::string>() + "d" : "vx1";
}

// Of every body that moves: its centre at 0 and the tips of its axes along those of space. Nothing starts there.
Json some_positions(const SystemSpec& system) {
    Json positions = Json::object();
    for (const BodySpec& body : system.bodies) {
        if (is_origin(body)) continue;
        const std::vector<double> centre(to_size(system.dimension));
        std::vector<std::vector<double>> nodes(to_size(axis_count(body.type) + 1), centre);
        for (std::size_t k = 1; k < nodes.size(); ++k) nodes[k][k - 1] = 1;
        positions[body.id] = nodes.size() > 1 ? Json(nodes) : Json(centre);
    }
    return positions;
}

}  // namespace

FoundItems found_items(const SystemSpec& system, const std::string& text, const std::string& source) {
    const Json found = parse_json(text, source);
    std::vector<Problem> problems;
    if (!found.is_object()) problems.push_back({source, "must be an object with constraints or invariants"});
    else
        for (const auto& [key, value] : found.items()) {
            if (key != lists[0] && key != lists[1])
                problems.push_back({source + "#/" + key, "unknown key" + suggestion(key, lists)});
            else if (!value.is_array()) problems.push_back({source + "#/" + key, "must be a list"});
        }
    if (!problems.empty()) throw SpecError(std::move(problems));

    const Json whole = Json::parse(system.json);
    Json document{{"name", system.name}, {"dimension", system.dimension}, {"bodies", whole.at("bodies")}};
    for (const char* key : {"units", "draws"})
        if (whole.contains(key)) document[key] = whole.at(key);
    if (Json inputs = inputs_of_origins(system, whole.value("inputs", Json::array())); !inputs.empty())
        document["inputs"] = std::move(inputs);
    document["initial_conditions"]["states"] = Json::array({{{"position", some_positions(system)}}});
    FoundItems items;
    document["constraints"] = found.value(lists[0], Json::array());
    items.constraints = parsed(document, lists[0], source);
    document["constraints"] = Json::array();
    for (const Json& invariant : found.value(lists[1], Json::array())) {
        const std::string at = source + "#/invariants/" + std::to_string(items.equations.size());
        items.equations.emplace_back();
        Json& item = document["constraints"].emplace_back(Json{{"type", "VelocityConstraint"}});
        if (!invariant.is_object()) {
            problems.push_back({at, "must be an object with points and an equation"});
            continue;
        }
        for (const auto& [key, value] : invariant.items())
            if (std::ranges::find(invariant_keys, key) == invariant_keys.end())
                problems.push_back({at + "/" + key, "unknown key" + suggestion(key, invariant_keys)});
            else item[key] = value;
        const auto equation = invariant.find("equation");
        if (equation == invariant.end() || !equation->is_string())
            problems.push_back({at, "needs an equation, a formula of coordinates and velocities"});
        else items.equations.back() = *equation;
        item["equation"] = some_velocity(invariant);
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
    items.invariants = parsed(document, lists[1], source);
    problems = drawn_numbers(items.constraints, found.value(lists[0], Json::array()), lists[0], source);
    for (Problem& problem : drawn_numbers(items.invariants, found.value(lists[1], Json::array()), lists[1], source))
        problems.push_back(std::move(problem));
    if (!problems.empty()) throw SpecError(std::move(problems));
    return items;
}

}  // namespace cchnn
