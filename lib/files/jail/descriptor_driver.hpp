#pragma once
// HDF5 reads from a descriptor that is open already, with pread and nothing else: no name, no lock, no change.

#include <cstdint>

namespace cchnn {

// Makes the driver known, which takes what a jail does not grant; once, before.
void prepare_descriptor_driver();

// HDF5's identifier of the file. Throws DataError, without a name, where it cannot be opened.
std::int64_t open_descriptor(int descriptor, std::uint64_t file_bytes);

}  // namespace cchnn
