#pragma once
// Blocks of a split, one after the other in order, in a file that only grows: what a killed run leaves, what a shard
// hands in, what a dataset is put together from. Block borders do not matter, trajectories do.
//
//   file    = "cchnn journal 1\n" record record ...
//   record  = head fixed arrays           all numbers little-endian, 8 bytes each unless said
//   head    = "block:5\n" or "again:1\n", first count fixed_bytes array_bytes checksum
//   fixed   = samples nodes dimension lane_steps busy_lane_steps redrawn, lengths of the arrays,
//             outcomes (reason samples time accepted rejected refined passed_at unexplained_at unexplained_energy),
//             failures (number; each: length, text, times),
//             awaiting (number; each: trajectory, and x v s that it starts from, each a length and numbers)
//   arrays  = x v energy dissipated track_parameter counted_angle parameters error_bound valid_until, float64
//   checksum  = XXH3, 64 bits, of the five before it, fixed and arrays
//
// A block may have trajectories that await refinement (refinement.hpp); a record "again" has some of them refined, of
// any blocks before it: `awaiting` are their numbers there, counted from first. A kill or a full disk leaves a torn
// record at the end, a power failure may leave records that the disk never got: both are told by length and checksum,
// and what stands before them is good. Throws IoError.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

#include "files/descriptor.hpp"
#include "integrate/drawn_batch.hpp"

namespace cchnn {

class BlockRecord;

class JournalReader {
  public:
    // Blocks are to follow each other from trajectory `first` on. A file that is not there has none.
    JournalReader(const std::filesystem::path& path, std::uint64_t first);

    // The next block of which no trajectory awaits refinement any more; nothing at the end of what is good.
    std::optional<DrawnBatch> next();
    // Behind the last of these.
    std::uint64_t next_trajectory() const { return next_; }
    // Once there is no next one: the blocks from there on, of which the first still awaits refinement.
    std::deque<DrawnBatch> take_unrefined() { return std::move(read_); }
    std::uint64_t good_bytes() const { return good_bytes_; }

  private:
    bool read_record();
    bool put_in(const DrawnBatch& refined);

    std::filesystem::path path_;
    Descriptor fd_;
    std::uint64_t size_ = 0, good_bytes_ = 0, next_, behind_read_;
    std::deque<DrawnBatch> read_;
};

// Trajectories in a journal by the heads of its records alone: fast, checksums not looked at.
std::uint64_t trajectories_in_journal(const std::filesystem::path& path);

class JournalWriter {
  public:
    // Cuts the file behind its first `good_bytes` and goes on there; 0 begins it.
    JournalWriter(const std::filesystem::path& path, std::uint64_t good_bytes);

    void append(const DrawnBatch& block);
    // Trajectories of these numbers, in order, which await refinement in blocks that were appended.
    void append_refined(const std::vector<std::uint64_t>& numbers, TrajectoryBatch&& batch);

  private:
    void append(const BlockRecord& record);

    std::filesystem::path path_;
    Descriptor fd_;
};

}  // namespace cchnn
