#pragma once
// What a file of arrays has in it, and parts of it. Three classes answer: HDF5 and minizip in this process
// (read_hdf5_here, read_npz_here), and the client of a reader process (jail/reader_process.hpp), where one of the
// first two answers. Hdf5File and NpzFile are made from these answers.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

// One link of a file and what it leads to, without any values. An archive has arrays alone.
struct Object {
    Entry entry;
    ArrayInfo array;                        // of an array
    std::vector<AttributeInfo> attributes;  // of an array or a group, sorted by name
    std::string problem;                    // why it cannot be described, or nothing
};

// What is read at once: a box of an array, or a whole attribute.
struct Part {
    enum class Form : std::uint32_t {
        values,     // little-endian as in the file; each text as its length (8 bytes) and its bytes (append_text())
        doubles,    // numbers of any width as float64
        text_bytes  // one number: the total length of the array's texts of variable length, which are not read
    };
    const Object& object;            // of objects()
    const AttributeInfo* attribute;  // of the object, or null
    Form form;
    Shape start, count;

    const Element& element() const { return attribute ? attribute->element : object.array.element; }
};

// Where the next bytes of a part go.
using Place = std::function<char*(std::uint64_t)>;
Place at_end_of(std::vector<char>& bytes);

// An open file. Used by one thread at a time. Throws DataError.
class ArrayReading {
  public:
    virtual ~ArrayReading() = default;
    virtual std::uint64_t file_bytes() const = 0;
    // HDF5: "/", then every object below it in order of path. An archive: its arrays in the order of the file, "/x"
    // for x.npy.
    virtual const std::vector<Object>& objects() = 0;
    // Texts, and arrays of an archive in one go or in consecutive parts from the first number on. Does not call `place`
    // if the part has no bytes.
    virtual void read(const Part& part, const Place& place) = 0;
};

// A part in the form of values. Throws DataError at `where` unless it has as many numbers or texts as were asked for: a
// process that a file has taken over may send others.
std::vector<char> read_values(ArrayReading& reading, const Part& part, const std::string& where);

// For a file that HDF5 has open under `id`, which must stay open as long as the result lives. `shown_as` is its
// name in messages.
std::unique_ptr<ArrayReading> read_hdf5_here(std::int64_t id, std::filesystem::path shown_as);

// For an archive that is open already; `where` is its name in messages.
std::unique_ptr<ArrayReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where);

}  // namespace cchnn
