#pragma once
// Two buffers in memory that the reader process and the asker share: one is filled while the other is emptied.

#include <cstddef>
#include <cstdint>

#include "files/descriptor.hpp"

namespace cchnn {

// All pages are allocated at the start, because first touching a page later costs more than copying it.
class SharedBlocks {
  public:
    static constexpr std::uint32_t count = 2;

    // Maps blocks that another process has made, or makes them in a memory file that is sealed, so that neither process
    // can shorten it and crash the other. Throws IoError.
    explicit SharedBlocks(std::size_t block_bytes, int made_elsewhere = -1);
    ~SharedBlocks();
    SharedBlocks(const SharedBlocks&) = delete;
    SharedBlocks& operator=(const SharedBlocks&) = delete;

    int descriptor() const { return memory_; }
    void close_descriptor() { memory_ = Descriptor(); }
    std::size_t block_bytes() const { return block_bytes_; }
    char* block(std::uint32_t number) const { return begin_ + number * block_bytes_; }

  private:
    std::size_t block_bytes_;
    Descriptor memory_;
    char* begin_ = nullptr;
};

}  // namespace cchnn
