#pragma once
// The arrays of a file that have a row for each trajectory. Rows of many trajectories are handed over at once; chunks
// go to the file as if they had come one trajectory after the other, array by array.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "files/array_appender.hpp"

namespace cchnn {

class GrowingArrays {
  public:
    GrowingArrays(Hdf5File& file, int deflate, int threads) : queue_(file, deflate, threads) {}

    // The array exists already; `shape` is its final one.
    void open(const std::string& path, const Shape& shape, std::size_t element_bytes);
    // Rows of an array, as many as append() is then told; they must stay until then.
    void put(const std::string& path, const void* rows);
    // Appends `count` rows to every array that was put since the last time.
    void append(std::uint64_t count);
    // SHA-256 of the values of each array, once all rows are there; everything is in the file then.
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
