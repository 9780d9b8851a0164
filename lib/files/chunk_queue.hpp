#pragma once
// Chunks of arrays on their way to the file: threads hash them and take checksums, or compress; the caller's thread
// writes, in the order in which chunks came. So neither digests nor bytes depend on the number of threads. Memory holds
// a few chunks a thread.

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/ordered_tasks.hpp"
#include "core/sha256.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {

// SHA-256 of the pieces of an array, which several threads add: each waits until those before it are in.
class ArrayHash {
  public:
    // Pieces are numbered 0, 1, ...; each must be added by someone who has begun before whoever adds a later one.
    void add(std::uint64_t piece, const void* data, std::size_t size);
    std::string hex() { return hash_.hex(); }

  private:
    std::mutex mutex_;
    std::condition_variable turn_;
    std::uint64_t next_ = 0;
    Sha256 hash_;
};

// Bytes first .. first+size-1 of rows are what is there of a chunk; the rest of it is behind the end of the array.
struct Chunk {
    std::string path;                          // of the array
    Shape start;                               // in the array
    std::size_t bytes = 0, element_bytes = 0;  // of a whole chunk, of an element
    std::shared_ptr<std::vector<char>> rows;
    std::size_t first = 0, size = 0;
    std::uint64_t number = 0;  // in the array
    ArrayHash* hash = nullptr;
};

class ChunkQueue {
  public:
    // Level 1 .. 9 of deflate, or 0. One thread that need not compress is the caller's.
    ChunkQueue(Hdf5File& file, int deflate, int threads);

    bool has_threads() const { return tasks_.has_value(); }
    // Throws what an earlier chunk has met.
    void add(Chunk chunk);
    // Once all chunks are hashed and in the file.
    void finish();

  private:
    // Hashed, and as it stands in the file.
    struct Filtered {
        std::string path;
        Shape start;
        std::vector<char> bytes;
    };
    static Filtered filtered(Chunk& chunk, int level);  // may take the rows
    void write(const Filtered& chunk);

    Hdf5File* file_;
    int deflate_;
    std::size_t most_waiting_;
    std::optional<OrderedTasks<Filtered>> tasks_;
};

}  // namespace cchnn
