#pragma once
// The arrays of a file that have one row for each trajectory. Rows of many trajectories are given at once; the
// file receives its chunks in the same order as if trajectories had come one by one, so that its bytes do not
// depend on the size of batches.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "files/array_appender.hpp"

namespace cchnn {

// DatasetWriter owns one. For each batch it calls put() for every array and then append() once.
class GrowingArrays {
  public:
    GrowingArrays(Hdf5File& file, int deflate, int threads) : queue_(file, deflate, threads) {}

    // The array exists already; `shape` is its final one.
    void open(const std::string& path, const Shape& shape, std::size_t element_bytes);
    bool has(const std::string& path) const { return arrays_.contains(path); }
    // Rows of an array, as many as the next append() gives as `count`; they must live until then.
    void put(const std::string& path, const void* rows);
    // Appends `count` rows to every array that was put since the last time.
    void append(std::uint64_t count);
    // Writes the remaining chunks, and returns the SHA-256 of the values of each array by path. All rows must have been
    // appended.
    std::map<std::string, std::string> finish();

  private:
    struct Rows {
        ArrayAppender* array;
        const char* next;
    };
    std::map<std::string, ArrayAppender> arrays_;  // before queue_: outlive it
    ChunkQueue queue_;
    std::vector<Rows> put_;
};

}  // namespace cchnn
