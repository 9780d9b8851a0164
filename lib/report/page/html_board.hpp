#pragma once
// The site of a board, the public ranking of models: static pages that link to each other, and otherwise only
// to the addresses that entries name. `cchnn-eval board` writes it. The same board gives the same bytes, so
// that a site can be kept in a repository.
//
//   index.html, history.html, systems/<system>.html, models/<entry>.html, scores.csv, board.json

#include <map>
#include <string>
#include <vector>

#include "stories/benchmark/evaluate_board.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

// All files of the site: path below its directory -> text. `described` holds a description for each system of
// BoardScores::systems, in that order, or fewer.
std::map<std::string, std::string> board_site(const BoardScores& scores, const std::vector<DescribedSystem>& described);

}  // namespace cchnn
