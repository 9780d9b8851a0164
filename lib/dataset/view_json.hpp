#pragma once
// The JSON texts of views: the recipe, which is in view.json and in the files, and the description in a file.

#include <string>
#include <vector>

#include "dataset/view_description.hpp"

namespace cchnn {

std::string recipe_json(const ObservationRecipe& recipe);
// Reads a recipe from a JSON text that satisfies the schema. Violations of other rules are added to `problems`,
// located by the keys of the recipe.
ObservationRecipe read_recipe(const std::string& json, std::vector<Problem>& problems);

// The text of /view in a view's file.
std::string view_header_json(const ViewDescription& description);
// Reads the text of /view. Shapes are not in it, they follow from the arrays. Throws SpecError with every
// problem; `source` names the text in messages.
ViewDescription read_view_header(const std::string& text, const std::string& source);

}  // namespace cchnn
