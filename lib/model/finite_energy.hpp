#pragma once
// Whether inputs, energy and forces are finite in a state: a formula such as log(x) has a value for some x only.

#include <string>

#include "model/compiled_system.hpp"

namespace cchnn {

// "V of Potential bob, log(x), is nan at x = -1.2": the first input, else the first formula of a potential, without a
// finite value or force, else V or a force of another kind; "" where everything is finite.
std::string not_finite_in(const CompiledSystem& compiled, const InitialState& state);

}  // namespace cchnn
