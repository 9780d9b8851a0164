#pragma once
// What a manifest says of its sets, with the digests of the files as they are now.

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// Reads and digests every file. Throws DataError (one that is missing or is no dataset), IoError.
std::vector<SplitContent> stored_splits(const std::filesystem::path& directory, std::vector<SplitContent> splits);

// What the digests of a lock file were compared by: "55 arrays", or the whole content where it lists no array.
std::string compared_digests(const std::vector<SplitContent>& splits);

}  // namespace cchnn
