#pragma once
// croissant.json: the dataset for search engines and loaders that know Croissant 1.1
// (http://mlcommons.org/croissant/1.1), a vocabulary in JSON-LD on top of schema.org: files with sizes and SHA-256, one
// record a trajectory with a field for each array, sets as cr:Split, how it was generated as prov:wasGeneratedBy. What
// Croissant requires and only the publisher knows (license, url, creator, datePublished) stands there when it was
// given.

#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// A file beside the .h5 files.
struct CompanionFile {
    std::string name, media_type, text;
};

std::string croissant_json(const ManifestContent& content, const std::vector<CompanionFile>& companions);

}  // namespace cchnn
