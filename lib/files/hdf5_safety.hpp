#pragma once
// Finds contents of a stranger's file that must not be read, without reading any array:
//   links out of the file or around in it, virtual datasets, external storage: data from elsewhere, zeros when missing
//   filters other than deflate, shuffle, fletcher32: they are plug-ins, that is, code
//   arrays that declare more than the file can hold, or that were never fully written (HDF5 reads zeros for the rest)
//   deflated arrays that unpack to far more than a file of their size can be expected to hold
// schemas/security.md explains what these protect against. Everything is collected, so that a user repairs a
// file once.

#include <cstdint>
#include <vector>

#include "core/errors.hpp"
#include "files/hdf5_file.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {

// All problems, each with where = "file:/path"; empty for a file that is safe to read. A compressed array may
// have at most `most_values` numbers; if any number is expected, all of them together may have
// plausible_values().
std::vector<Problem> find_unsafe_content(const Hdf5File& file, std::uint64_t most_values = any_number_of_values);

}  // namespace cchnn
