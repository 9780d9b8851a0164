#pragma once
// Lists everything that an HDF5 file links to, without following a link out of the file. Loops of hard links
// end, because each group is visited once.

#include <cstdint>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

// `file` is the identifier of an open file (hid_t). Returns at most `most` entries, sorted by path.
std::vector<Entry> walk(std::int64_t file, std::size_t most);

}  // namespace cchnn
