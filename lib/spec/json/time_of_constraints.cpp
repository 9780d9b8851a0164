#include "spec/json/time_of_constraints.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "elements/moving_equations.hpp"
#include "elements/parts/formula/time_formula.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void add_time_of_constraints(Json& document) {
    const Json dimension = document.is_object() ? document.value("dimension", Json()) : Json();
    if (!dimension.is_number_integer() || dimension < 1 || dimension > 3) return;
    const Json items = document.value("constraints", Json());  // no item of what is no list moves
    const int axes = dimension.get<int>();
    if (std::none_of(items.begin(), items.end(), [&](const Json& item) { return equation_moves(item, axes); })) return;
    Json& inputs = document["inputs"];
    if (inputs.is_null()) inputs = Json::array();
    const auto is_time = [](const Json& input) { return input.is_object() && input.value("id", Json()) == time_name; };
    if (inputs.is_array() && std::none_of(inputs.begin(), inputs.end(), is_time))
        inputs.push_back({{"id", time_name}, {"unit", "s"}, {"formula", time_name}});
}

}  // namespace cchnn
