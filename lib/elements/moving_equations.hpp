#pragma once
// Which items of a file are equations that move in time, before the file is checked: such a file gets the time as an input.

#include <nlohmann/json_fwd.hpp>

namespace cchnn {

// Whether an item of `constraints` is a Constraint or VelocityConstraint whose equation moves (formula_constraint.hpp). An item
// that the schema may still find wrong: what it lacks does not move.
bool equation_moves(const nlohmann::ordered_json& item, int dimension);

}  // namespace cchnn
