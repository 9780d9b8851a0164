#pragma once
// BibTeX entries for a dataset and for the program: for the card, for croissant.json (citeAs), and for
// cchnn-eval --cite. The program does not know the names of its own authors, who are "the cchnn authors".

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// Contents, creators (--creator), page (--url), and the digests that identify the data.
std::string dataset_citation(const ManifestContent& content);
// @misc{cchnn, ...} with version and year.
std::string program_citation();
std::string citation_year();

}  // namespace cchnn
