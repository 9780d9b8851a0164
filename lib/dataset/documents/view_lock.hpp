#pragma once
// view.json, the lock file of a view (schemas/view.md): the recipe, the digest of the dataset that was
// observed, and the digests of the files.

#include <filesystem>
#include <string>

#include "dataset/view_description.hpp"

namespace cchnn {

std::string view_lock_json(const ViewLock& lock);
// Throws IoError, SpecError with every problem.
ViewLock read_view_lock(const std::filesystem::path& path);

// Whether a text claims to be a view.json; it may still be invalid.
bool is_view_lock(const std::string& text);

}  // namespace cchnn
