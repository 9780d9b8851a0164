#pragma once
// Opens a stranger's file before anything in it is interpreted.

#include <cstdint>
#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// A regular file, opened for reading, and its size.
struct SourceFile {
    std::filesystem::path path;
    Descriptor descriptor;
    std::uint64_t bytes = 0;
};
// Throws IoError for anything but a regular file: a device or a pipe could block or deliver without end.
SourceFile open_source_file(const std::filesystem::path& path);

}  // namespace cchnn
