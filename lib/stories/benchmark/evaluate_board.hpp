#pragma once
// cchnn-eval board: scores all submissions of a board again, and ranks models among those with the same
// knowledge (schemas/board.md).
//
//   DIR/board.json, entries/<entry>/..., data/<system>/test.h5  ->  Scores a system  ->  standings a division
//
// The order of steps: the board, its lock and all entries are read; new submissions are added to the ledger;
// each system is scored by evaluate(); the test sets and the signatures of the scores must be those of
// board.lock.json; entries are ranked division by division. Problems are collected over all entries and thrown
// together, so that one bad entry does not hide another. Nothing is written: `cchnn-eval board` writes the new
// lock from the result.
//
// Each system of a board has one test set and one signature, which board.lock.json names. The ledger in it says
// which submission arrived first.

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

// The result of one entry on one system.
struct BoardError {
    std::string system;
    double error = 0;  // relative error, geometric mean over seeds and trajectories
    std::optional<Interval> error_ci95;
    std::optional<double> rank;  // in its division; none: no model, or a copy of another entry
    bool reference = false;
    bool first = false;         // in its division: RankedModel::first
    bool best_by_then = false;  // the same among submissions that arrived up to it
    std::optional<StartError> start_error = {};
    std::string naive = {};  // of a naive forecast: its name
};

// Models with the same knowledge (`knows` of their entries). Its scores hold these models, and the reference
// rollouts and naive forecasts of all divisions.
struct BoardDivision {
    std::string knows;
    Comparison comparison;
};

struct BoardScores {
    Board board;
    BoardLock lock;
    std::vector<Scores> systems;                  // all entries, those that somebody answers
    std::vector<BoardDivision> divisions;         // sorted by `knows`
    std::vector<std::vector<BoardError>> errors;  // of each entry, in the order of `systems`
    std::vector<std::string> arrived;             // entries that this run put on the ledger
    std::vector<std::string> remarks;
};

// An answer that is given by an address and whose file is not there yet. `board --missing` lists them.
struct MissingAnswer {
    std::string entry, system, sha256, address;
    std::filesystem::path place;  // where it is expected
};
std::vector<MissingAnswer> missing_answers(const Board& board, const std::filesystem::path& directory);

// Throws SpecError, DataError, IoError with the problems of all entries. It is also a DataError if a test set,
// signature or submission differs from that of the lock, or if a line of the ledger was changed.
BoardScores evaluate_board(const BoardRequest& request);

}  // namespace cchnn
