#pragma once
// Shards -> the dataset that one run would have written, byte for byte (generate.hpp).
//
//   DIR/<system>.shards/shard-k-of-n/*.journal -> OUTPUT/<system>/{train,valid,test}.h5, manifest.json, README.md, SHA256SUMS

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stories/generate/generate.hpp"

namespace cchnn {

struct MergeOptions {
    std::vector<std::filesystem::path> directories;  // where to look for shards (find_shards)
    std::optional<std::filesystem::path> output;     // default: beside the .shards directory
    int threads = 1;                                 // that compress; changes no bit
    bool overwrite = false;
    bool remove_shards = false;  // once the dataset is there
    // Called after each block: system, trajectories done and to do.
    std::function<void(const std::string& system, std::uint64_t done, std::uint64_t total)> progress = nullptr;
};

// Every system of which there are shards; a finished dataset of theirs is fine. Throws DataError (shards missing,
// unfinished, stale, double, damaged: all of them, before anything is written; a finished dataset whose files are not
// those of its SHA256SUMS), IoError.
std::vector<GenerateReport> merge(const MergeOptions& options);

}  // namespace cchnn
