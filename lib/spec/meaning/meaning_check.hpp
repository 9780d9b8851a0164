#pragma once
// Third pass: what a schema cannot say. References between bodies, shapes that follow the dimension, ranges that join
// two numbers. Works on the struct, so that a SystemSpec made by a program is checked by the same rules as a file.

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Bodies, constraints and potentials: all that a BodyGraph is made of.
std::vector<Problem> graph_problems(const SystemSpec& spec);

// Inputs: their ids, and how they are drawn.
std::vector<Problem> input_problems(const SystemSpec& spec);

// Initial conditions, sampling and conserved quantities.
// States given number by number stand at "/initial_conditions/states" and an index, or, when there is only one, at
// "/initial_conditions/state" (`single_state`).
std::vector<Problem> state_problems(const SystemSpec& spec, bool single_state);

// "energy", and the components of momentum that exist in a dimension.
std::vector<std::string> conserved_names(int dimension);

}  // namespace cchnn
