#pragma once
// Reads arrays of float64 or float32 from a NumPy .npz, a zip archive of .npy files, stored or deflated. The
// file is untrusted: a separate process reads it (jail/). The sizes that the archive declares limit what is read,
// and the size of the archive limits these.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

class ArrayReading;
struct Object;

struct NpyArray {
    Shape shape;
    std::vector<double> values;
};

class NpzArrayReader;

// An open archive. NpzArrayReader reads one of its arrays at a time.
class NpzFile {
  public:
    // Throws IoError (cannot be opened), DataError (not a zip archive, an array twice).
    explicit NpzFile(const std::filesystem::path& path);
    ~NpzFile();
    NpzFile(const NpzFile&) = delete;
    NpzFile& operator=(const NpzFile&) = delete;

    bool has(const std::string& name) const;
    // Reads a whole array as doubles. Throws DataError with where = "file.npz:x" if it is missing, malformed,
    // of another type, cut short, has a wrong checksum, or has more than plausible_values() of the archive.
    NpyArray read(const std::string& name) const;
    // Names of the arrays among the first 100 entries.
    std::vector<std::string> names() const;
    std::uint64_t file_bytes() const { return file_bytes_; }
    // Reads a single text, as numpy.savez(model="my net") stores it. Throws DataError.
    std::string read_text(const std::string& name) const;

  private:
    friend class NpzArrayReader;
    const Object& object(const std::string& name, bool text) const;
    std::filesystem::path path_;
    std::unique_ptr<ArrayReading> reading_;
    std::uint64_t file_bytes_;
};

// Reads one array of an archive in blocks, from its first number to its last, in constant memory. The archive
// must outlive it, and no other array of it may be open at the same time.
class NpzArrayReader {
  public:
    // Throws as NpzFile::read(), but sets no limit to the number of values.
    NpzArrayReader(const NpzFile& file, const std::string& name);
    NpzArrayReader(const NpzArrayReader&) = delete;
    NpzArrayReader& operator=(const NpzArrayReader&) = delete;

    const Shape& shape() const { return shape_; }
    void next(std::uint64_t count, double* out);  // the following numbers

  private:
    ArrayReading& reading_;
    const Object& object_;
    const Shape& shape_;
    std::uint64_t at_ = 0;
};

}  // namespace cchnn
