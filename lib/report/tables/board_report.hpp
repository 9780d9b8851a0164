#pragma once
// Scores of a board for people (text) and machines (schemas/board_scores.schema.json).

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"
#include "stories/benchmark/evaluate_board.hpp"

namespace cchnn {

// One a division: standings over its systems.
std::vector<CaptionedTable> board_tables(const BoardScores& scores);
// The same with the line of the ledger, the date and the address of each entry.
std::vector<CaptionedTable> board_front_tables(const BoardScores& scores);
// One for each division, in the words of `compare`.
std::vector<Verdict> board_verdicts(const BoardScores& scores);
// One a division on a system that it answers, ranked; reference rollouts first.
std::vector<CaptionedTable> board_system_tables(const BoardScores& scores, const std::string& system);
// Of one entry: its error and rank on each system.
CaptionedTable board_entry_table(const BoardScores& scores, std::size_t entry);
// Entries in the order of the ledger, with their errors; what was best of its division by then is marked.
CaptionedTable board_history_table(const BoardScores& scores);
// The error of each model on each system, in the order of the standings, then references.
CaptionedTable board_errors_table(const BoardScores& scores);
// Of the board, then of each system.
std::vector<std::string> board_remarks(const BoardScores& scores);

std::string board_text(const BoardScores& scores, std::size_t width);
std::string board_json(const BoardScores& scores);

}  // namespace cchnn
