#pragma once
// What is handed in to a board: the file of each submission, its SHA-256, and in which order they arrived.
//
//   entries/<entry>/entry.json  ->  files, digests  ->  ledger of board.lock.json, to which new ones are added

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "dataset/documents/board.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {

// What is scored on one system, an item a submission.
struct BoardAnswers {
    std::vector<std::filesystem::path> files;
    std::vector<SubmissionName> names;
    std::vector<std::string> paths;    // for people: below the board
    std::vector<std::string> entries;  // by id
    std::vector<std::string> sha256;

    void add(const BoardAnswers& all, std::size_t i);
    BoardAnswers of_entry(const std::string& entry) const;
};

// What is wrong with a file that is not a regular one: "is no regular file", or what is said of one that is missing.
std::string why_unread(const std::filesystem::path& path, const std::string& missing);

// In the order of entries. What is wrong with any of them goes to `problems`.
BoardAnswers answers_to(const std::string& system, const Board& board, const std::filesystem::path& directory,
                        std::vector<Problem>& problems);

struct LedgerState {
    const Board& board;
    BoardLedger ledger;  // as it was
    bool renew = false;  // other submissions than those of the ledger arrive anew
    std::filesystem::path file;
};
struct Arrivals {
    BoardLedger ledger;                // with what is new
    std::vector<std::string> arrived;  // entries that are new, in this order
    std::vector<std::string> remarks;  // on what is on the ledger and answered no longer
};
// Sorts the answers to each system by arrival. New ones are added by date, then by name.
Arrivals arrivals(const LedgerState& state, std::map<std::string, BoardAnswers>& answers,
                  std::vector<Problem>& problems);

}  // namespace cchnn
