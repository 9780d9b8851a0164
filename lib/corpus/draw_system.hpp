#pragma once
// Draws one system of a recipe: bodies at places in space, then constraints and forces whose lengths follow from these
// places. So loops close where they are drawn. The choices are drawn in the order of this list, from one random stream:
//
//   dimension, anchor, number of bodies, gravity; for each body its type, numbers and directions, the earlier body that
//   it is attached to, how, and its place; loops; the other forces in the order of recipe.cpp
//
// Numbers are rounded to six digits, as a person would write them; directions within a body keep all digits.

#include <string>

#include "corpus/placed_body.hpp"
#include "corpus/recipe.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {

double uniform(RandomStream& random, NumberRange range);
double six_digits(double number);

// Whether something of `attach` can hold `body` to an earlier one. A Weld to an Origin would hold it still.
bool fits(Attachment how, const PlacedBody& parent, const PlacedBody& body, int dimension);

// Whether this attaches a body to space, or to nothing, in place of the earlier body.
bool holds_to_space(Attachment how);

// The text of a system file without its starting speeds and times (drawn_system.hpp); "" where nothing of `attach`
// fits.
std::string draw_system(const Recipe& recipe, RandomStream& random, const std::string& name);

}  // namespace cchnn
