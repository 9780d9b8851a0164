#pragma once
// The header of a NumPy .npy file (format versions 1, 2 and 3; numpy.lib.format):
//
//   bytes 0..5 "\x93NUMPY", 6 and 7 the version, then the length of the text, little-endian in 2 bytes (version 1) or
//   4 bytes (2 and 3), then the text: {'descr': '<f8', 'fortran_order': False, 'shape': (10, 3, 2), }
//
// NumPy evaluates the text as Python; this reader accepts exactly these three keys, in any order, each once.

#include <functional>
#include <string>

#include "files/hdf5_values.hpp"

namespace cchnn {

struct NpyHeader {
    Shape shape;
    std::size_t element_bytes = 8;   // 8 for '<f8', 4 for '<f4'
    bool big_endian = false;         // '>f8', '>f4'
    bool text = false;               // '<U12': element_bytes = 4 * 12, UTF-32
    std::uint64_t header_bytes = 0;  // length of what precedes the numbers
};

// `read` fills a buffer with the next bytes and returns whether there were enough. Throws DataError at `where`:
// no .npy, malformed, Fortran order, or neither float64 or float32 in either byte order nor text.
NpyHeader read_npy_header(const std::function<bool(char*, std::size_t)>& read, const std::string& where);

}  // namespace cchnn
