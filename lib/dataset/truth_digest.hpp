#pragma once
// A name for the truth that a dataset file holds, which is what a submission answers: SHA-256 of a text that lists
// states, times, and the system they are of, and nothing that may be added to files later (energies, bounds,
// coordinates, tables, attributes, titles):
//
//   cchnn-truth 1
//   system /bodies/0/id text bob
//   system /bodies/0/mass number 3ff0000000000000
//   array /t float64 (100) 4355a46b19d348dc...
//   array /v float64 (800,100,3,2) 9c1185a5c5e9fc54...
//   array /x float64 (800,100,3,2) 62c66a7a5dd70c31...
//
// Lines of the system are the texts, numbers and flags (true, false) of /system/json below `dimension`, `units`,
// `bodies`, `constraints`, `potentials`, `damping`, by JSON pointer in byte order; a number is its double in 16 hex
// digits, names and texts are escaped as in content_digest.hpp, and `mesh`, which says where a body's numbers come
// from, is left out. Lines of arrays, digests too, are those of content_digest.hpp, of as many as the file has of
// truth_arrays(), in that order.

#include <map>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// "/counted_angle" (of kinds to come), "/parameters", "/t", "/track_parameter", "/u", "/v", "/x"
const std::vector<std::string>& truth_arrays();

// 64 hex digits; "" for a file without /x, /v, /t or the JSON of a system. Arrays in `known` (path -> digest of its
// values) are not read. Throws DataError for values that are no numbers.
std::string truth_digest(const Hdf5File& file, const std::map<std::string, std::string>& known = {});

}  // namespace cchnn
