#pragma once
// Fills a manifest's list of sets with the digests that their files have now.

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// Reads every file and recomputes its digests. Throws DataError (a file is missing or is no dataset), IoError.
std::vector<SplitContent> stored_splits(const std::filesystem::path& directory, std::vector<SplitContent> splits);

// What was compared, for the report: "55 arrays", or the whole content if the lock file lists no array.
std::string compared_digests(const std::vector<SplitContent>& splits);

}  // namespace cchnn
