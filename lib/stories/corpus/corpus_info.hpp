#pragma once
// What `cchnn-gen info` says of a corpus: its directory or corpus.json, one of its files, or a recipe.

#include <filesystem>
#include <string>

namespace cchnn {

// Facts as a JSON object, as stories/exchange/file_info.hpp has them. Of a corpus they come from corpus.json, and from
// index.h5 where it is beside it.
std::string corpus_info(const std::filesystem::path& lock_file);
std::string recipe_info(const std::filesystem::path& path, const std::string& text);

// Whether an HDF5 file is a shard or the index of a corpus, by its attribute `kind`.
bool is_corpus_file(const std::filesystem::path& path);
std::string corpus_file_info(const std::filesystem::path& path);

}  // namespace cchnn
