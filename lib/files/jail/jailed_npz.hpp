#pragma once
// A NumPy archive in a reader process (reader_process.hpp).

#include <filesystem>
#include <memory>

namespace cchnn {

class NpzReading;

// Throws IoError (cannot be opened, is not a regular file), DataError (is not an archive, and what a ReaderProcess throws).
std::unique_ptr<NpzReading> read_npz_in_jail(const std::filesystem::path& path);

}  // namespace cchnn
