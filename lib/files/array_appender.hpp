#pragma once
// An array of an HDF5 file that grows row by row along its first axis and is written chunk by chunk. The file
// receives the same writes however the rows are divided into calls, and memory holds one chunk, or one row if that is
// longer. GrowingArrays has one for each growing array.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/chunk_queue.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// The shape of the HDF5 chunks of an array: whole rows (trajectories) of at most `target_bytes` together. A row of more
// than 256 KiB is cut along its first axis (time). Chunks of this size fit into a processor's cache and into
// HDF5's default chunk cache of 1 MiB, so that reading one trajectory does not inflate much else. Empty for a
// scalar or an array without elements.
Shape chunk_shape(const Shape& shape, std::uint64_t element_bytes, std::uint64_t target_bytes = 192 << 10);

class ArrayAppender {
  public:
    // The array exists already; `shape` is its final one.
    ArrayAppender(ChunkQueue& queue, std::string path, Shape shape, std::size_t element_bytes);

    // Appends rows one after the other, at most room() of them. When a chunk is full, or the array is, it goes
    // to the queue.
    void append(const char* rows, std::uint64_t count);
    // The number of rows that the current chunk still takes.
    std::uint64_t room() const;
    std::size_t row_bytes() const { return row_bytes_; }
    // The SHA-256 of all rows in the form of content_digest.hpp. Call it once, after the queue is finished.
    std::string digest() { return hash_->hex(); }

  private:
    // Gives the buffered rows to the queue as chunks.
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
