#pragma once
// Scores of a board for people (text, and tables for its site) and machines (schemas/board_scores.schema.json).
// A division is ranked by itself: it holds the entries that know the same.

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"
#include "stories/benchmark/challenge.hpp"
#include "stories/benchmark/evaluate_board.hpp"

namespace cchnn {

// One table for each division: standings over its systems.
std::vector<CaptionedTable> board_tables(const BoardScores& scores);
// The same with the line of the ledger, date and address of each entry.
std::vector<CaptionedTable> board_front_tables(const BoardScores& scores);
// One verdict for each division, in the words of `compare`.
std::vector<Verdict> board_verdicts(const BoardScores& scores);
// One ranked table for each division that answers the system; reference rollouts stand among its models
// unranked. Without any division, the table of the reference rollouts.
std::vector<CaptionedTable> board_system_tables(const BoardScores& scores, const std::string& system);
// One entry: its error and rank on each system. `entry` is its index in the board.
CaptionedTable board_entry_table(const BoardScores& scores, std::size_t entry);
// Entries in the order of the ledger, with their errors; a star marks what was best of its division at the
// time.
CaptionedTable board_history_table(const BoardScores& scores);
// The error of each model on each system, in the order of the standings, then references.
CaptionedTable board_errors_table(const BoardScores& scores);
// Remarks about the board, then those of each system.
std::vector<std::string> board_remarks(const BoardScores& scores);

std::string board_text(const BoardScores& scores, std::size_t width);
std::string board_json(const BoardScores& scores);

// What sealing, revealing and verifying a round of a challenge gave, for people and for machines
// (schemas/challenge_verification.schema.json; stories/benchmark/challenge.hpp).
std::string sealed_text(const SealedRound& sealed, const ChallengeOptions& options);
// Items for the JSON of seal and reveal (commands/command_report.hpp).
std::string sealed_json(const SealedRound& sealed, const ChallengeOptions& options);
std::string revealed_json(const std::filesystem::path& revealed, const ChallengeOptions& options);
// A line for each check. With `failures_alone` only failed ones, and nothing if all passed.
std::string round_verification_text(const RoundVerification& found, bool failures_alone = false);
std::string round_verification_json(const RoundVerification& found);

}  // namespace cchnn
