#pragma once
// A board: models and their submissions as files under version control (schemas/board.md).
//
//   DIR/board.json, DIR/entries/<entry>/entry.json, DIR/board.lock.json  ->  Board, BoardEntry, BoardLock
//
// These functions only read and write the files; stories/benchmark/evaluate_board.hpp scores. Entries come from
// strangers in pull requests, so sizes are limited and no link out of the board is followed.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/board_ledger.hpp"

namespace cchnn {

// One submission: a file beside entry.json, or the SHA-256 of a file and the address where it can be
// downloaded.
struct BoardAnswer {
    std::string file, sha256, address;
};

// What a model was given besides the trajectories of its training set.
struct ModelKnowledge {
    bool graph = false, parameters = false, true_constraints = false, extra_data = false;
};

// What one training took, as its entry declares it.
struct TrainingCompute {
    std::optional<double> hours;
    std::string device;
    std::optional<std::uint64_t> parameters;  // that were trained

    bool declared() const { return hours || !device.empty() || parameters; }
};

struct BoardEntry {
    std::string id;  // its directory
    std::string model, title, date, reference, address, notes;
    ModelKnowledge knows;
    int seeds = 1;
    TrainingCompute compute;
    std::map<std::string, std::vector<BoardAnswer>> answers;  // of a system, one a seed
};

struct Board {
    std::string title, description, preset = "paper";
    bool start_error = false;
    std::string rank_by = "kinetic";  // what standings go by
    int members = 50;                 // of every ensemble, where that is a score of ensembles
    int context = 1;                  // given samples
    std::vector<std::string> systems;
    std::vector<BoardEntry> entries;  // by id
};

// The name of the division, "trajectories alone" or "graph, parameters". Models with the same knowledge are
// ranked together.
std::string division_of(const ModelKnowledge& knows);

// Reads all files of a board except the submissions. Throws IoError, SpecError with the problems of all files,
// DataError for a link that leads out of the board.
Board read_board(const std::filesystem::path& directory);
// Reads the entries that can be read, and adds the problems of the others to `problems`.
Board read_board(const std::filesystem::path& directory, std::vector<Problem>& problems);

// entry.json of a directory; nothing without one. Its answers are not looked at.
std::optional<BoardEntry> read_board_entry(const std::filesystem::path& directory);

// board.lock.json: which test sets and definitions the numbers of a board refer to, and the order of arrival.
struct BoardLock {
    struct System {
        std::string truth_digest, signature;
    };
    std::map<std::string, System> systems;
    BoardLedger ledger = {};
};
std::string board_lock_json(const BoardLock& lock);
// Nothing if the file does not exist. Throws IoError, SpecError, DataError if a line of the ledger was changed.
std::optional<BoardLock> read_board_lock(const std::filesystem::path& path);

}  // namespace cchnn
