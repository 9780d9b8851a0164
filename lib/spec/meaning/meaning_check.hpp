#pragma once
// The last step of reading a system (read_system.hpp): rules that a schema cannot express. These are references between
// bodies, shapes that depend on the dimension, and ranges that involve two numbers. The functions work on the struct,
// so that a SystemSpec made by a program obeys the same rules as a file.

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Checks bodies, constraints, potentials and damping: everything that a BodyGraph is made of.
std::vector<Problem> graph_problems(const SystemSpec& spec);

// Checks inputs: their ids, and how their values are defined.
std::vector<Problem> input_problems(const SystemSpec& spec);

// Checks initial conditions, sampling and conserved quantities. Explicit states are at
// "/initial_conditions/states" and an index in the file, or at "/initial_conditions/state" if there is only one
// (`single_state`).
std::vector<Problem> state_problems(const SystemSpec& spec, bool single_state);

// "energy" and the components of momentum that exist in this dimension.
std::vector<std::string> conserved_names(int dimension);

}  // namespace cchnn
