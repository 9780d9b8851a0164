#pragma once
// Views as JSON: the recipe, in view.json and in the files, and what a file says of itself.

#include <string>
#include <vector>

#include "dataset/view_description.hpp"

namespace cchnn {

std::string recipe_json(const ObservationRecipe& recipe);
// Of a JSON text that the schema describes. What it cannot say goes to `problems`, at keys of the recipe.
ObservationRecipe read_recipe(const std::string& json, std::vector<Problem>& problems);

// The text of /view in a view's file.
std::string view_header_json(const ViewDescription& description);
// The same without shapes, which arrays have. Throws SpecError with every problem; `source` is what messages call it.
ViewDescription read_view_header(const std::string& text, const std::string& source);

}  // namespace cchnn
