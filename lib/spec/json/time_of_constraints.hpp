#pragma once
// The time as an input of a system whose Constraints or VelocityConstraints move: such a row does work, which `/work` counts, so
// that the system is driven. The file need not list the input `t`; the text that datasets store has it.

#include <nlohmann/json_fwd.hpp>

namespace cchnn {

// Adds the input to a document with written-out items, unless it has one of this name.
void add_time_of_constraints(nlohmann::ordered_json& document);

}  // namespace cchnn
