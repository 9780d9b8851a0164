#pragma once
// Arrays of float64 or float32 from a NumPy .npz, which is a zip archive of .npy files, stored or deflated.
// A file from a stranger: sizes are bounded by what the archive declares, and that by what it holds.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dataset/hdf5_file.hpp"

namespace cchnn {

struct NpyArray {
    Shape shape;
    std::vector<double> values;
};

class NpzFile {
  public:
    // Throws IoError (cannot be opened), DataError (not a zip archive).
    explicit NpzFile(const std::filesystem::path& path);
    ~NpzFile();
    NpzFile(const NpzFile&) = delete;
    NpzFile& operator=(const NpzFile&) = delete;

    bool has(const std::string& name) const;
    // Throws DataError with where = "file.npz:x": missing, malformed, of another type, cut short, checksum wrong.
    NpyArray read(const std::string& name) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
