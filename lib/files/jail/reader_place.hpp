#pragma once
// Finds the program of the reader process. It is opened, and the opened file is executed, so that what runs is
// what was found.

#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// A regular file, opened with O_PATH: it can be executed, but not read or written.
struct ReaderProgram {
    std::filesystem::path path;  // absolute
    Descriptor descriptor;
};

// The program that the environment variable CCHNN_READ names by an absolute path; without it the first that
// exists of: cchnn-read beside this program, in ../libexec/cchnn, where the library was installed, where it was
// built. The current directory is never searched, because it may belong to a stranger. Throws IoError, also if
// /proc is not mounted, since this program then does not know its own place.
ReaderProgram open_reader_program();

}  // namespace cchnn
