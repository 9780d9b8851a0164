#pragma once
// Writes arrays to a NumPy .npz: a zip archive of .npy files (npy_header.hpp), stored and not compressed, as
// numpy.savez writes it. The same arrays give the same bytes, because entries have the date 1980-01-01, the
// first of the format. Written under a temporary name and renamed. Memory does not grow with the arrays. Throws
// IoError.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// Returns rows first .. first+count-1 of an array along its first axis, little-endian. A scalar is one row.
using ReadRows = std::function<std::vector<char>(std::uint64_t first, std::uint64_t count)>;

class NpzWriter {
  public:
    NpzWriter(const std::filesystem::path& path, bool overwrite);
    ~NpzWriter();
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;

    // Writes an array of numbers; `rows` is called in order.
    void add(const std::string& name, Element element, const Shape& shape, ReadRows rows);
    // Writes UTF-8 texts as NumPy's '<U'.
    void add_texts(const std::string& name, const Shape& shape, const std::vector<std::string>& texts);
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
