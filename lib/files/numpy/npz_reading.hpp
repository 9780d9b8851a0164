#pragma once
// What can be asked of a NumPy archive. Two answer: libzip in this process (read_npz_here), and the reader process
// (jail/jailed_npz.hpp), which asks the first one. One entry is open at a time.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/numpy/npy_header.hpp"

namespace cchnn {

class NpzReading {
  public:
    virtual ~NpzReading() = default;
    virtual std::uint64_t file_bytes() const = 0;
    // Of the arrays, the first 100.
    virtual std::vector<std::string> names() const = 0;
    virtual bool has(const std::string& name) const = 0;
    // Of an array of numbers, or of a text, whose elements come next. Throws DataError with where = "file.npz:x".
    virtual NpyHeader open_entry(const std::string& name, bool text) = 0;
    // The next elements of the entry that is open, little-endian.
    virtual std::vector<char> next_bytes(std::uint64_t elements) = 0;
};

// Of an archive that is open already; `where` is what messages call it. Throws DataError.
std::unique_ptr<NpzReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where);

}  // namespace cchnn
