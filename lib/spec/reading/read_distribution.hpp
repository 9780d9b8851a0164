#pragma once
// Reads a value that may be drawn: a number, a formula of draws (checked by spec/json/number_formulas.hpp),
// {"normal": ...}, {"uniform": ...}, {"values": ...} or {"choice": ...}, as the schema allows them.

#include <nlohmann/json_fwd.hpp>

#include "spec/system_spec.hpp"

namespace cchnn {

Distribution read_distribution(const nlohmann::ordered_json& value);

}  // namespace cchnn
