#pragma once
// Where the reader's program is.

#include <filesystem>

namespace cchnn {

// The first that is there: what the environment variable CCHNN_READ names; cchnn-read beside this program, in
// ../libexec/cchnn of it, where the library was installed, where it was built. Throws IoError.
std::filesystem::path reader_program();

}  // namespace cchnn
