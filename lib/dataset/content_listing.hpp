#pragma once
// The lines of the texts whose SHA-256 is a digest. content_digest.hpp and truth_digest.hpp share them.

#include <map>
#include <string>

#include "files/hdf5_file.hpp"

namespace cchnn {

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
