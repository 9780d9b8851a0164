#pragma once
// Chunks of compressed arrays on their way to the file: threads compress them, the caller's thread writes them in the order
// in which they came, so the bytes of the file do not depend on the number of threads. Memory holds a few chunks a thread.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/ordered_tasks.hpp"
#include "dataset/hdf5_file.hpp"

namespace cchnn {

struct ChunkPlace {
    std::string path;  // of the array
    Shape start;       // of the chunk in it
    std::size_t bytes = 0, element_bytes = 0;
};

class ChunkCompressor {
  public:
    // Level 1 .. 9 of deflate.
    ChunkCompressor(Hdf5File& file, int level, int threads);

    // Bytes first .. first+size-1 of the rows, which may be less than the chunk. Throws what an earlier chunk has met.
    void add(ChunkPlace place, std::shared_ptr<const std::vector<char>> rows, std::size_t first, std::size_t size);
    // Once all chunks are in the file.
    void finish();

  private:
    struct Packed {
        ChunkPlace place;
        std::vector<char> bytes;
    };
    void write_oldest();

    Hdf5File* file_;
    int level_;
    std::size_t most_waiting_;
    OrderedTasks<Packed> tasks_;
};

}  // namespace cchnn
