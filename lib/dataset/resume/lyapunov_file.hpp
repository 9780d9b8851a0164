#pragma once
// Stores a Lyapunov exponent in a file, so that a resumed run or a merge need not estimate it again, which takes
// minutes.

#include <filesystem>
#include <optional>

#include "dataset/dataset_description.hpp"

namespace cchnn {

void write_lyapunov_file(const std::filesystem::path& file, const LyapunovRecord& record);

// Nothing if the file does not exist. Throws DataError if it is damaged.
std::optional<LyapunovRecord> read_lyapunov_file(const std::filesystem::path& file);

}  // namespace cchnn
