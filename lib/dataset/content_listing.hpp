#pragma once
// Lines of the texts whose SHA-256 is a digest (content_digest.hpp, truth_digest.hpp).

#include <map>
#include <string>

#include "files/hdf5_file.hpp"

namespace cchnn {

// Bytes up to 0x20, 0x7f and '%' as %XX.
std::string escaped(const std::string& name);
// "array /x float64 (800,100,3,2) 4355a46b19d348dc...": "array", escaped name, type, shape, digest.
std::string content_line(const std::string& kind, const std::string& name, Element element, const Shape& shape,
                         const std::string& digest);
// SHA-256 of an array's values, read in blocks unless it is known (path -> digest). Throws DataError for values that
// are neither numbers nor text.
std::string array_digest(const Hdf5File& file, const std::string& path, const ArrayInfo& info,
                         const std::map<std::string, std::string>& known);
std::string array_line(const Hdf5File& file, const std::string& path, const std::map<std::string, std::string>& known);
void require_readable(Element element, const std::string& where);

}  // namespace cchnn
