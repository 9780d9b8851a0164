#pragma once
// corpus.json, the lock file of a corpus: what made it, and the content digest of every file (schemas/corpus.md).

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cchnn {

struct CorpusLock {
    struct File {
        std::string file, content_digest;  // "shards/shard-00000.h5"
    };
    std::string recipe_json;
    std::uint64_t seed = 0, systems = 0, graphs = 0;
    std::optional<std::uint64_t> select;
    std::vector<File> files;  // index.h5, then the shards in their order
    std::string digest;

    // The digest of all files together, which `digest` states.
    std::string common_digest() const;
};

std::string corpus_lock_json(const CorpusLock& lock);
// Throws IoError, SpecError.
CorpusLock read_corpus_lock(const std::filesystem::path& path);
bool is_corpus_lock(const std::string& text);

// What `cchnn-gen info` says of a corpus: its directory or corpus.json, one of its files, or a recipe.

// Facts as a JSON object, as stories/exchange/file_info.hpp has them. Of a corpus they come from corpus.json, and from
// index.h5 where it is beside it.
std::string corpus_info(const std::filesystem::path& lock_file);
std::string recipe_info(const std::filesystem::path& path, const std::string& text);

// Whether an HDF5 file is a shard or the index of a corpus, by its attribute `kind`.
bool is_corpus_file(const std::filesystem::path& path);
std::string corpus_file_info(const std::filesystem::path& path);

}  // namespace cchnn
