#pragma once
// Finished blocks of a split, one after the other in order, in a file that only grows: what a killed run leaves, what a
// shard hands in, what a dataset is put together from. Block borders do not matter, trajectories do.
//
//   file    = "cchnn journal 1\n" record record ...
//   record  = head fixed arrays           all numbers little-endian, 8 bytes each unless said
//   head    = "block:3\n" first count fixed_bytes array_bytes checksum
//   fixed   = samples nodes dimension lane_steps busy_lane_steps redrawn, lengths of the arrays,
//             outcomes (reason samples time accepted rejected refined), failures (number; each: length, text, times)
//   arrays  = x v energy dissipated track_parameter counted_angle q qdot parameters error_bound valid_until, float64
//   checksum  = XXH3, 64 bits, of the five before it, fixed and arrays
//
// A kill or a full disk leaves a torn record at the end, a power failure may leave records that the disk never got:
// both are told by length and checksum, and what stands before them is good. Throws IoError.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "files/descriptor.hpp"
#include "integrate/drawn_batch.hpp"

namespace cchnn {

class JournalReader {
  public:
    // Blocks are to follow each other from trajectory `first` on. A file that is not there has none.
    JournalReader(const std::filesystem::path& path, std::uint64_t first);

    // The next block; nothing at the end of what is good.
    std::optional<DrawnBatch> next();
    std::uint64_t good_bytes() const { return good_bytes_; }
    std::uint64_t next_trajectory() const { return next_; }

  private:
    std::filesystem::path path_;
    Descriptor fd_;
    std::uint64_t size_ = 0, good_bytes_ = 0, next_;
};

// Trajectories in a journal by the heads of its records alone: fast, checksums not looked at.
std::uint64_t trajectories_in_journal(const std::filesystem::path& path);

class JournalWriter {
  public:
    // Cuts the file behind its first `good_bytes` and goes on there; 0 begins it.
    JournalWriter(const std::filesystem::path& path, std::uint64_t good_bytes);

    void append(const DrawnBatch& block);

  private:
    std::filesystem::path path_;
    Descriptor fd_;
};

}  // namespace cchnn
