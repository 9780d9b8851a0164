#pragma once
// A stranger's file, opened before anybody looks at what is in it.

#include <cstdint>
#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// A regular file, opened for reading.
struct SourceFile {
    std::filesystem::path path;
    Descriptor descriptor;
    std::uint64_t bytes = 0;
};
// Throws IoError.
SourceFile open_source_file(const std::filesystem::path& path);

}  // namespace cchnn
