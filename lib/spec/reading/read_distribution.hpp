#pragma once
// A number or {"normal": ...} or {"uniform": ...}, as the schema allows them. Used wherever something is drawn.

#include <nlohmann/json_fwd.hpp>

#include "spec/system_spec.hpp"

namespace cchnn {

Distribution read_distribution(const nlohmann::ordered_json& value);

}  // namespace cchnn
