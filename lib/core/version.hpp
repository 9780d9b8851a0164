#pragma once
// One place for the numbers that a dataset carries.

namespace cchnn {

inline constexpr const char* tool_version = "0.1.0";

// Layout of dataset and submission files (schemas/dataset.md). Readers refuse a larger one.
inline constexpr int dataset_format_version = 1;

}  // namespace cchnn
