#pragma once
// An HDF5 file in a reader process (reader_process.hpp).

#include <filesystem>
#include <memory>

namespace cchnn {

class Hdf5Reading;

// Throws IoError (cannot be opened, is not a regular file), DataError (is not HDF5, and what a ReaderProcess throws).
std::unique_ptr<Hdf5Reading> read_in_jail(const std::filesystem::path& path);

}  // namespace cchnn
