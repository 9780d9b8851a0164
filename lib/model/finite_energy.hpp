#pragma once
// Whether inputs, energy and forces are finite in a state: a formula such as log(x) has a value for some x only.

#include <string>
#include <vector>

#include "model/compiled_system.hpp"

namespace cchnn {

// "V of Potential bob, log(x), is nan at x = -1.2": the first input, else the first formula of a potential, without a
// finite value or force, else V or a force of another kind; "" where everything is finite.
std::string not_finite_in(const CompiledSystem& compiled, const InitialState& state);

// What keeps a Lagrangian from giving accelerations at q: M(q) = d2T/dqd2 that is not positive definite by more than rounding,
// or constraints that depend on each other. "" if nothing does.
std::string problem_of_lagrangian(const ConstrainedSystem& system, const std::vector<double>& q);

}  // namespace cchnn
