#pragma once
// The questions that can be asked about an HDF5 file that is read. Two classes answer: HDF5 in this process
// (read_here), and the client of a reader process (jail/jailed_hdf5.hpp), which passes each question to the
// first one there. Hdf5File documents them.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

class Hdf5Reading {
  public:
    virtual ~Hdf5Reading() = default;
    virtual std::uint64_t file_bytes() const = 0;
    virtual std::vector<Entry> entries(std::size_t most) const = 0;
    virtual bool has(const std::string& path) const = 0;
    virtual ArrayInfo array(const std::string& path) const = 0;
    virtual std::vector<AttributeInfo> attributes(const std::string& path) const = 0;
    virtual bool has_attribute(const std::string& path, const std::string& name) const = 0;
    virtual std::vector<char> attribute_bytes(const std::string& path, const AttributeInfo& attribute) const = 0;
    virtual std::vector<char> read_bytes(const std::string& path, const Shape& start, const Shape& count) const = 0;
    virtual void read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const = 0;
    virtual std::uint64_t text_bytes(const std::string& path) const = 0;
};

// For a file that HDF5 has open under `id`, which must stay open as long as the result lives. `shown_as` is its
// name in messages.
std::unique_ptr<Hdf5Reading> read_here(std::int64_t id, std::filesystem::path shown_as);

}  // namespace cchnn
