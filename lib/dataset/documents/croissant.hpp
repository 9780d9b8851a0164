#pragma once
// croissant.json describes a dataset to search engines and loaders that know Croissant 1.1
// (http://mlcommons.org/croissant/1.1), a vocabulary in JSON-LD on top of schema.org. It lists files with sizes
// and SHA-256, one record for each trajectory with a field for each array that has a row per trajectory, the sets as
// cr:Split, and how the data was generated as prov:wasGeneratedBy. Croissant also requires facts that only the
// publisher knows (license, url, creator, datePublished); they are included if they were given.

#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// A file beside the .h5 files.
struct CompanionFile {
    std::string name, media_type, text;
};

std::string croissant_json(const ManifestContent& content, const std::vector<CompanionFile>& companions);

// The fields of Croissant's responsible-AI vocabulary (http://mlcommons.org/croissant/RAI/1.0), as far as they
// follow from how the dataset was made. Social impact and maintenance are for the publisher to describe.
inline constexpr const char* responsible_use_version = "http://mlcommons.org/croissant/RAI/1.0";

// A JSON object with "rai:dataCollection" and so on.
std::string responsible_use_json(const ManifestContent& content);

}  // namespace cchnn
