#pragma once
// The fields of Croissant's responsible-AI vocabulary (http://mlcommons.org/croissant/RAI/1.0), as far as they
// follow from how the dataset was made. Social impact and maintenance are for the publisher to describe.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

inline constexpr const char* responsible_use_version = "http://mlcommons.org/croissant/RAI/1.0";

// A JSON object with "rai:dataCollection" and so on.
std::string responsible_use_json(const ManifestContent& content);

}  // namespace cchnn
