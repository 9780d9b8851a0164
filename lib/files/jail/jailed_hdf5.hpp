#pragma once
// Reads an HDF5 file through a reader process (reader_process.hpp).

#include <filesystem>
#include <memory>

#include "files/jail/start_reader.hpp"

namespace cchnn {

class Hdf5Reading;

// Throws IoError (cannot be opened, is no regular file), DataError (is not HDF5, and what a ReaderProcess
// throws).
std::unique_ptr<Hdf5Reading> read_in_jail(const std::filesystem::path& path);

// Uses a reader that was started elsewhere, or a test that plays one; the file itself is not looked at.
std::unique_ptr<Hdf5Reading> read_from(const SourceFile& file, StartedReader reader);

}  // namespace cchnn
