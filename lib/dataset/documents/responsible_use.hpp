#pragma once
// What the responsible-AI vocabulary of Croissant asks of every dataset, as far as it follows from how this one was made
// (http://mlcommons.org/croissant/RAI/1.0). Social impact and the plan of maintenance are the publisher's to tell.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

inline constexpr const char* responsible_use_version = "http://mlcommons.org/croissant/RAI/1.0";

// A JSON object with "rai:dataCollection" and so on.
std::string responsible_use_json(const ManifestContent& content);

}  // namespace cchnn
