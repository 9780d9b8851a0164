#pragma once
// Describes JSON documents that name their format: suites, sealed rounds, boards, and results of commands.

#include <filesystem>
#include <string>

namespace cchnn {

// As file_info() (file_info.hpp), of a document with a "format" of this program: "suite", "suite lock", "environments",
// "prior", "round", "secret", "board", "board entry", "board lock" or "result". "" for any other text. Throws IoError,
// SpecError with the problems of a damaged one.
std::string document_info(const std::filesystem::path& path, const std::string& text);

}  // namespace cchnn
