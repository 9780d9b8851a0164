#pragma once
// The questions that can be asked about a NumPy archive. Two classes answer: minizip in this process
// (read_npz_here), and the client of a reader process (jail/jailed_npz.hpp), which passes questions to the
// first one there. One entry is open at a time.

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
    // The names of the arrays among the first 100 entries.
    virtual std::vector<std::string> names() const = 0;
    virtual bool has(const std::string& name) const = 0;
    // Opens an array of numbers, or a text, whose elements next_bytes() then returns. Throws DataError with
    // where = "file.npz:x".
    virtual NpyHeader open_entry(const std::string& name, bool text) = 0;
    // The next elements of the open entry, little-endian.
    virtual std::vector<char> next_bytes(std::uint64_t elements) = 0;
};

// For an archive that is open already; `where` is its name in messages. Throws DataError.
std::unique_ptr<NpzReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where);

}  // namespace cchnn
