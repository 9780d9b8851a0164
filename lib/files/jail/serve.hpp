#pragma once
// What the reader process does inside the jail: it opens the file, reports whether it could, and answers
// questions (message.hpp) until the asker hangs up, which ends the process. Throws std::bad_alloc.

#include <cstdint>

#include "files/jail/answering.hpp"

namespace cchnn {

// Must be called before the jail is entered: lets HDF5 take from the system what it needs at its first call.
void prepare_to_serve();

void serve_hdf5(Answering& answering, int descriptor, std::uint64_t file_bytes);
void serve_npz(Answering& answering, int descriptor, std::uint64_t file_bytes);

}  // namespace cchnn
