#pragma once
// An array that grows row by row along its first axis, written chunk by chunk: the file sees the same writes however
// the rows arrive, and memory holds one chunk.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/chunk_queue.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// Whole rows (trajectories) of 64 to 256 KiB together; a longer row is cut along its first axis (time).
Shape chunk_shape(const Shape& shape, std::uint64_t element_bytes);

class ArrayAppender {
  public:
    // The array exists already; `shape` is its final one.
    ArrayAppender(ChunkQueue& queue, std::string path, Shape shape, std::size_t element_bytes);

    // Rows one after the other, room() of them at most. The last row of a chunk, or of the shape, hands the chunk on.
    void append(const char* rows, std::uint64_t count);
    std::uint64_t room() const;
    std::size_t row_bytes() const { return row_bytes_; }
    // SHA-256 of all rows, as content_digest.hpp wants it, once the queue is finished; ends the appending.
    std::string digest() { return hash_->hex(); }

  private:
    void flush();

    ChunkQueue* queue_;
    std::string path_;
    Shape shape_, chunk_;
    std::size_t element_bytes_, row_bytes_;
    std::uint64_t written_ = 0, buffered_ = 0, chunks_ = 0;  // rows, rows, chunks
    std::shared_ptr<std::vector<char>> buffer_ = std::make_shared<std::vector<char>>();
    std::unique_ptr<ArrayHash> hash_ =
        std::make_unique<ArrayHash>();  // of what is written: reading it back costs as much again
};

}  // namespace cchnn
