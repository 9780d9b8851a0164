#pragma once
// Whether inputs, energy and forces are finite in a state: a formula such as log(x) has a value for some x only.

#include <string>
#include <vector>

#include "model/compiled_system.hpp"

namespace cchnn {

// "V of Potential bob, log(x), is nan at x = -1.2": the first input, else the first formula of a potential, without a
// finite value or force, else V or a force of another kind; "" where everything is finite.
std::string not_finite_in(const CompiledSystem& compiled, const InitialState& state);

// Whether M(q) = d2T/dqd2 of a Lagrangian is positive definite at q, by more than rounding.
bool has_inertia(const ConstrainedSystem& system, const std::vector<double>& q);

}  // namespace cchnn
