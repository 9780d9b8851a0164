#pragma once
// Two buffers that a reader process and whoever asks it both see: one is filled while the other is emptied. All pages
// are there from the start: a page that is first touched in the middle costs more than copying it.

#include <cstddef>
#include <cstdint>

#include "files/descriptor.hpp"

namespace cchnn {

class SharedBlocks {
  public:
    static constexpr std::uint32_t count = 2;

    // New ones, of a memory file that nobody can make shorter. Throws IoError.
    explicit SharedBlocks(std::size_t block_bytes);
    // Those of a memory file that another process made. Throws IoError.
    SharedBlocks(int descriptor, std::size_t block_bytes);
    ~SharedBlocks();
    SharedBlocks(const SharedBlocks&) = delete;
    SharedBlocks& operator=(const SharedBlocks&) = delete;

    int descriptor() const { return memory_; }
    void close_descriptor() { memory_ = Descriptor(); }
    std::size_t block_bytes() const { return block_bytes_; }
    char* block(std::uint32_t number) const { return begin_ + number * block_bytes_; }

  private:
    void map(int descriptor);

    std::size_t block_bytes_;
    Descriptor memory_;
    char* begin_ = nullptr;
};

}  // namespace cchnn
