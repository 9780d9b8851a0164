#pragma once
// view.json, the lock file of a view (schemas/view.md): the recipe, the digest of the truth it is of, and digests of what
// came out.

#include <filesystem>
#include <string>

#include "dataset/view_description.hpp"

namespace cchnn {

std::string view_lock_json(const ViewLock& lock);
// Throws IoError, SpecError with every problem.
ViewLock read_view_lock(const std::filesystem::path& path);

// Is a text a view.json? Not whether it is a good one.
bool is_view_lock(const std::string& text);

}  // namespace cchnn
