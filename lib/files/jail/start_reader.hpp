#pragma once
// Starts cchnn-read, the reader process, for one file.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "files/descriptor.hpp"

namespace cchnn {

// A stranger's file before anything in it is interpreted: a regular file, opened for reading, and its size.
struct SourceFile {
    std::filesystem::path path;
    Descriptor descriptor;
    std::uint64_t bytes = 0;
};
// Throws IoError for anything but a regular file: a device or a pipe could block or deliver without end.
SourceFile open_source_file(const std::filesystem::path& path);

// A running reader: its program for messages, its process, and the socket for questions and answers.
struct StartedReader {
    std::filesystem::path program;
    pid_t process = -1;
    Descriptor socket = Descriptor();  // what requests and answers go through
};

// `format` is "hdf5", "npz" or "nothing" (jail_state.hpp). The reader gets a copy of the descriptor of the file. If the
// main thread starts it, it ends with this process. Throws IoError.
StartedReader start_reader(const SourceFile& file, const std::string& format);

}  // namespace cchnn
