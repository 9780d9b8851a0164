#pragma once
// How to cite a dataset and the program, as BibTeX: for its card, for croissant.json (citeAs), and for cchnn-eval --cite.
// Authors of the program are not known to it.

#include <string>

#include "dataset/documents/manifest.hpp"

namespace cchnn {

// What it holds, who made it (--creator), its page (--url), and the digests by which it is known.
std::string dataset_citation(const ManifestContent& content);
// @misc{cchnn, ...} with the version.
std::string program_citation();

}  // namespace cchnn
