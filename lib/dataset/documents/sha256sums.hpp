#pragma once
// SHA256SUMS of a dataset's directory (manifest.hpp) read back, and the files beside it compared with it.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

struct ListedFile {
    std::string sha256, file;
};
// Lines "<64 hex digits>  <name>", names of files beside it. Throws IoError, DataError.
std::vector<ListedFile> read_sha256sums(const std::filesystem::path& path);

struct ChangedFile {
    std::string file;
    bool missing = false;  // or its bytes have another SHA-256
};
// Files of a list that are not as it says.
std::vector<ChangedFile> changed_files(const std::filesystem::path& directory, const std::vector<ListedFile>& sums);

// Throws DataError, a problem for each file: one of SHA256SUMS that is missing or has other bytes, and one of
// `expected` that SHA256SUMS does not list.
void require_unchanged(const std::filesystem::path& directory, const std::vector<std::string>& expected);

}  // namespace cchnn
