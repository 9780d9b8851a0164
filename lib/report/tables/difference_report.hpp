#pragma once
// The result of comparing two files (`cchnn-eval diff`): a line for each array that differs, with its worst
// element, and the verdict. For example
//   /x: 12 of 40000 elements differ; worst at [3, 9, 1, 1] (trajectory 3, t[9] = 0.27 s, bob2, y): -1.25 and
//   -1.2500001, apart by 1e-07, 5.2 times the tolerance

#include <string>

#include "dataset/reader/file_difference.hpp"

namespace cchnn {

// `a` and `b` are the names of the files.
std::string difference_text(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance);
// schemas/difference.schema.json; the verdict is "same" with exit code 0, or "different" with 1.
std::string difference_json(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance);

}  // namespace cchnn
