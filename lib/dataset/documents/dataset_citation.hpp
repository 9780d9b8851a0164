#pragma once
// BibTeX entries for a dataset and for the program: for the card, for croissant.json (citeAs), and for
// cchnn-eval --cite. The program does not know the names of its own authors.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// Contents, creators (--creator), page (--url), and the digests that identify the data.
std::string dataset_citation(const ManifestContent& content);
// @misc{cchnn, ...} with the version.
std::string program_citation();

}  // namespace cchnn
