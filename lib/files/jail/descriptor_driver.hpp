#pragma once
// An HDF5 file driver that reads from an open descriptor by pread() and needs nothing else from the system: no
// name, no lock. The reader process uses it, because the jail allows no other calls.

#include <cstdint>

namespace cchnn {

// Registers the driver. Must be called once before the jail is entered, because registering needs forbidden
// calls.
void prepare_descriptor_driver();

// HDF5's identifier of the file. Throws DataError, without a file name, if it cannot be opened.
std::int64_t open_descriptor(int descriptor, std::uint64_t file_bytes);

}  // namespace cchnn
