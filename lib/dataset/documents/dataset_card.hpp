#pragma once
// README.md of a generated directory: it explains the data to someone who has only the download.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// The length of an axis of dataset_layout.hpp in a file, or its name when the length is not known.
std::string axis_length(const std::string& axis, const SplitContent& split);

std::string dataset_card(const ManifestContent& content);

}  // namespace cchnn
