#pragma once
// Starts cchnn-read for one file.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "files/descriptor.hpp"
#include "files/jail/shared_blocks.hpp"
#include "files/jail/source_file.hpp"

namespace cchnn {

struct StartedReader {
    std::filesystem::path program;
    pid_t process = -1;
    Descriptor socket = Descriptor();  // what answers come through
};

// `format` is what cchnn-read calls it: "hdf5", "npz". The reader gets copies of both descriptors and limits its memory [byte]
// itself. It ends with this process where the main thread starts it. Throws IoError.
StartedReader start_reader(const SourceFile& file, const std::string& format, const SharedBlocks& blocks,
                           std::uint64_t memory);

}  // namespace cchnn
