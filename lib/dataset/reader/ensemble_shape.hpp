#pragma once
// Recognises ensembles by the shapes of their arrays: x, v of (N, M, T, n, d) have five axes, q, qdot of (N, M,
// T, m) four.

#include <algorithm>
#include <string>

#include "dataset/dataset_description.hpp"
#include "files/hdf5_values.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {

// The number of members M of an array, 0 if it has no such axis. The name is given without a slash.
inline std::uint64_t members_of(const std::string& name, const Shape& shape) {
    const bool state = name == "x" || name == "v", coordinates = name == "q" || name == "qdot";
    return (state && shape.size() == 5) || (coordinates && shape.size() == 4) ? shape[1] : 0;
}

// The largest number of values that a compressed array may have, if one of a single member may have
// `most_values`: M times as many, as far as a file of this size can hold them. This stops small files that
// inflate to fill the memory.
inline std::uint64_t plausible_values(std::uint64_t most_values, std::uint64_t members, std::uint64_t file_bytes) {
    if (most_values == any_number_of_values || members <= 1) return most_values;
    const std::uint64_t all = byte_count({most_values, std::min<std::uint64_t>(members, most_members)}, 1);
    return std::max(most_values, std::min(all, plausible_values(file_bytes)));
}

}  // namespace cchnn
