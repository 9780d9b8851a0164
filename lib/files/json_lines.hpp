#pragma once
// Writes arrays with equal first axes as lines of JSON: line i is {"x": row i of x, ...}, rows as nested lists.
// Numbers have the shortest digits that read back as the same number; NaN and infinities become null, since
// JSON has no word for them. Written under a temporary name and renamed. Memory does not grow with the arrays.
// Throws IoError.

#include <filesystem>
#include <string>
#include <vector>

#include "files/numpy/npz_writer.hpp"

namespace cchnn {

struct LineColumn {
    std::string name;
    Element element;  // float64, float32, int64, int32 or uint8
    Shape shape;      // (N, ...)
    ReadRows rows;
};

// Throws std::invalid_argument if first axes differ.
void write_json_lines(const std::filesystem::path& path, const std::vector<LineColumn>& columns, bool overwrite);

}  // namespace cchnn
