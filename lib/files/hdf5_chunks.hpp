#pragma once
// Checks that each chunk of an HDF5 array holds as many bytes as the array declares. HDF5's deflate filter
// accepts a stream that inflates to any size without an error; the rest of the chunk then holds whatever was in
// memory before.
//
//   stored bytes = deflate(chunk + 4 a) + 4 b, or chunk + 4 a without deflate      [bytes]
//
// Here a and b are the numbers of Fletcher-32 checksums taken before and after deflate; shuffle changes no
// size. Only the filters that hdf5_safety.hpp allows can occur, because it has checked the array before.
// Numbers with deflate or a checksum are taken from the bytes that were read for this check, so that nothing is
// inflated twice; their checksums are then compared here, four times as fast as HDF5 does.

#include <cstdint>
#include <string>

#include "files/hdf5_values.hpp"

namespace cchnn {

// A part of an open array, with HDF5's identifiers of the array and of the type in memory.
struct ChunkedPart {
    std::int64_t array, memory_type;
    const Shape &start, &count;
};

// Returns true if `out` now contains the part. Returns false if H5Dread may read it: every chunk that the part
// touches has its size, or the array has no chunks. Throws DataError with the place of the chunk in the array.
bool read_whole_chunks(const ChunkedPart& part, const std::string& where, void* out);

// A question to the file driver of the reader process: how many bytes would HDF5 read? While it is open, the driver
// notes the length of reads of numbers and reads nothing. HDF5 1.10 tells the length of a chunk without filters in no
// other way but by going through all chunks, so that an array of many would take their number squared.
struct LengthQuestion {
    bool has_driver = false;  // whether the file was opened by that driver
    bool open = false;
    std::uint64_t bytes = 0;
};
inline LengthQuestion length_question;  // of the one thread that uses HDF5

}  // namespace cchnn
