#pragma once
// README.md of a generated directory: it explains the data to someone who has only the download.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// BibTeX entries for a dataset and for the program: for the card, for croissant.json (citeAs), and for
// cchnn-eval --cite. The program does not know the names of its own authors, who are "the cchnn authors".

// Contents, creators (--creator), page (--url), and the digests that identify the data.
std::string dataset_citation(const ManifestContent& content);
// @misc{cchnn, ...} with version and year.
std::string program_citation();
std::string citation_year();

// The length of an axis of dataset_layout.hpp in a file, or its name when the length is not known.
std::string axis_length(const std::string& axis, const SplitContent& split);

std::string dataset_card(const ManifestContent& content);

}  // namespace cchnn
