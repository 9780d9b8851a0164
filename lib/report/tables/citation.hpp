#pragma once
// How to cite the numbers of a report, as BibTeX: the program with its version; each test set with its seed,
// truth digest, signature of the scores and source of its system; and the paper that defines the errors. BibTeX
// ignores text outside of entries, so that a sentence to copy into the paper stands before them.

#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

std::string citation(const std::vector<Scores>& all);

}  // namespace cchnn
