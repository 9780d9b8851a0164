#pragma once
// Everything that an HDF5 file links to, by path, without following a link out of it; loops of hard links end.

#include <cstdint>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

// `file` is an open file's identifier (hid_t); at most `most` entries, sorted by path.
std::vector<Entry> walk(std::int64_t file, std::size_t most);

}  // namespace cchnn
