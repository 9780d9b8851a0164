#include "elements/moving_equations.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "elements/formula_constraint.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string own_text(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    return value.is_string() ? value.get<std::string>() : std::string();
}
Json own_list(const Json& object, const char* key) {
    Json value = object.value(key, Json());
    return value.is_array() ? value : Json::array();
}

}  // namespace

bool equation_moves(const Json& item, int dimension) {
    if (!item.is_object()) return false;
    const std::string type = own_text(item, "type");
    const bool velocities = type == VelocityConstraintKind::type;
    if (!velocities && type != FormulaConstraintKind::type) return false;
    EquationSpec spec;
    spec.points.resize(own_list(item, "points").size());
    spec.equation = own_text(item, "equation");
    for (const Json& name : own_list(item, "names"))
        spec.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    const Json constants = item.value("constants", Json());
    if (constants.is_object())
        for (const auto& constant : constants.items()) spec.constants[constant.key()] = 0;
    return moves_in_time(spec, dimension, velocities);
}

}  // namespace cchnn
