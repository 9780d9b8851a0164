#pragma once
// Compares two dataset or submission files array by array within a tolerance:
//   (1)  |a - b| <= atol + rtol max(|a|, |b|)       NaN agrees with NaN, an infinity with itself
// The worst element that violates (1) is found by these criteria, each of which decides where those before it
// are equal:
//   (2)  one of a, b is not finite (NaN, infinity) and the other is not the same: worse than any other
//   (3)  the largest |a - b| / (right side of (1)); infinite where that side is 0: without a tolerance (4) decides
//   (4)  the largest |a - b|
//   (5)  the one that comes first in the array
// Texts must be equal. Attributes of the root and of arrays must be equal too, floating-point ones within (1).
// Between two datasets or two submissions all of them that are content (content_digest.hpp) are compared, except the
// truth digest and those that say who answers and how fast (model, notes, seconds and hardware of the rollout);
// between a dataset and a submission only the name of the system and dt. An attribute of only one of the files counts
// between datasets alone. Arrays are read in blocks, so memory does not grow with them.

#include <filesystem>
#include <string>
#include <vector>

#include "files/hdf5_file.hpp"

namespace cchnn {

struct Tolerance {
    double rtol = 0, atol = 0;
};

// The comparison of one array that both files have.
struct ArrayDifference {
    std::string path;            // "/x"
    std::string what;            // other than numbers: "shape is (2, 3) in a, (2, 4) in b", "texts differ"; else ""
    std::uint64_t elements = 0;  // compared
    std::uint64_t beyond = 0;    // elements that break (1)
    // The worst of these:
    std::vector<std::uint64_t> index;
    std::string place;  // "trajectory 3, t[9] = 0.27 s, bob2, y"
    double a = 0, b = 0;
    double times_allowed = 0;  // (3); infinite for (2)

    bool differs() const { return !what.empty() || beyond > 0; }
};

struct FileDifference {
    std::vector<ArrayDifference> arrays;      // in both files, in order of path
    std::vector<std::string> only_a, only_b;  // arrays of one file alone
    bool same_kind = true;                    // two datasets, or two submissions: then these count as differences
    std::vector<std::string> attributes;      // "/@system is 'a' in x.h5, 'b' in y.h5"
    std::uint64_t compared_attributes = 0;

    bool differs() const;
};

// HDF5 or .npz. Throws IoError, DataError (unsafe content, no x and v).
FileDifference compare_files(const std::filesystem::path& a, const std::filesystem::path& b, Tolerance tolerance);

}  // namespace cchnn
