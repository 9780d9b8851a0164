#pragma once
// A view: what an instrument records of a dataset (sample/observation.hpp), as a file of its own
// (schemas/view.md).

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/split.hpp"
#include "sample/observation.hpp"

namespace cchnn {

// The description in the file of a view.
struct ViewDescription {
    std::string system, split;  // names
    std::string truth_digest;   // of what is seen
    ObservationRecipe recipe;
    std::uint64_t count = 0;               // N
    int truth_samples = 0;                 // T of the truth
    int inputs = 0;                        // of a driven system
    int samples = 0, nodes = 0, axes = 0;  // K, n', d'
    double spread_x = 0, spread_v = 0;     // of the truth, as seen
    std::vector<int> seen = {};            // (n') nodes of the truth
    std::vector<std::string> bodies = {};  // (n') whose they are
    std::string length_unit = "m", time_unit = "s";
    std::string content_digest = {};  // read back
};

// The entry of one file in view.json.
struct ViewSplit {
    std::string split, file;
    std::string truth_digest, content_digest;
    std::uint64_t count = 0;
    int samples = 0;
};

// view.json, the lock file of a view: the recipe, the digest of the dataset that was observed, and the digests of the
// files.
struct ViewLock {
    std::string tool_version, command, system;
    ObservationRecipe recipe;
    std::vector<ViewSplit> splits;
};

// The JSON texts of views. The recipe is in view.json and in the files.
std::string recipe_json(const ObservationRecipe& recipe);
// Reads a recipe from a JSON text that satisfies the schema. Violations of other rules are added to `problems`,
// located by the keys of the recipe.
ObservationRecipe read_recipe(const std::string& json, std::vector<Problem>& problems);

// The text of /view in a view's file.
std::string view_header_json(const ViewDescription& description);
// Reads the text of /view. Shapes are not in it, they follow from the arrays. Throws SpecError with every
// problem; `source` names the text in messages.
ViewDescription read_view_header(const std::string& text, const std::string& source);

std::string view_lock_json(const ViewLock& lock);
// Throws IoError, SpecError with every problem.
ViewLock read_view_lock(const std::filesystem::path& path);

// Whether a text claims to be a view.json; it may still be invalid.
bool is_view_lock(const std::string& text);

}  // namespace cchnn
