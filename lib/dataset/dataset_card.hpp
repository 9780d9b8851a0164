#pragma once
// The README.md of a generated directory, for somebody who has nothing but the download.

#include <string>

#include "dataset/manifest.hpp"

namespace cchnn {

std::string dataset_card(const ManifestContent& content);

}  // namespace cchnn
