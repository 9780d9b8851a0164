#pragma once
// The truth digest: a name for the reference solution in a dataset file. Submissions state it to say which test
// set they answer. It is the SHA-256 of a text that lists states, times and the system, but nothing that may be
// added to files later (energies, bounds, impacts, coordinates, tables, attributes, titles), so that submissions stay
// valid when such arrays are added:
//
//   cchnn-truth 1
//   system /bodies/0/id text bob
//   system /bodies/0/mass number 3ff0000000000000
//   array /t float64 (100) 4355a46b19d348dc...
//   array /v float64 (800,100,3,2) 9c1185a5c5e9fc54...
//   array /x float64 (800,100,3,2) 62c66a7a5dd70c31...
//
// Lines of the system are the texts, numbers and flags (true, false) of /system/json below `dimension`,
// `units`, `bodies`, `constraints`, `potentials`, `damping`, `contacts` and `inputs`, by JSON pointer in byte order. A
// number is written as the 16 hex digits of its double; names and texts are escaped as in content_digest.hpp.
// `mesh`, which only says where a body's numbers come from, is left out, and so is how inputs are drawn, whose
// values are in /u. Lines of arrays are those of content_digest.hpp, for the truth_arrays() that the file has,
// in that order.

#include <map>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// The arrays that the digest covers, in order: "/counted_angle", "/parameters", "/t", "/track_parameter", "/u",
// "/v", "/x".
const std::vector<std::string>& truth_arrays();

// 64 hex digits; "" for a file without /x, /v, /t or the JSON of a system. Arrays in `known` (path -> digest of its
// values) are not read. Throws DataError for values that are neither numbers nor text.
std::string truth_digest(const Hdf5File& file, const std::map<std::string, std::string>& known = {});

}  // namespace cchnn
