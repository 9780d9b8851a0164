#pragma once
// Merges shards into the dataset that a single run would have written, byte for byte (generate.hpp).
//
//   DIR/<system>.shards/shard-k-of-n/*.journal
//     -> OUTPUT/<system>/{train,valid,test}.h5, manifest.json, croissant.json, README.md, SHA256SUMS
//
// The order of steps: all shards are found, and every system must have its complete set before anything is
// written; the plan is made from job.json of the first shard, as all shards of a set have the same job;
// journals are read in the order of shards and written as generate() writes them, into a staging directory;
// commit() moves the files into place; only then are shards removed, if this was asked for. A killed merge
// leaves the shards as they were, and is repeated as a whole: apart from the first trajectories of each shard
// nothing is integrated.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stories/generate/generate.hpp"

namespace cchnn {

struct MergeOptions {
    std::vector<std::filesystem::path> directories;  // searched for shards (find_shards)
    std::optional<std::filesystem::path> output;     // default: beside the .shards directory
    int threads = 1;                                 // for compression; changes no bit
    bool overwrite = false;
    bool remove_shards = false;  // after the dataset is complete
    // Called after each block with the system and its trajectories done and to do.
    std::function<void(const std::string& system, std::uint64_t done, std::uint64_t total)> progress = nullptr;
};

// Merges every system that has shards; a finished dataset of the same job is accepted. Throws DataError before anything
// is written (shards missing, unfinished, outdated, double, damaged: all of them are named; a finished dataset whose
// files differ from its SHA256SUMS), UsageError and IoError.
std::vector<GenerateReport> merge(const MergeOptions& options);

}  // namespace cchnn
