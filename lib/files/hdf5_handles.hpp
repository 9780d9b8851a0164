#pragma once
// HDF5's identifiers and messages, and types and spaces between its terms and ours; for the files of this room that call
// HDF5, and for no other.

#include <hdf5.h>

#include <string>
#include <utility>

#include "files/hdf5_values.hpp"

namespace cchnn {

// Owns any HDF5 identifier.
class Id {
  public:
    explicit Id(hid_t id = -1) : id_(id) {}
    ~Id() {
        if (id_ >= 0) H5Idec_ref(id_);
    }
    Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
    Id& operator=(Id&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    operator hid_t() const { return id_; }
    bool close() { return id_ < 0 || H5Idec_ref(std::exchange(id_, -1)) >= 0; }  // may find the disk full

  private:
    hid_t id_;
};

// Without its exit handler, which crashes when a full disk has kept a file from being closed. Our handles close
// themselves. Error printing and plug-ins are switched off per thread in some builds, therefore at every opening.
void prepare_library();

// HDF5's innermost message; of a failed system call only the operating system's part. Any call of HDF5 clears it,
// closing an identifier too: what a failing call uses must have a name, or be part of the expression that throws.
// Throws std::bad_alloc where HDF5 had no memory.
std::string reason();

Id text_type(std::size_t bytes, H5T_cset_t characters = H5T_CSET_UTF8);
Id type_of(Element e, H5T_cset_t characters = H5T_CSET_UTF8);
Element element_of(hid_t type);
Shape shape_of(hid_t space);
Id space_of(const Shape& shape);
// The part of an array that a call reads or writes: its space in the file with that part selected.
bool select(hid_t space, const Shape& start, const Shape& count);

}  // namespace cchnn
