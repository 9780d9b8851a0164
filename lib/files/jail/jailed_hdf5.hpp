#pragma once
// An HDF5 file in a reader process (reader_process.hpp).

#include <filesystem>
#include <memory>

#include "files/jail/start_reader.hpp"

namespace cchnn {

class Hdf5Reading;

// Throws IoError (cannot be opened, is not a regular file), DataError (is not HDF5, and what a ReaderProcess throws).
std::unique_ptr<Hdf5Reading> read_in_jail(const std::filesystem::path& path);

// What a reader says that somebody else has started, or plays, of a file that is not looked at.
std::unique_ptr<Hdf5Reading> read_from(const SourceFile& file, StartedReader reader);

}  // namespace cchnn
