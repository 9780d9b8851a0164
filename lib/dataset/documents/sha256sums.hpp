#pragma once
// Reads SHA256SUMS of a dataset's directory (manifest.hpp), and compares the files with it.

#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

// One line of the list.
struct ListedFile {
    std::string sha256, file;
};
// Lines "<64 hex digits>  <name>", names of files beside it. Throws IoError, DataError.
std::vector<ListedFile> read_sha256sums(const std::filesystem::path& path);

struct ChangedFile {
    std::string file;
    bool missing = false;  // or its bytes have another SHA-256
};
// The listed files that are missing or have other bytes; reads all of them.
std::vector<ChangedFile> changed_files(const std::filesystem::path& directory, const std::vector<ListedFile>& sums);

// Throws DataError with a problem for each listed file that is missing or has other bytes, and for each file in
// `expected` that is not listed.
void require_unchanged(const std::filesystem::path& directory, const std::vector<std::string>& expected);

}  // namespace cchnn
