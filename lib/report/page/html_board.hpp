#pragma once
// The site of a board: static pages that link to each other and to nothing else but what entries name. The same board
// makes the same bytes.
//
//   index.html, history.html, systems/<system>.html, models/<entry>.html, scores.csv, board.json

#include <map>
#include <string>
#include <vector>

#include "stories/benchmark/evaluate_board.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

// Path below the site -> text. `described`: as BoardScores::systems.
std::map<std::string, std::string> board_site(const BoardScores& scores, const std::vector<DescribedSystem>& described);

}  // namespace cchnn
