#pragma once
// Describes JSON documents that name their format: suites, sealed rounds, boards, and results of commands.

#include <filesystem>
#include <string>

namespace cchnn {

// As file_info() (file_info.hpp), of a document with a "format" of this program: "suite", "suite lock", "environments",
// "prior", "round", "secret", "board", "board entry", "board lock" or "result". "" for any other text. Throws IoError,
// SpecError with the problems of a damaged one.
std::string document_info(const std::filesystem::path& path, const std::string& text);

// Describes what `cchnn-gen export` wrote: rows or windows as HDF5, NumPy archive or lines of JSON, a directory
// of .npy files, or a directory of such files; and the croissant.json beside them.

// As file_info() (file_info.hpp), of kind "export" or "croissant"; "" for anything else. "layout" is "arrays", "rows"
// or "chunks". Throws IoError, DataError or SpecError for a damaged one.
std::string export_info(const std::filesystem::path& path);

}  // namespace cchnn
