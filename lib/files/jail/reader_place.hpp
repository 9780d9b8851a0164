#pragma once
// The program of the reader process: opened, not searched for, so that what runs is what was found.

#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// A regular file, opened so that it can be executed and nothing else.
struct ReaderProgram {
    std::filesystem::path path;  // absolute
    Descriptor descriptor;
};

// What the environment variable CCHNN_READ names by an absolute path; without it the first that is there: cchnn-read
// beside this program, in ../libexec/cchnn of it, where the library was installed, where it was built. The current
// directory has no part in it: it may be a stranger's. Throws IoError, also where /proc is not mounted, since this
// program then does not know where it lies.
ReaderProgram open_reader_program();

}  // namespace cchnn
