#pragma once
// The content digest: a name for what a file contains, independent of its HDF5 chunks, compression, byte order
// and library. It is the SHA-256 of a text that lists the content, one line for each item, objects in byte
// order of their paths, attributes in byte order of their names:
//
//   cchnn-content 1
//   group /system
//   attribute /system@title text () 9c1185a5c5e9fc54...
//   array /x float64 (800,100,3,2) 4355a46b19d348dc...
//   attribute /x@units text () 62c66a7a5dd70c31...
//
// The digest at the end of a line is the SHA-256 of the values: numbers little-endian in row-major order; each
// text as its length in bytes (8 bytes, little-endian) and its UTF-8 bytes without trailing NULs. Attributes of
// the root come first, with the path "/". Bytes up to 0x20, 0x7f and '%' in names are written %XX.
//
// DatasetWriter hashes the rows of trajectories while it writes them and passes these digests, so that
// digest_content() need not read these arrays again. It reads and hashes all other arrays, and all attributes.
//
// Left out are the root attributes content_digest, which holds the result, and tool_version, so that another
// version that writes the same numbers gives the same digest; and what HDF5 dimension scales and netCDF write
// for their own use (CLASS, NAME, REFERENCE_LIST, DIMENSION_LIST, DIMENSION_LABELS, _Netcdf4Dimid,
// _Netcdf4Coordinates, _NCProperties, _nc3_strict), because these hold addresses inside the file and versions
// of libraries.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

// All digests of one file. DatasetWriter::content() and TrajectoryFile::digests() return it; manifests store
// it.
struct ContentDigest {
    std::string content;                                      // 64 hex digits
    std::string truth;                                        // the same, of the truth in it (truth_digest.hpp)
    std::vector<std::pair<std::string, std::string>> arrays;  // path -> digest of its values
};

// Whether an attribute of the object at `path` belongs to the content. False for those that are left out.
bool is_content(const std::string& path, const std::string& attribute);

// The digest of one array; "" if the file has no such array.
std::string digest_of(const ContentDigest& digest, const std::string& array);

// Reads in blocks: memory does not grow with the arrays. Arrays in `known` (path -> digest of its values) are not read.
// Throws DataError for values that are neither numbers nor text.
ContentDigest digest_content(const Hdf5File& file, const std::map<std::string, std::string>& known = {});

// The lines of the texts whose SHA-256 is a digest, which truth_digest.hpp uses too.

// A name with bytes up to 0x20, 0x7f and '%' written as %XX, so that a name cannot contain a blank or the end
// of a line.
std::string escaped(const std::string& name);
// "array /x float64 (800,100,3,2) 4355a46b19d348dc...": "array", escaped name, type, shape, digest.
std::string content_line(const std::string& kind, const std::string& name, Element element, const Shape& shape,
                         const std::string& digest);
// SHA-256 of an array's values, read in blocks unless it is known (path -> digest). Throws DataError for values that
// are neither numbers nor text.
std::string array_digest(const Hdf5File& file, const std::string& path, const ArrayInfo& info,
                         const std::map<std::string, std::string>& known);
// The line of one array.
std::string array_line(const Hdf5File& file, const std::string& path, const std::map<std::string, std::string>& known);
// Throws DataError for an element that is neither a number of a standard width nor text.
void require_readable(Element element, const std::string& where);

}  // namespace cchnn
