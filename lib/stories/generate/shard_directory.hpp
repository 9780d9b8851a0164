#pragma once
// A shard of a dataset on its way, made anywhere and merged later:
//
//   DIR/<system>.shards/shard-03-of-12/   train.journal, valid.journal, test.journal, job.json, lock as in any unfinished
//                                         directory; system.json, and finished.json once nothing is missing

#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

std::filesystem::path shard_directory(const std::filesystem::path& output, const std::string& system, Shard shard);

// False without a finished shard. Throws UsageError, naming what differs, when it is one of another job.
bool is_finished_shard(const std::filesystem::path& directory, const std::string& job);

// Says so in the directory, after everything in it has reached the disk.
void finish_shard(UnfinishedDirectory& directory, const DatasetPlan& plan, const std::vector<SplitReport>& splits);

// A directory that looks like a shard, and what it says of itself.
struct FoundShard {
    std::filesystem::path directory;
    std::string system;  // name
    std::string job;     // without the shard
    Shard shard;
    bool finished = false;
};

// Of a shard whose job.json lacks a key, or has a value of another kind.
DataError changed_job(const std::filesystem::path& directory);

// Shards in directories, which may be DIR, DIR/<system>.shards, or shards. Throws DataError for a directory without
// any, and for a job.json that cannot be read.
std::vector<FoundShard> find_shards(const std::vector<std::filesystem::path>& directories);

// The shards of one system, 1 .. n in order. Throws DataError that names every shard that is missing, unfinished, there
// twice, or of another job than most, with the fields that differ.
std::vector<FoundShard> complete_set(const std::vector<FoundShard>& found);

}  // namespace cchnn
