#pragma once
// Describes what `cchnn-gen export` wrote: rows or windows as HDF5, NumPy archive or lines of JSON, a directory
// of .npy files, or a directory of such files; and the croissant.json beside them.

#include <filesystem>
#include <string>

namespace cchnn {

// As file_info() (file_info.hpp), of kind "export" or "croissant"; "" for anything else. "layout" is "arrays", "rows"
// or "chunks". Throws IoError, DataError or SpecError for a damaged one.
std::string export_info(const std::filesystem::path& path);

}  // namespace cchnn
