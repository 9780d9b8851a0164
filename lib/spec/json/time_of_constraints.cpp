#include "spec/json/time_of_constraints.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "elements/formula_constraint.hpp"
#include "elements/parts/formula/time_formula.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    return value.is_string() ? value.get<std::string>() : std::string();
}
Json list_at(const Json& object, const char* key) {
    Json value = object.value(key, Json());
    return value.is_array() ? value : Json::array();
}

// An item that the schema may still find wrong: what it lacks does not move.
bool moves(const Json& item, int dimension) {
    if (!item.is_object()) return false;
    const std::string type = text_at(item, "type");
    const bool velocities = type == VelocityConstraintKind::type;
    if (!velocities && type != FormulaConstraintKind::type) return false;
    EquationSpec spec;
    spec.points.resize(list_at(item, "points").size());
    spec.equation = text_at(item, "equation");
    for (const Json& name : list_at(item, "names"))
        spec.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    const Json constants = item.value("constants", Json());
    if (constants.is_object())
        for (const auto& constant : constants.items()) spec.constants[constant.key()] = 0;
    return moves_in_time(spec, dimension, velocities);
}

}  // namespace

void add_time_of_constraints(Json& document) {
    const Json dimension = document.is_object() ? document.value("dimension", Json()) : Json();
    if (!dimension.is_number_integer() || dimension < 1 || dimension > 3) return;
    const Json items = list_at(document, "constraints");
    const int axes = dimension.get<int>();
    if (std::none_of(items.begin(), items.end(), [&](const Json& item) { return moves(item, axes); })) return;
    Json& inputs = document["inputs"];
    if (inputs.is_null()) inputs = Json::array();
    const auto is_time = [](const Json& input) { return input.is_object() && text_at(input, "id") == time_name; };
    if (inputs.is_array() && std::none_of(inputs.begin(), inputs.end(), is_time))
        inputs.push_back({{"id", time_name}, {"unit", "s"}, {"formula", time_name}});
}

}  // namespace cchnn
