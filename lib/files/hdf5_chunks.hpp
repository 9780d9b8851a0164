#pragma once
// Chunks of an HDF5 array must hold as many bytes as the array says. HDF5's deflate filter takes what a stream inflates
// to, whatever its size and without an error; the rest of the chunk is then what lay in memory.
//
//   stored bytes = deflate(chunk + 4 a) + 4 b, or chunk + 4 a without deflate      [bytes]
//
// with a and b the Fletcher-32 checksums that were taken before and after deflate; shuffle changes no size. The filters
// are those of hdf5_safety.hpp, which looks at the array first. Numbers that are deflated, with or without shuffle and
// checksums, are taken from what was inflated to be looked at, so that nothing is inflated twice; their checksums are
// compared here then.

#include <cstdint>
#include <string>

#include "files/hdf5_values.hpp"

namespace cchnn {

// A part of an open array, and HDF5's identifiers of array and type in memory.
struct ChunkedPart {
    std::int64_t array, memory_type;
    const Shape &start, &count;
};

// True when `out` has the part; false when H5Dread may read it: every chunk that it touches has its size, or there are
// no chunks. Throws DataError with the place of the chunk in the array.
bool read_whole_chunks(const ChunkedPart& part, const std::string& where, void* out);

}  // namespace cchnn
