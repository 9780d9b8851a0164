#pragma once
// HDF5 through its C API, behind one class. No other header and no code outside this directory sees HDF5.
//
//   writing   libver bounds V18..V110, object times off, Fletcher-32 on every chunked array, or shuffle and deflate,
//             whose streams end in a checksum of their own: the same calls in the same order give the same bytes
//   reading   in a process of its own (jail/): HDF5 crashes, corrupts memory or hangs on damaged files;
//             never follows a link that leaves the file and never loads a filter plug-in; describes an array
//             (ArrayInfo) before any of it is read, so that the caller can reject it; rejects a chunk that holds
//             more or fewer bytes than its size (hdf5_chunks.hpp)
//
// HDF5 prints nothing; its innermost message becomes part of ours. Functions throw IoError (cannot open,
// create, write) and DataError (contents cannot be read), with where = "file" or "file:/path/in/file". Paths
// inside a file are absolute: "/x", "/system/json". Numbers are little-endian on both sides of this interface.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

class ArrayReading;
struct Object;

using AttributeValue = std::variant<std::string, double, std::int64_t, std::uint64_t>;

// An open file, either for writing (create) or for reading (open, open_own). Used by one thread at a time.
class Hdf5File {
  public:
    // Creates a file and replaces an existing one. `shown_as` is its name in messages.
    static Hdf5File create(const std::filesystem::path& path, const std::filesystem::path& shown_as);
    // Opens a file for reading, in a reader process. Also throws DataError if that process dies of the file or
    // takes too long.
    static Hdf5File open(const std::filesystem::path& path);
    // Opens a file that this command has just written itself, in this process.
    static Hdf5File open_own(const std::filesystem::path& path);
    ~Hdf5File();
    Hdf5File(Hdf5File&& other) noexcept;
    Hdf5File& operator=(Hdf5File&& other) noexcept;

    const std::filesystem::path& path() const { return path_; }
    std::string where(const std::string& inside) const { return path_.string() + ":" + inside; }

    void make_group(const std::string& path);
    // Creates an array: in chunks with checksums if `chunk` is given, compressed if `deflate` is 1 .. 9,
    // otherwise contiguously. write_chunk() takes chunks that went through the filters already
    // (checked_chunk.hpp, chunk_queue.cpp).
    void make_array(const std::string& path, Element element, const Shape& shape, const Shape& chunk, int deflate = 0);
    void write(const std::string& path, const Shape& start, const Shape& count, const void* data);
    void write_chunk(const std::string& path, const Shape& start, const std::vector<char>& filtered);
    void write_text(const std::string& path, const std::string& text);                 // a scalar
    void write_texts(const std::string& path, const std::vector<std::string>& texts);  // (number of texts)
    // Of a fixed length, that of the longest, in deflated chunks: for long lists in which few texts repeat.
    void write_deflated_texts(const std::string& path, const std::vector<std::string>& texts, int deflate);
    void set_attribute(const std::string& path, const std::string& name, const AttributeValue& value);
    // The one-dimensional array `scale` names and numbers an axis (HDF5 dimension scales).
    void make_scale(const std::string& scale, const std::string& axis_name);
    void attach_scale(const std::string& path, unsigned axis, const std::string& scale, const std::string& axis_name);
    void close();  // throws what the destructor would have to swallow

    std::uint64_t file_bytes() const;
    // Every object below the root in order of path, down to 32 levels. Links are not followed. A file of 1000 objects or
    // more is none of ours: to ask anything about it throws DataError.
    std::vector<Entry> entries() const;
    bool has(const std::string& path) const;
    ArrayInfo array(const std::string& path) const;
    std::vector<AttributeInfo> attributes(const std::string& path) const;  // sorted by name
    bool has_attribute(const std::string& path, const std::string& name) const;
    // Little-endian bytes; each text as its length (8 bytes) and its bytes without trailing NULs.
    std::vector<char> attribute_bytes(const std::string& path, const AttributeInfo& attribute) const;
    std::vector<char> read_bytes(const std::string& path, const Shape& start, const Shape& count) const;
    // Numbers of any width as double; text.
    void read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const;
    // Sets the size of `out`; reads nothing if the part has no elements.
    void read_doubles(const std::string& path, const Shape& start, const Shape& count, std::vector<double>& out) const;
    std::vector<std::string> read_texts(const std::string& path) const;
    // The total length of texts of variable length as they will be in memory; in the file, many may share one
    // text. Throws DataError. Must not be called for a scalar, at which HDF5 1.10.8 crashes.
    std::uint64_t text_bytes(const std::string& path) const;

  private:
    std::int64_t changing();  // id_, to write
    const Object* find(const std::string& path) const;
    const Object& object(const std::string& path) const;
    const Object& array_object(const std::string& path) const;
    const AttributeInfo* find_attribute(const std::string& path, const std::string& name) const;
    void put_texts(const std::string& path, const Shape& shape, const std::vector<std::string>& texts);

    Hdf5File(std::filesystem::path path, std::int64_t id);
    Hdf5File(std::filesystem::path path, std::unique_ptr<ArrayReading> reading);
    std::filesystem::path path_;
    std::int64_t id_ = -1;  // HDF5's, of a file in this process
    std::unique_ptr<ArrayReading> reading_;
};

}  // namespace cchnn
