#pragma once
// The submissions of a board: the file of each, its SHA-256, and the order in which they arrived
// (schemas/board.md).
//
//   entries/<entry>/entry.json  ->  files, digests  ->  ledger of board.lock.json, to which new ones are added
//
// evaluate_board() calls answers_to() for each system, then arrivals(), and scores the answers in the order
// that arrivals() has given them.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "dataset/documents/board.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {

// The submissions to one system. All vectors have the same length, one element for each submitted file.
struct BoardAnswers {
    std::vector<std::filesystem::path> files;
    std::vector<SubmissionName> names;
    std::vector<std::string> paths;    // for people: below the board
    std::vector<std::string> entries;  // by id
    std::vector<std::string> sha256;

    void add(const BoardAnswers& all, std::size_t i);
    BoardAnswers of_entry(const std::string& entry) const;
};

// Why a path that is no regular file cannot be read. `missing` is the text for one that does not exist.
std::string why_unread(const std::filesystem::path& path, const std::string& missing);

// The submissions of all entries to one system, in the order of entries. Problems of any of them are added to
// `problems`, and that file is left out; nothing is thrown for them.
BoardAnswers answers_to(const std::string& system, const Board& board, const std::filesystem::path& directory,
                        std::vector<Problem>& problems);

// What arrivals() starts from.
struct LedgerState {
    const Board& board;
    BoardLedger ledger;  // as it was
    bool renew = false;  // other submissions than those of the ledger arrive anew
    std::filesystem::path file;
};
// What arrivals() finds.
struct Arrivals {
    BoardLedger ledger;                // with what is new
    std::vector<std::string> arrived;  // entries with new submissions, in this order
    std::vector<std::string> remarks;  // on what is on the ledger and answered no longer
};
// Adds submissions that are not on the ledger, by the date of their entry and then by name, and sorts the
// submissions to each system by their arrival. The order decides which of two equal submissions counts as the
// original.
Arrivals arrivals(const LedgerState& state, std::map<std::string, BoardAnswers>& answers,
                  std::vector<Problem>& problems);

}  // namespace cchnn
