#pragma once
// Serialises a DrawnBatch as a record of a journal (journal.hpp), and reads it back.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrate/drawn_batch.hpp"

namespace cchnn {

// The first eight bytes of a record, which read as text in a hex dump. The number after the name is the
// version.
inline constexpr std::uint64_t block_magic = 0x0a353a6b636f6c62;    // "block:5\n"
inline constexpr std::uint64_t refined_magic = 0x0a313a6e69616761;  // "again:1\n"

// The head of a record as the file has it: its kind, its trajectories, the lengths of its two parts, and the
// checksum.
struct BlockHead {
    std::uint64_t magic = block_magic, first = 0, count = 0, fixed_bytes = 0, array_bytes = 0, checksum = 0;
};

// The parts of a record, to be written one after the other. Arrays are not copied: the block must outlive this object.
// In a record of refined trajectories `awaiting` holds their numbers, counted from batch.first, without states.
// JournalWriter makes these objects.
class BlockRecord {
  public:
    explicit BlockRecord(const DrawnBatch& block, std::uint64_t magic = block_magic);
    BlockRecord(const BlockRecord&) = delete;
    BlockRecord& operator=(const BlockRecord&) = delete;
    const std::vector<std::pair<const void*, std::size_t>>& pieces() const { return pieces_; }

  private:
    BlockHead head_;
    std::string fixed_;
    std::vector<std::pair<const void*, std::size_t>> pieces_;
};

// Reads what follows a head. read(data, size) returns false if the file ends before. Returns nothing if the record is
// damaged.
std::optional<DrawnBatch> read_block(const BlockHead& head, const std::function<bool(void*, std::size_t)>& read);

}  // namespace cchnn
