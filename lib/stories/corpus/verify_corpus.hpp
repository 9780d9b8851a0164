#pragma once
// Verifies a corpus. Its steps go from claims about files to the systems:
//
//   1. corpus.json against its schema, its common digest, and the content digest of every file
//   2. the rows of shards against the recipe, and index.h5 made again from them
//   3. some systems, or all, drawn again from recipe, seed and number: their text and every stored number
//
// All differences are listed in the result, damaged HDF5 files too. A file that cannot be opened and a corpus.json that
// cannot be read throw.

#include <cstdint>
#include <filesystem>
#include <functional>

#include "score/verification.hpp"

namespace cchnn {

struct VerifyCorpusOptions {
    std::uint64_t sample = 20;  // systems that are drawn again
    std::uint64_t seed = 0;     // of their random choice
    int threads = 1;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;
};

// Whether `target` is the directory or the corpus.json of a corpus.
bool is_corpus_target(const std::filesystem::path& target);
Verification verify_corpus(const std::filesystem::path& target, const VerifyCorpusOptions& options);

}  // namespace cchnn
