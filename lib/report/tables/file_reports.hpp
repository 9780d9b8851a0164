#pragma once
// What programs say of files that exist, for people and for machines: whether they are right (`cchnn-gen verify`), how two
// of them differ (`cchnn-eval diff`), and what is in them (`cchnn-gen info`).

#include <string>
#include <vector>
#include "dataset/reader/file_difference.hpp"
#include "score/verification.hpp"

namespace cchnn {

// For each target: a line for each comparison, a table of measures, a line for each measure that failed,
// remarks.
std::string verification_text(const std::vector<Verification>& found, std::size_t width);

// schemas/verification.schema.json
std::string verification_json(const std::vector<Verification>& found);

// The result of comparing two files (`cchnn-eval diff`): a line for each array that differs, with its worst
// element, and the verdict. For example
//   /x: 12 of 40000 elements differ; worst at [3, 9, 1, 1] (trajectory 3, t[9] = 0.27 s, bob2, y): -1.25 and
//   -1.2500001, apart by 1e-07, 5.2 times the tolerance
// `a` and `b` are the names of the files.
std::string difference_text(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance);
// schemas/difference.schema.json; the verdict is "same" with exit code 0, or "different" with 1.
std::string difference_json(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance);

// "PATH: KIND", and a line for each fact. `info` is the JSON that file_info() gives.
std::string file_info_text(const std::string& info, std::size_t width);

// schemas/file_info.schema.json
std::string file_info_json(const std::vector<std::string>& files);

}  // namespace cchnn
