#pragma once
// The directory of a shard: a part of a dataset that may be made on any machine and merged later.
//
//   DIR/<system>.shards/shard-03-of-12/   train.journal, valid.journal, test.journal, job.json, lock as in each
//                                         unfinished directory; system.json, and finished.json once nothing is missing
//
// The number is padded with zeros, so that a listing sorted by name is sorted by number. generate() writes
// shards, merge() finds and reads them.

#include <filesystem>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

std::filesystem::path shard_directory(const std::filesystem::path& output, const std::string& system, Shard shard);

// Whether a directory holds the finished shard of this job. Throws UsageError with all differences if it is a finished
// shard of another job.
bool is_finished_shard(const std::filesystem::path& directory, const std::string& job);

// Marks the shard as finished, after everything in it has reached the disk.
void finish_shard(UnfinishedDirectory& directory, const DatasetPlan& plan, const std::vector<SplitReport>& splits);

// A shard that was found, with what its job.json says.
struct FoundShard {
    std::filesystem::path directory;
    std::string system;  // name
    std::string job;     // without the number of the shard
    Shard shard;
    bool finished = false;
};

// The error for a shard whose job.json lacks a key or has a value of another type.
DataError changed_job(const std::filesystem::path& directory);

// Finds the shards in directories, each of which may be DIR, DIR/<system>.shards, or a shard. Throws IoError for a
// directory without any and for a job.json that cannot be read, DataError for one with wrong content.
std::vector<FoundShard> find_shards(const std::vector<std::filesystem::path>& directories);

// The shards 1 .. n of one system in order. Throws DataError that names every shard that is missing, unfinished,
// double, or of another job than most, with the differing fields.
std::vector<FoundShard> complete_set(const std::vector<FoundShard>& found);

}  // namespace cchnn
