#pragma once
// A Lyapunov exponent as a file, so that a resumed run or a merge needs not look for it again: minutes of work.

#include <filesystem>
#include <optional>

#include "dataset/dataset_description.hpp"

namespace cchnn {

void write_lyapunov_file(const std::filesystem::path& file, const LyapunovRecord& record);

// Nothing when there is no such file. Throws DataError when it is damaged.
std::optional<LyapunovRecord> read_lyapunov_file(const std::filesystem::path& file);

}  // namespace cchnn
