#pragma once
// The journal of a split: an append-only file of finished blocks in order. A killed run leaves it, a shard
// delivers it, and a dataset is assembled from it. Where blocks begin and end does not matter, only their
// trajectories do. One file, because a shard of five million trajectories has ten thousand blocks, and file systems of
// clusters limit files before bytes.
//
//   file     = "cchnn journal 2\n" block block ...       all numbers little-endian, 8 bytes each
//   block    = head outcomes failures arrays
//   head     = BlockHead
//   outcomes = one of each trajectory: the members of Outcome in their order, integers or float64
//   failures = JSON: {reason: how often}
//   arrays   = those of kept_arrays (integrate/trajectory_arrays.hpp) in their order, float64
//
// Lengths are those of the job: they follow from the number of trajectories.
//
// A kill or a full disk leaves a torn block at the end, and a power failure may leave blocks that never reached the
// disk; they are not synced, because a lost block is only made again. Checksums reveal both cases, and everything
// before is good. XXH3 is chosen for its speed: it must detect accidents, not forgeries. All functions throw IoError,
// also for a journal of another format.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "files/descriptor.hpp"
#include "integrate/drawn_batch.hpp"

namespace cchnn {

struct BlockHead {
    std::uint64_t first = 0, count = 0;  // trajectories
    std::uint64_t redrawn = 0;           // DrawnBatch
    std::uint64_t failures_bytes = 0, array_bytes = 0;
    std::uint64_t content_checksum = 0;  // XXH3, 64 bits, of all that follows the head
    std::uint64_t head_checksum = 0;     // of the members before
};

// Reads what follows a head into trajectories like the one of `one`. read(data, size) returns false if the file ends
// before. Returns nothing if the block is damaged, or ended as no trajectory can.
std::optional<DrawnBatch> read_block(const BlockHead& head, const TrajectoryBatch& one,
                                     const std::function<bool(void*, std::size_t)>& read);

// Reads the good part of a journal; owns the open file. ResumableJob (stories/generate) resumes a run with it: first
// next() until it returns nothing, then a JournalWriter that continues after good_bytes(). merge() reads complete
// journals.
class JournalReader {
  public:
    // Expects consecutive blocks from trajectory `first` on, until `end`, with the arrays of `one`, a batch of one
    // trajectory. A missing file has none.
    JournalReader(const std::filesystem::path& path, std::uint64_t first, std::uint64_t end, TrajectoryBatch one);

    // The next block; nothing at the end of the good part. Throws DataError if it is not of this job: other lengths, or
    // beyond its end.
    std::optional<DrawnBatch> next();
    // The trajectory after the last one that next() has returned.
    std::uint64_t next_trajectory() const { return next_; }
    // The length of the good part; 0 if the file is missing or torn within its first line.
    std::uint64_t good_bytes() const { return good_bytes_; }

  private:
    std::filesystem::path path_;
    Descriptor fd_;
    std::uint64_t size_ = 0, good_bytes_ = 0, next_, end_;
    TrajectoryBatch one_;
};

// The number of trajectories in a journal by the heads of its blocks alone.
std::uint64_t trajectories_in_journal(const std::filesystem::path& path);

// Appends blocks to a journal; owns the open file.
class JournalWriter {
  public:
    // Truncates the file to its first `good_bytes` and continues there; 0 begins a new journal.
    JournalWriter(const std::filesystem::path& path, std::uint64_t good_bytes);

    void append(const DrawnBatch& block);

  private:
    std::filesystem::path path_;
    Descriptor fd_;
};

}  // namespace cchnn
