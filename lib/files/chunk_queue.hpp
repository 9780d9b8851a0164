#pragma once
// Chunks on their way to a file. Threads hash them and compute checksums, or compress; the caller's thread
// writes them in the order in which they came, so that neither digests nor bytes depend on the number of
// threads. Memory holds two chunks a thread.

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

// The SHA-256 of an array whose parts are added by several threads: each waits until the parts before it have
// been added.
class ArrayHash {
  public:
    // Parts are numbered 0, 1, .... A thread that adds a part must have begun its task before tasks of later
    // parts began; otherwise all threads could wait for a part that none of them has.
    void add(std::uint64_t piece, const void* data, std::size_t size);
    std::string hex() { return hash_.hex(); }

  private:
    std::mutex mutex_;
    std::condition_variable turn_;
    std::uint64_t next_ = 0;
    Sha256 hash_;
};

// One chunk before filtering. Its values are bytes first .. first+size-1 of `rows`, which other chunks may
// share; the rest of the chunk lies beyond the end of the array and is filled with zeros.
struct Chunk {
    std::string path;                          // of the array
    Shape start;                               // in the array
    std::size_t bytes = 0, element_bytes = 0;  // of a whole chunk, of an element
    std::shared_ptr<std::vector<char>> rows;
    std::size_t first = 0, size = 0;
    std::uint64_t number = 0;  // in the array
    ArrayHash* hash = nullptr;
};

// GrowingArrays owns one. `file` must outlive it.
class ChunkQueue {
  public:
    // `deflate` is a level 1 .. 9 of compression, or 0. With one thread and no compression the caller's thread
    // does all the work.
    ChunkQueue(Hdf5File& file, int deflate, int threads);

    bool has_threads() const { return tasks_.has_value(); }
    // Takes a chunk. Throws the exception that an earlier chunk has caused.
    void add(Chunk chunk);
    // Returns when all chunks have been hashed and written.
    void finish();

  private:
    // A chunk as it is stored in the file.
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
