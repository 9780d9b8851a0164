#pragma once
// One place for the numbers that a dataset and a report carry.

namespace cchnn {

// The build reads it from here too (CMakeLists.txt).
inline constexpr const char* tool_version = "0.3.0";

// Layout of dataset and submission files (schemas/dataset.md). Readers reject a larger one.
inline constexpr int dataset_format_version = 1;

// Of views (schemas/view.md).
inline constexpr int view_format_version = 1;

// Of suites and their lock files (schemas/suite.md).
inline constexpr int suite_format_version = 1;

// Of boards, their entries and lock files (schemas/board.md).
inline constexpr int board_format_version = 1;

// Of priors, sealed rounds and their secrets (schemas/challenge.md). Secrets of version 2 have the digest of the prior.
inline constexpr int challenge_format_version = 1;
inline constexpr int secret_format_version = 2;

// Of JSON reports (schemas/report.md).
inline constexpr int report_format_version = 1;

}  // namespace cchnn
