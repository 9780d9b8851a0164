#pragma once
// A DrawnBatch as the bytes of a journal's record (journal.hpp), and back.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrate/drawn_batch.hpp"

namespace cchnn {

inline constexpr std::uint64_t block_magic = 0x0a353a6b636f6c62;    // "block:5\n"
inline constexpr std::uint64_t refined_magic = 0x0a313a6e69616761;  // "again:1\n"

struct BlockHead {
    std::uint64_t magic = block_magic, first = 0, count = 0, fixed_bytes = 0, array_bytes = 0, checksum = 0;
};

// The pieces of a record, to be written one after the other. Arrays are not copied: the block must live as long. A block
// of refined trajectories is none in order: `awaiting` says which they are, counted from batch.first, without states.
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

// What follows a head, through read(data, size), which says whether there was so much. Nothing when it is damaged.
std::optional<DrawnBatch> read_block(const BlockHead& head, const std::function<bool(void*, std::size_t)>& read);

}  // namespace cchnn
