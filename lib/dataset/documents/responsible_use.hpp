#pragma once
// What the responsible-AI vocabulary of Croissant asks of every dataset, as far as it follows from how this one was made
// (http://mlcommons.org/croissant/RAI/1.0). Social impact and the plan of maintenance are the publisher's to tell.

#include <nlohmann/json_fwd.hpp>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

inline constexpr const char* responsible_use_version = "http://mlcommons.org/croissant/RAI/1.0";

// Adds "rai:dataCollection" and so on.
void add_responsible_use(const ManifestContent& content, nlohmann::ordered_json& croissant);

}  // namespace cchnn
