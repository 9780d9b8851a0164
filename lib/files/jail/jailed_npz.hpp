#pragma once
// Reads a NumPy archive through a reader process (reader_process.hpp).

#include <filesystem>
#include <memory>

namespace cchnn {

class NpzReading;

// Throws IoError (cannot be opened, is no regular file), DataError (is no archive, and what a ReaderProcess
// throws).
std::unique_ptr<NpzReading> read_npz_in_jail(const std::filesystem::path& path);

}  // namespace cchnn
