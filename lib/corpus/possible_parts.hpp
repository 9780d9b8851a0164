#pragma once
// What a recipe names and no system of it can have, such as a Weld without a body to hold to, and recipes of which no
// system could be drawn: found from the recipe alone, before anything is drawn.

#include <vector>

#include "core/errors.hpp"
#include "corpus/recipe.hpp"

namespace cchnn {

// `where` of a problem is a JSON pointer into the recipe.
std::vector<Problem> impossible_parts(const Recipe& recipe);

}  // namespace cchnn
