#pragma once
// What the reader process does inside the jail: it opens the file, describes it, and answers requests (message.hpp)
// until the asker hangs up, which ends the process.

#include <cstdint>
#include <string>

#include "files/jail/enter_jail.hpp"

namespace cchnn {

// Must be called before the jail is entered: lets HDF5 take from the system what it needs at its first call.
void prepare_to_serve();

// `format` is "hdf5", "npz" or "nothing". Returns if the file cannot be opened, or when memory was short.
void serve(const std::string& format, std::uint64_t file_bytes, const Jail& jail);

}  // namespace cchnn
