#pragma once
// The journal of a split: an append-only file of finished blocks in order. A killed run leaves it, a shard
// delivers it, and a dataset is assembled from it. Where blocks begin and end does not matter, only their
// trajectories do.
//
//   file    = "cchnn journal 1\n" record record ...
//   record  = head fixed arrays           all numbers little-endian, 8 bytes each unless said
//   head    = "block:5\n" or "again:1\n", first count fixed_bytes array_bytes checksum
//   fixed   = samples nodes dimension lane_steps busy_lane_steps redrawn, lengths of the arrays,
//             outcomes (reason samples time accepted rejected refined passed_at unexplained_at unexplained_energy),
//             failures (number; each: length, text, times),
//             awaiting (number; each: trajectory, and x v s u that it starts from, each a length and numbers)
//   arrays  = x v energy dissipated work u track_parameter counted_angle parameters error_bound valid_until, float64
//   checksum  = XXH3, 64 bits, of the five before it, fixed and arrays
//
// A block may contain trajectories that await refinement (refinement.hpp). A record "again" contains some of
// them refined, from any blocks before it: `awaiting` holds their numbers, counted from first.
//
// A kill or a full disk leaves a torn record at the end, and a power failure may leave records that never
// reached the disk; records are not synced, because a lost block is only made again. Length and checksum reveal
// both cases, and everything before them is good. XXH3 is chosen for its speed: it must detect accidents, not
// forgeries. All functions throw IoError.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

#include "files/descriptor.hpp"
#include "integrate/drawn_batch.hpp"

namespace cchnn {

class BlockRecord;

// Reads the good part of a journal, and merges refined trajectories into their blocks. Owns the open file and the
// blocks that still await refinement.
//
// ResumableJob (stories/generate) resumes a run with it: first next() until it returns nothing, then
// take_unrefined(), then a JournalWriter that continues after good_bytes(). merge() reads complete journals
// with next() alone.
class JournalReader {
  public:
    // Expects consecutive blocks from trajectory `first` on. A missing file has none.
    JournalReader(const std::filesystem::path& path, std::uint64_t first);

    // The next block whose trajectories are all refined; nothing at the end of the good part.
    std::optional<DrawnBatch> next();
    // The trajectory after the last one that next() has returned.
    std::uint64_t next_trajectory() const { return next_; }
    // After next() has returned nothing: the remaining blocks, the first of which awaits refinement.
    std::deque<DrawnBatch> take_unrefined() { return std::move(read_); }
    // The length of the good part; 0 if the file is missing or does not begin as a journal.
    std::uint64_t good_bytes() const { return good_bytes_; }

  private:
    bool read_record();
    bool put_in(const DrawnBatch& refined);

    std::filesystem::path path_;
    Descriptor fd_;
    std::uint64_t size_ = 0, good_bytes_ = 0, next_, behind_read_;
    std::deque<DrawnBatch> read_;
};

// The number of trajectories in a journal by the heads of its records alone, without checksums.
std::uint64_t trajectories_in_journal(const std::filesystem::path& path);

// Appends records to a journal; owns the open file.
class JournalWriter {
  public:
    // Truncates the file to its first `good_bytes` and continues there; 0 begins a new journal.
    JournalWriter(const std::filesystem::path& path, std::uint64_t good_bytes);

    void append(const DrawnBatch& block);
    // Appends refined trajectories with these ascending numbers, which await refinement in earlier blocks.
    void append_refined(const std::vector<std::uint64_t>& numbers, TrajectoryBatch&& batch);

  private:
    void append(const BlockRecord& record);

    std::filesystem::path path_;
    Descriptor fd_;
};

}  // namespace cchnn
