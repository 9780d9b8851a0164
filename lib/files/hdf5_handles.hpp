#pragma once
// HDF5's identifiers and messages, and conversions between its types and spaces and ours. Only the files of
// this directory that call HDF5 include it.

#include <cstdint>
#include <string>
#include <utility>

#include "files/hdf5_values.hpp"

namespace cchnn {

// Owns an HDF5 identifier (hid_t) of any kind.
class Id {
  public:
    explicit Id(std::int64_t id = -1) : id_(id) {}
    ~Id() { close(); }
    Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Id& operator=(Id&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    operator std::int64_t() const { return id_; }
    bool close();  // may find the disk full

  private:
    std::int64_t id_;
};

// Sets up HDF5 for this program: without its exit handler, which crashes if a full disk has kept a file from
// being closed (identifiers close themselves here), without printing of errors, and without filter plug-ins.
// The last two are set per thread in some builds, so it is called at every opening.
void prepare_library();

// HDF5's innermost error message, or the reason of the operating system if a system call failed. Every call of
// HDF5 clears it, also the closing of an identifier. Therefore an identifier that a failing call uses must have
// a name, or be part of the expression that throws. Throws std::bad_alloc if HDF5 had no memory.
std::string reason();

inline constexpr int utf8_characters = 1;  // of H5T_cset_t
// Transfer properties for texts of variable length: a buffer for a few hundred. With the default, HDF5 clears 1
// MB at each call.
Id text_transfer();
Id text_type(std::size_t bytes, int characters = utf8_characters);
Id type_of(Element e, int characters = utf8_characters);
Element element_of(std::int64_t type);
Shape shape_of(std::int64_t space);
Id space_of(const Shape& shape);
// Selects the part of an array that a call reads or writes in its space in the file. False if HDF5 reports an error.
bool select(std::int64_t space, const Shape& start, const Shape& count);

}  // namespace cchnn
