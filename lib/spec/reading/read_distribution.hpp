#pragma once
// A number, a formula of draws (spec/json/number_formulas.hpp has checked it), {"normal": ...}, {"uniform": ...} or
// {"values": ...}, as the schema allows them. Used wherever something is drawn.

#include <nlohmann/json_fwd.hpp>

#include "spec/system_spec.hpp"

namespace cchnn {

Distribution read_distribution(const nlohmann::ordered_json& value);

}  // namespace cchnn
