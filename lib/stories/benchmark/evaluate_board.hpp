#pragma once
// cchnn-eval board, as a story: every submission of a board is scored anew, and ranked among models that know the same.
//
//   DIR/board.json, entries/<entry>/..., data/<system>/test.h5  ->  Scores a system  ->  standings a division
//
// A board has one test set and one signature a system: board.lock.json names them, and others are refused. Its ledger says
// which submission arrived first; what is not on it yet is added at the end, by date and then by name.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/board.hpp"
#include "score/standings.hpp"

namespace cchnn {

struct BoardRequest {
    std::filesystem::path directory;
    std::filesystem::path data;  // <system>/test.h5; empty: DIR/data
    bool renew = false;          // other test sets, signatures or submissions than those of board.lock.json are taken
    int threads = 1;
};

// Of one entry on one system.
struct BoardError {
    std::string system;
    double error = 0;  // relative error, geometric mean over seeds and trajectories
    std::optional<Interval> error_ci95;
    std::optional<double> rank;  // in its division; none: no model, or a copy of another entry
    bool reference = false;
    bool best_by_then = false;  // smallest of its division among submissions that arrived up to it
    std::optional<StartError> start_error = {};
    std::string naive = {};  // of a naive forecast: its name
};

// Models that know the same. Scores have its models, and the reference rollouts and naive forecasts of all.
struct BoardDivision {
    std::string knows;
    Comparison comparison;
};

struct BoardScores {
    Board board;
    BoardLock lock;
    std::vector<Scores> systems;                  // all entries, those that somebody answers
    std::vector<BoardDivision> divisions;         // sorted by `knows`
    std::vector<std::vector<BoardError>> errors;  // of each entry, as `systems`
    std::vector<std::string> arrived;             // entries that this run put on the ledger
    std::vector<std::string> remarks;
};

// Answers with an address whose file is in neither place.
struct MissingAnswer {
    std::string entry, system, sha256, address;
    std::filesystem::path place;  // where it is expected
};
std::vector<MissingAnswer> missing_answers(const Board& board, const std::filesystem::path& directory);

// Throws SpecError, DataError, IoError with the problems of all entries; DataError as well for another test set, signature
// or submission than that of the lock, and for a ledger of which a line was changed.
BoardScores evaluate_board(const BoardRequest& request);

}  // namespace cchnn
