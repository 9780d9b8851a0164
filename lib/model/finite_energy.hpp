#pragma once
// Whether energy and forces have a finite value in a state: a formula such as log(x) has one in a part of space only.

#include <string>

#include "model/compiled_system.hpp"

namespace cchnn {

// "V of Potential bob, log(x), is nan at x = -1.2": the first potential without a value, or whose force has none; ""
// where everything is finite.
std::string not_finite_in(const CompiledSystem& compiled, const InitialState& state);

}  // namespace cchnn
