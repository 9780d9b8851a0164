#pragma once
// HDF5's identifiers and messages, and types and spaces between its terms and ours; for the files of this room that call
// HDF5, and for no other.

#include <cstdint>
#include <string>
#include <utility>

#include "files/hdf5_values.hpp"

namespace cchnn {

// Owns any HDF5 identifier (hid_t).
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

// Without its exit handler, which crashes when a full disk has kept a file from being closed. Our handles close
// themselves. Error printing and plug-ins are switched off per thread in some builds, therefore at every opening.
void prepare_library();

// HDF5's innermost message; of a failed system call only the operating system's part. Any call of HDF5 clears it,
// closing an identifier too: what a failing call uses must have a name, or be part of the expression that throws.
// Throws std::bad_alloc where HDF5 had no memory.
std::string reason();

inline constexpr int utf8_characters = 1;  // of H5T_cset_t
// How texts of variable length are read and written: with room to convert some hundred at once. For more, HDF5 clears 1 MB
// at each call.
Id text_transfer();
Id text_type(std::size_t bytes, int characters = utf8_characters);
Id type_of(Element e, int characters = utf8_characters);
Element element_of(std::int64_t type);
Shape shape_of(std::int64_t space);
Id space_of(const Shape& shape);
// The part of an array that a call reads or writes: its space in the file with that part selected.
bool select(std::int64_t space, const Shape& start, const Shape& count);

}  // namespace cchnn
