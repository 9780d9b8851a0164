#pragma once
// How to cite what a report says, as BibTeX: the program with its version, each test set with its seed, truth digest
// and the signature of the scores, the source of its system, and the paper whose errors these are. BibTeX ignores the
// sentence for the text that stands before the entries.

#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

std::string citation(const std::vector<Scores>& all);

}  // namespace cchnn
