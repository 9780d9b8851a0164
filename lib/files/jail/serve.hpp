#pragma once
// What the reader process does once it is in its jail: it opens the file, says whether it could, and answers questions
// (message.hpp) until nobody asks. Each returns then; throws std::bad_alloc.

#include <cstdint>

#include "files/jail/answering.hpp"

namespace cchnn {

// Before the jail: what HDF5 takes from the system when it is first called.
void prepare_to_serve();

void serve_hdf5(Answering& answering, int descriptor, std::uint64_t file_bytes);
void serve_npz(Answering& answering, int descriptor, std::uint64_t file_bytes);

}  // namespace cchnn
