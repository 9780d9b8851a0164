#pragma once
// An array that grows row by row along its first axis, written chunk by chunk: the file sees the same writes however
// the rows arrive, and memory holds one chunk.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/sha256.hpp"
#include "dataset/chunk_compressor.hpp"
#include "dataset/hdf5_file.hpp"

namespace cchnn {

// Whole rows (trajectories) of 64 to 256 KiB together; a longer row is cut along its first axis (time).
Shape chunk_shape(const Shape& shape, std::uint64_t element_bytes);

class ArrayAppender {
  public:
    // The array exists already; `shape` is its final one. A compressed array has a compressor.
    ArrayAppender(Hdf5File& file, std::string path, Shape shape, std::size_t element_bytes, ChunkCompressor* compressor = nullptr);

    // One row. The last row of the shape flushes.
    void append(const void* row);
    std::uint64_t rows() const { return written_ + buffered_rows(); }
    // SHA-256 of all rows, as content_digest.hpp wants it; ends the appending.
    std::string digest() { return hash_->hex(); }

  private:
    std::uint64_t buffered_rows() const { return row_bytes_ ? buffer_.size() / row_bytes_ : 0; }
    void flush();
    void compress();

    Hdf5File* file_;
    ChunkCompressor* compressor_;
    std::string path_;
    Shape shape_, chunk_;
    std::size_t element_bytes_, row_bytes_;
    std::uint64_t chunk_rows_, written_ = 0;
    std::vector<char> buffer_;
    std::unique_ptr<Sha256> hash_ = std::make_unique<Sha256>();  // of what was written: reading it back costs as much again
};

}  // namespace cchnn
